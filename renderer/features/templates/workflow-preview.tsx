// A workflow in an embedded editor that only shows it. The two pages exchange messages.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { basePath } from '../../transport/index.ts';
import { Notice } from '../../ui/notice.tsx';
import { Waiting } from '../../ui/page.tsx';

interface PreviewMessage {
  readonly command?: unknown;
}

export function WorkflowPreview({ workflow }: { readonly workflow: { readonly nodes?: unknown } | undefined }): ReactNode {
  const { t } = useTranslation('templates');
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [hasOpenNode, setHasOpenNode] = useState(false);
  const fault = faultOf(workflow);
  useEffect(() => {
    const listen = ({ data, source, origin }: MessageEvent<unknown>): void => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      const { command } = messageOf(data);
      if (command === 'ready') {
        frame.current?.contentWindow?.postMessage(JSON.stringify({ command: 'openWorkflow', workflow }), location.origin);
        setState('ready');
      } else if (command === 'error') setState('failed');
      else if (command === 'openNDV' || command === 'closeNDV') setHasOpenNode(command === 'openNDV');
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [workflow]);
  if (fault !== undefined) return <Notice kind="error" title={t(`preview.${fault}`)} />;
  if (state === 'failed') return <Notice kind="error" title={t('preview.failed')} />;
  return (
    <div className="template-preview" data-open={hasOpenNode}>
      {state === 'loading' ? <Waiting /> : null}
      <iframe ref={frame} title={t('preview.title')} src={`${basePath}workflows/demo`} data-ready={state === 'ready'} />
    </div>
  );
}

function faultOf(workflow: { readonly nodes?: unknown } | undefined): 'noWorkflow' | 'noNodes' | undefined {
  if (workflow === undefined) return 'noWorkflow';
  return Array.isArray(workflow.nodes) && workflow.nodes.length > 0 ? undefined : 'noNodes';
}

function messageOf(data: unknown): PreviewMessage {
  try {
    return typeof data === 'string' ? ((JSON.parse(data) as PreviewMessage | null) ?? {}) : {};
  } catch {
    return {};
  }
}

// The banner above the canvas: what a waiting execution waits for, why one failed, or that one is still running.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { WaitDetails } from '../../executions/index.ts';
import { followContinued } from '../actions/remembered-run.ts';
import { ConsentsLink } from '../view/consents-link.tsx';
import { editorActions } from '../document/editor-slice.ts';
import { errorDetails, errorSentence } from '../../../../engine/contract/error-sentence.ts';
import { useEditor } from '../state/editor-context.tsx';
import { useEditorState, useRunState } from '../state/slices.ts';

export function RunBanner(): ReactNode {
  const { context } = useEditor();
  const mode = useEditorState((state) => state.mode);
  const outcome = useRunState((state) => state.outcome);
  const executionId = useRunState((state) => state.executionId);
  const isIdle = useRunState((state) => state.status === 'idle');
  if (outcome === undefined || executionId === undefined || !isIdle || mode === 'demo') return null;
  if (outcome.status === 'waiting') {
    return (
      <Banner>
        <Notice kind="info">
          <WaitDetails key={executionId} id={executionId} waitTill={outcome.waitTill} onContinued={() => void followContinued(context)} />
        </Notice>
      </Banner>
    );
  }
  return mode === 'execution' ? <Ended /> : null;
}

const Banner = ({ children }: { readonly children: ReactNode }): ReactNode => <div className="editor-banner">{children}</div>;

/** How the shown execution ended, if that needs an explanation. */
function Ended(): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const status = useRunState((state) => state.outcome?.status);
  const error = useRunState((state) => state.outcome?.error);
  const nodes = useEditorState((state) => state.history.present.nodes);
  if (status === 'running' || status === 'new') {
    return (
      <Banner>
        <Notice>{t(status === 'new' ? 'execution.queued' : 'execution.notFinished')}</Notice>
      </Banner>
    );
  }
  if (status !== 'error' && status !== 'crashed') return null;
  const failed = error?.node === undefined ? undefined : nodes.find(({ name }) => name === error.node);
  const title = failed === undefined ? t('execution.failed') : t('run.nodeFailed', { node: failed.name });
  const details = error === undefined ? undefined : errorDetails(error);
  const open =
    failed?.id === undefined ? null : (
      <Button size="small" onClick={() => context.dispatch(editorActions.nodeOpened(failed.id))}>
        {t('run.openNode')}
      </Button>
    );
  return (
    <Banner>
      <Notice kind="error" title={title} action={open}>
        {error === undefined ? t('execution.noCause') : errorSentence(error)}
        {details === undefined ? null : <div className="quiet-text editor-banner-details">{details}</div>}
        {error?.hint === undefined || error.hint === '' ? null : <div className="quiet-text">{error.hint}</div>}
        {error?.code === 'CONSENT_REFUSED' ? <ConsentsLink /> : null}
      </Notice>
    </Banner>
  );
}

// Notices about the shown output: pinned, out of date, hints of the node.
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { TaskData } from '../../../../../engine/contract/run-data.ts';
import { Notice, type NoticeKind } from '../../../../ui/notice.tsx';
import { SafeHtml } from '../../../../ui/safe-html.tsx';
import { useOpenNode } from '../../open-node/index.ts';
import { staleNodes, staleResults } from '../../runs/stale-nodes.ts';
import { PinnedBanner } from './pin-controls.tsx';

const kinds: Readonly<Record<string, NoticeKind>> = { info: 'info', warning: 'warning', danger: 'error' };

export function OutputNotices({ task }: { readonly task: TaskData | undefined }): ReactNode {
  const { output } = useOpenNode();
  return (
    <>
      <PinnedBanner />
      <StaleBanner />
      {output.isPinned ? null : <CalledExecution task={task} />}
      {output.isPinned
        ? null
        : task?.hints?.map(({ message, type = 'info' }, index) => (
            <div key={index} className="data-notice">
              <Notice kind={kinds[type]}>
                <SafeHtml html={message} />
              </Notice>
            </div>
          ))}
    </>
  );
}

/** Links to the execution that the node called; to the last one if there were several. */
function CalledExecution({ task }: { readonly task: TaskData | undefined }): ReactNode {
  const { t } = useTranslation('data');
  const called = task?.metadata?.['subExecution'] as { readonly executionId?: string } | undefined;
  if (called?.executionId === undefined) return null;
  return (
    <div className="data-notice">
      <Notice kind="info">
        <Link to={`/execution/${encodeURIComponent(called.executionId)}`}>{t('calledExecution', { id: called.executionId })}</Link>
      </Notice>
    </div>
  );
}

/** Shown if the data is stale: the node has changed since, or a node before it has changed or run again. */
function StaleBanner(): ReactNode {
  const { t } = useTranslation('data');
  const { run, workflow, node, output } = useOpenNode();
  const reason = useMemo(() => {
    const before = run.startedWith?.nodes.find(({ id }) => id === node.id);
    if (run.startedWith === undefined || before === undefined) return undefined;
    if (staleNodes(run, { ...workflow, nodes: [node] }).length > 0) return 'text';
    return staleResults(run, workflow).has(node.name) ? 'above' : undefined;
  }, [run, workflow, node]);
  if (reason === undefined || (output.runs === 0 && !output.isPinned)) return null;
  return (
    <div className="data-banner" data-kind="warning">
      <span>{t(output.isPinned ? 'stale.pinned' : `stale.${reason}`)}</span>
    </div>
  );
}

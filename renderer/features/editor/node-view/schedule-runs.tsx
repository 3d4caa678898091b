// The next runs of the open node, if it is a schedule, with the time zone in which its times are meant.
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { workflowsApi } from '../../../api/workflows.ts';
import { NextRuns } from '../../workflows/index.ts';
import { isTriggerType, useOpenNode } from '../open-node/index.ts';
import { useEditorState } from '../state/slices.ts';

/** Milliseconds after the last change until the runs are asked for. */
const SETTLED = 300;

export function ScheduleRuns(): ReactNode {
  const { node, description } = useOpenNode();
  const mayHave = isTriggerType(description) && (description?.webhooks ?? []).length === 0 && node.disabled !== true;
  return mayHave ? <Runs node={node} /> : null;
}

function Runs({ node }: { readonly node: WorkflowNode }): ReactNode {
  const { t } = useTranslation('workflows');
  const settings = useEditorState((state) => state.history.present.settings);
  const workflowText = JSON.stringify({ nodes: [node], connections: {}, ...(settings === undefined ? {} : { settings }) });
  const [settled, setSettled] = useState(workflowText);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(workflowText), SETTLED);
    return () => clearTimeout(timer);
  }, [workflowText]);
  const body = JSON.parse(settled) as { nodes: WorkflowNode[] };
  const { data } = workflowsApi.usePreviewRunsQuery({ body }, { refetchOnMountOrArgChange: true });
  if (data === undefined || data.nodes.length === 0) return null;
  return (
    <section className="schedule-runs" aria-live="polite" aria-label={t('nextRuns.title')}>
      <strong>{t('nextRuns.title')}</strong>
      <NextRuns next={data} />
    </section>
  );
}

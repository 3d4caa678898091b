// Start, duration and mode of an execution, its previous and next execution, and what can be done with it: retry, delete, debug in the editor.
import { Bug, ChevronLeft, ChevronRight, RotateCcw, Trash2 } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { executionsApi } from '../../../api/executions.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/floating/menu.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Tooltip } from '../../../ui/floating/tooltip.tsx';
import { durationOf, useExecutionActions } from '../../executions/index.ts';
import { debugInEditor } from '../actions/stored-execution.ts';
import { useEditor } from '../state/editor-context.tsx';
import { costText, usedModels } from '../runs/model-use.ts';
import { useEditorState, useRunState } from '../state/slices.ts';

export function ExecutionFacts(): ReactNode {
  const { t } = useTranslation('executions');
  const startedAt = useRunState((state) => state.startedAt);
  const stoppedAt = useRunState((state) => state.stoppedAt);
  const mode = useRunState((state) => state.mode);
  const duration = startedAt === undefined || stoppedAt === undefined ? undefined : durationOf(stoppedAt - startedAt);
  return (
    <span className="editor-facts">
      {startedAt === undefined ? null : <RelativeTime at={new Date(startedAt).toISOString()} />}
      {duration === undefined ? null : <span>{t(`time.${duration.unit}`, { time: duration.text })}</span>}
      {mode === undefined ? null : <span>{t(`mode.${mode}`, mode)}</span>}
      <ModelFacts />
    </span>
  );
}

/** Tokens and cost of the models that the execution has used; nothing without such. */
function ModelFacts(): ReactNode {
  const { t } = useTranslation('data');
  const runData = useRunState((state) => state.runData);
  const sum = useMemo(() => usedModels(runData), [runData]);
  if (sum.calls === 0) return null;
  const tokens = { prompt: sum.input.toLocaleString(), answer: sum.output.toLocaleString() };
  return (
    <span className="editor-facts-models" title={t('steps.models', { count: sum.calls })}>
      {[t('steps.tokens', tokens), costText(t, sum)].join(' · ')}
    </span>
  );
}

/** Statuses after which an execution can be retried, unless it is a retry itself. */
const failed: ReadonlySet<string> = new Set(['error', 'crashed', 'canceled']);

function Retry({ id }: { readonly id: string }): ReactNode {
  const { t } = useTranslation(['editor', 'executions']);
  const actions = useExecutionActions();
  return (
    <Menu
      trigger={
        <Button>
          <Icon of={RotateCcw} size={14} />
          {t('execution.retry')}
        </Button>
      }
      entries={[
        { id: 'saved', label: t('executions:row.retrySaved'), onSelect: () => void actions.retry(id, true) },
        { id: 'original', label: t('executions:row.retryOriginal'), onSelect: () => void actions.retry(id, false) },
      ]}
    />
  );
}

/** Previous and next execution of the same workflow. */
function useNeighbours(): { readonly previous: string | undefined; readonly next: string | undefined } {
  const workflowId = useEditorState((state) => state.id);
  const executionId = useRunState((state) => state.executionId);
  const filter = JSON.stringify({ workflowId });
  const options = { skip: workflowId === undefined || executionId === undefined, refetchOnMountOrArgChange: true };
  const { currentData: earlier } = executionsApi.useListExecutionsQuery(
    { query: { filter, lastId: executionId ?? '', limit: 1 } },
    options,
  );
  const { currentData: later } = executionsApi.useListExecutionsQuery(
    { query: { filter, firstId: executionId ?? '', limit: 1, oldestFirst: true } },
    options,
  );
  return { previous: earlier?.results[0]?.id, next: later?.results[0]?.id };
}

export function ExecutionActions(): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const navigate = useNavigate();
  const hasWorkflow = useEditorState((state) => state.id !== undefined);
  const { previous, next } = useNeighbours();
  const executionId = useRunState((state) => state.executionId);
  const status = useRunState((state) => state.outcome?.status);
  const isRetry = useRunState((state) => state.mode === 'retry');
  const actions = useExecutionActions();
  const remove = async (id: string): Promise<void> => {
    if (!(await actions.removeThese(new Set([id])))) return;
    const nextExecution = previous ?? next;
    void navigate(nextExecution === undefined ? '/executions' : `/execution/${encodeURIComponent(nextExecution)}`, { replace: true });
  };
  const leadTo = (id: string | undefined) => ({
    disabled: id === undefined,
    onClick: () => (id === undefined ? undefined : void navigate(`/execution/${encodeURIComponent(id)}`)),
  });
  return (
    <>
      <IconButton label={t('execution.previous')} {...leadTo(previous)}>
        <Icon of={ChevronLeft} />
      </IconButton>
      <IconButton label={t('execution.next')} {...leadTo(next)}>
        <Icon of={ChevronRight} />
      </IconButton>
      {executionId !== undefined && status !== undefined && failed.has(status) && !isRetry ? <Retry id={executionId} /> : null}
      {hasWorkflow ? (
        <Tooltip label={t('execution.debugHint')}>
          <Button onClick={() => debugInEditor(context)}>
            <Icon of={Bug} size={14} />
            {t('execution.debug')}
          </Button>
        </Tooltip>
      ) : null}
      {executionId === undefined || status === undefined || status === 'running' ? null : (
        <IconButton label={t('execution.delete')} onClick={() => void remove(executionId)}>
          <Icon of={Trash2} />
        </IconButton>
      )}
    </>
  );
}

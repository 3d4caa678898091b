// Start, duration and mode of an execution, its previous and next execution, and the button that copies it to the editor.
import { ChevronLeft, ChevronRight, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { executionsApi } from '../../../api/executions.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Tooltip } from '../../../ui/floating/tooltip.tsx';
import { durationOf } from '../../executions/index.ts';
import { copyToEditor } from '../actions/kept-execution.ts';
import { useEditor } from '../state/editor-context.tsx';
import { useEditorState, useRunState } from '../state/slices.ts';

export function ExecutionFacts(): ReactNode {
  const { t } = useTranslation('executions');
  const startedAt = useRunState((state) => state.startedAt);
  const stoppedAt = useRunState((state) => state.stoppedAt);
  const mode = useRunState((state) => state.mode);
  const took = startedAt === undefined || stoppedAt === undefined ? undefined : durationOf(stoppedAt - startedAt);
  return (
    <span className="editor-facts">
      {startedAt === undefined ? null : <RelativeTime at={new Date(startedAt).toISOString()} />}
      {took === undefined ? null : <span>{t(`time.${took.unit}`, { time: took.text })}</span>}
      {mode === undefined ? null : <span>{t(`mode.${mode}`, mode)}</span>}
    </span>
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
      {hasWorkflow ? (
        <Tooltip label={t('execution.copyHint')}>
          <Button onClick={() => copyToEditor(context)}>
            <Icon of={Copy} size={14} />
            {t('execution.copy')}
          </Button>
        </Tooltip>
      ) : null}
    </>
  );
}

// Header of an execution or a preview, which are read-only.
import { Check, Clock, LoaderCircle, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from '../../../ui/icon.tsx';
import { ExecutionActions, ExecutionFacts } from './execution-facts.tsx';
import type { CallingExecution } from '../runs/run-slice.ts';
import { useEditorState, useRunState } from '../state/slices.ts';

const shapes: ReadonlyMap<string, LucideIcon> = new Map([
  ['success', Check],
  ['waiting', Clock],
  ['new', LoaderCircle],
  ['running', LoaderCircle],
]);

/** Leads to the calling execution, or to its workflow if it is not stored. */
function Caller({ caller: { executionId, workflowId, isMissing = false } }: { readonly caller: CallingExecution }): ReactNode {
  const { t } = useTranslation('editor');
  const target = isMissing ? `/workflow/${encodeURIComponent(workflowId)}` : `/execution/${encodeURIComponent(executionId)}`;
  // Where there is little room, the header shows only the beginning.
  const explained = t(isMissing ? 'execution.calledByMissing' : 'execution.calledBy', { id: executionId });
  return (
    <Link to={target} className="editor-shown editor-caller" title={explained} aria-label={explained}>
      {t('execution.calledBy', { id: executionId })}
    </Link>
  );
}

export function ShownHeader(): ReactNode {
  const { t } = useTranslation('editor');
  const mode = useEditorState((state) => state.mode);
  const name = useEditorState((state) => state.history.present.name ?? '');
  const id = useEditorState((state) => state.id);
  const run = useRunState((state) => state);
  const title = mode === 'execution' ? t('execution.title', { id: run.executionId ?? '' }) : t('demo.title');
  const displayedName = name === '' ? title : name;
  return (
    <>
      <h1 className="editor-name" title={displayedName} dir="auto">
        {mode === 'execution' && id !== undefined ? <Link to={`/workflow/${encodeURIComponent(id)}`}>{displayedName}</Link> : displayedName}
      </h1>
      {run.outcome === undefined ? null : (
        <span className="editor-badge" data-state={run.outcome.status}>
          <Icon of={shapes.get(run.outcome.status) ?? X} size={12} />
          {t(`execution.state.${run.outcome.status}`)}
        </span>
      )}
      {name === '' ? null : (
        <span className="editor-shown quiet-text" title={title}>
          {title}
        </span>
      )}
      {mode === 'execution' && run.caller !== undefined ? <Caller caller={run.caller} /> : null}
      {mode === 'execution' ? <ExecutionFacts /> : null}
      <span className="editor-grow" />
      {mode === 'execution' ? <ExecutionActions /> : null}
      <span className="editor-badge">{t('readOnly.badge')}</span>
    </>
  );
}

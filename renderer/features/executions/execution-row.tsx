// One execution of the list.
import { Bug, CircleStop, Hourglass, NotebookPen, RotateCcw, Star, StarOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ExecutionAnnotation, ExecutionSummary } from '../../../engine/contract/rest/executions.ts';
import { IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MoreActions } from '../../ui/floating/menu.tsx';
import { openByClick } from '../../ui/table.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Tooltip } from '../../ui/floating/tooltip.tsx';
import { canDelete, canRetry, canStop, durationOf, stateOf, timeTaken } from './execution-state.ts';
import { NoteDialog } from './note-dialog.tsx';
import { WaitDetails } from './wait-details.tsx';
import { ExecutionStatus, useExecutionRemark } from './execution-status.tsx';

/** Modes with a label; others are shown unchanged. */
const modes: ReadonlySet<string> = new Set(['error', 'integrated', 'manual', 'retry', 'trigger', 'webhook']);

export interface ExecutionRowProps {
  readonly execution: ExecutionSummary;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
  readonly onOpen: (id: string) => void;
  readonly onStop: () => void;
  readonly onRetry: (withSavedWorkflow: boolean) => void;
  /** Resolves with whether it is stored. */
  readonly onAnnotate: (annotation: ExecutionAnnotation) => Promise<boolean>;
  readonly onDebug: () => void;
}

export function ExecutionRow({
  execution,
  isSelected,
  onSelect,
  onOpen,
  onStop,
  onRetry,
  onAnnotate,
  onDebug,
}: ExecutionRowProps): ReactNode {
  const { t } = useTranslation('executions');
  const { id, workflowName, startedAt, mode } = execution;
  const remark = useExecutionRemark(execution);
  const modeText = modes.has(mode) ? t(`mode.${mode}`) : mode;
  return (
    <tr data-selected={isSelected} onClick={openByClick(() => onOpen(id))}>
      <td className="table-tight">
        {canDelete(execution) ? <Checkbox label={t('row.select', { id })} isLabelHidden isOn={isSelected} onChange={onSelect} /> : null}
      </td>
      <td className="table-tight">
        <ExecutionStatus execution={execution} />
      </td>
      <td className="execution-workflow">
        <button type="button" className="link-button table-main" title={t('row.open', { id })} onClick={() => onOpen(id)}>
          {workflowName}
        </button>
        {execution.isHighlighted === true ? (
          <span className="execution-star" role="img" aria-label={t('row.isHighlighted')} title={t('row.isHighlighted')}>
            <Icon of={Star} size={14} />
          </span>
        ) : null}
        <div className="table-sub execution-row-facts">
          {modeText} · {id}
        </div>
        {remark === undefined ? null : (
          <div className="table-sub" title={remark}>
            {remark}
          </div>
        )}
        {execution.note === undefined ? null : (
          <div className="table-sub execution-note" title={execution.note}>
            {execution.note}
          </div>
        )}
        <Caller of={execution} onOpen={onOpen} />
      </td>
      <td className="table-tight">
        <RelativeTime at={startedAt} />
      </td>
      <td className="table-data table-tight">
        <TimeTaken execution={execution} />
      </td>
      <td className="table-data table-tight execution-wide">{mode === 'manual' ? <TestRun execution={execution} /> : modeText}</td>
      <td className="table-data table-tight execution-wide">{id}</td>
      <td className="table-tight table-actions execution-actions">
        {stateOf(execution) === 'waiting' ? <WaitButton execution={execution} /> : null}
        {canStop(execution) ? (
          <IconButton size="small" label={t('row.stop', { id })} onClick={onStop}>
            <Icon of={CircleStop} size={14} />
          </IconButton>
        ) : null}
        {canRetry(execution) ? <RetryMenu id={id} onRetry={onRetry} /> : null}
        {canDelete(execution) ? <RowMenu execution={execution} onAnnotate={onAnnotate} onDebug={onDebug} /> : null}
      </td>
    </tr>
  );
}

/** The execution that called this one. */
function Caller({
  of: { parentExecution: caller },
  onOpen,
}: { readonly of: ExecutionSummary } & Pick<ExecutionRowProps, 'onOpen'>): ReactNode {
  const { t } = useTranslation('executions');
  if (caller === undefined) return null;
  const { executionId: id, workflowId } = caller;
  return (
    <div className="table-sub">
      {caller.isMissing === true ? (
        <Link to={`/workflow/${encodeURIComponent(workflowId)}`} className="link-button">
          {t('row.calledByMissing', { id })}
        </Link>
      ) : (
        <button type="button" className="link-button" onClick={() => onOpen(id)}>
          {t('row.calledBy', { id })}
        </button>
      )}
    </div>
  );
}

/** Notes, highlights, and the way to the editor. */
function RowMenu({ execution, onAnnotate, onDebug }: Pick<ExecutionRowProps, 'execution' | 'onAnnotate' | 'onDebug'>): ReactNode {
  const { t } = useTranslation('executions');
  const [isNoteOpen, setIsNoteOpen] = useState(false);
  const { id, note = '', isHighlighted = false } = execution;
  return (
    <>
      <MoreActions
        size="small"
        label={t('row.menu', { id })}
        entries={[
          { id: 'debug', icon: <Icon of={Bug} />, label: t('row.debug'), onSelect: onDebug },
          'line',
          {
            id: 'highlight',
            icon: <Icon of={isHighlighted ? StarOff : Star} />,
            label: t(isHighlighted ? 'row.noHighlight' : 'row.highlight'),
            onSelect: () => void onAnnotate({ isHighlighted: !isHighlighted }),
          },
          {
            id: 'note',
            icon: <Icon of={NotebookPen} />,
            label: t(note === '' ? 'row.addNote' : 'row.changeNote'),
            onSelect: () => setIsNoteOpen(true),
          },
        ]}
      />
      {isNoteOpen ? (
        <NoteDialog id={id} note={note} onSave={(text) => onAnnotate({ note: text })} onClose={() => setIsNoteOpen(false)} />
      ) : null}
    </>
  );
}

function RetryMenu({ id, onRetry }: { readonly id: string } & Pick<ExecutionRowProps, 'onRetry'>): ReactNode {
  const { t } = useTranslation('executions');
  return (
    <Menu
      trigger={
        <button type="button" className="button" data-kind="quiet" data-size="small" data-shape="icon" title={t('row.retry', { id })}>
          <Icon of={RotateCcw} size={14} />
          <span className="visually-hidden">{t('row.retry', { id })}</span>
        </button>
      }
      entries={[
        { id: 'saved', label: t('row.retrySaved'), onSelect: () => onRetry(true) },
        { id: 'original', label: t('row.retryOriginal'), onSelect: () => onRetry(false) },
      ]}
    />
  );
}

/** Label of a manual execution, with the time at which it expires. */
function TestRun({ execution: { expiresAt } }: { readonly execution: ExecutionSummary }): ReactNode {
  const { t, i18n } = useTranslation('executions');
  if (expiresAt === undefined) return <Tag>{t('mode.manual')}</Tag>;
  const time = new Date(expiresAt).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Tooltip label={t('row.keptUntil', { time })}>
      <button type="button" className="tag">
        {t('mode.manual')}
      </button>
    </Tooltip>
  );
}

/** Shows in a dialog until when the execution waits, and what for. */
function WaitButton({ execution: { id, waitTill } }: { readonly execution: ExecutionSummary }): ReactNode {
  const { t } = useTranslation('executions');
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <>
      <IconButton size="small" label={t('row.wait', { id })} onClick={() => setIsOpen(true)}>
        <Icon of={Hourglass} size={14} />
      </IconButton>
      <Dialog title={t('wait.title', { id })} isOpen={isOpen} onClose={close}>
        <WaitDetails id={id} waitTill={waitTill === undefined ? undefined : Date.parse(waitTill)} onContinued={close} />
      </Dialog>
    </>
  );
}

/** Updates while the execution runs. */
function TimeTaken({ execution }: { readonly execution: ExecutionSummary }): ReactNode {
  const { t } = useTranslation('executions');
  const now = useNow(stateOf(execution) === 'running' ? 1000 : undefined);
  const time = timeTaken(execution, now);
  if (time === undefined) return t('time.none');
  const { unit, text } = durationOf(time);
  return t(`time.${unit}`, { time: text });
}

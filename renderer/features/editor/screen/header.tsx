// The header: name, tags, whether it is active and saved, and the menu; of an execution, which one it is (spec 3 §2.2).
import { Ellipsis } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { workflowsApi } from '../../../api/workflows.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Keys } from '../../../ui/keys.tsx';
import { Menu, type MenuEntry } from '../../../ui/menu.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { change } from '../actions/change.ts';
import { saveWorkflow, setActive } from '../actions/save-workflow.ts';
import { commandById } from '../commands/index.ts';
import { isDirty } from '../document/editor-slice.ts';
import { useEditor } from './editor-context.tsx';
import { TagPicker } from './tag-picker.tsx';
import { useEditorState, useRunState } from './use-editor-state.ts';

export function Header(): ReactNode {
  const mode = useEditorState((state) => state.mode);
  return <header className="editor-head">{mode === 'edit' ? <EditHeader /> : <ShownHeader />}</header>;
}

function EditHeader(): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const dirty = useEditorState(isDirty);
  const status = useEditorState((state) => state.status);
  const id = useEditorState((state) => state.id);
  return (
    <>
      <WorkflowName />
      <TagPicker />
      <span className="editor-grow" />
      <SavedText />
      <ActiveSwitch />
      <Button kind="primary" onClick={() => void saveWorkflow(context)} disabled={status !== 'ready' || (!dirty && id !== undefined)}>
        {dirty || id === undefined ? t('save.button') : t('save.saved')}
        <Keys keys="Ctrl+S" />
      </Button>
      <MoreMenu />
    </>
  );
}

function WorkflowName(): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const name = useEditorState((state) => state.history.present.name ?? '');
  const [draft, setDraft] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), [draft === undefined]);
  if (draft === undefined) {
    return (
      <button type="button" className="editor-name" title={name} aria-label={`${t('name.label')}: ${name}`} onClick={() => setDraft(name)}>
        {name}
      </button>
    );
  }
  const finish = (): void => {
    const wanted = draft.trim();
    setDraft(undefined);
    if (wanted === '') context.ui.notify({ kind: 'error', title: t('name.empty') });
    else if (wanted !== name) change(context, 'rename', (file) => ({ ...file, name: wanted }));
  };
  return (
    <input
      ref={input}
      className="editor-name"
      aria-label={t('name.label')}
      value={draft}
      maxLength={128}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
        if (event.key === 'Escape') setDraft(undefined);
      }}
    />
  );
}

function SavedText(): ReactNode {
  const { t } = useTranslation('editor');
  const dirty = useEditorState(isDirty);
  const id = useEditorState((state) => state.id);
  const savedAt = useEditorState((state) => state.savedAt);
  const text =
    id === undefined
      ? t('save.never')
      : dirty
        ? t('save.unsaved')
        : savedAt === undefined
          ? ''
          : t('save.savedAt', { time: new Date(savedAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }) });
  return <span className="editor-saved">{text}</span>;
}

function ActiveSwitch(): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const isActive = useEditorState((state) => state.isActive);
  const id = useEditorState((state) => state.id);
  const [isChanging, setChanging] = useState(false);
  const { data: failure } = workflowsApi.useActivationErrorQuery(
    { params: { id: id ?? '' } },
    { skip: id === undefined || !isActive, pollingInterval: 30_000 },
  );
  const about = failure === null || failure === undefined ? t(isActive ? 'active.on' : 'active.off') : failure.error.message;
  const toggle = (on: boolean): void => {
    setChanging(true);
    void setActive(context, on).finally(() => setChanging(false));
  };
  return (
    <Tooltip label={about}>
      <span className="editor-active">
        {t('active.label')}
        <Switch label={t('active.label')} isOn={isActive} onChange={toggle} isDisabled={isChanging} />
      </span>
    </Tooltip>
  );
}

function MoreMenu(): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const id = useEditorState((state) => state.id);
  const name = useEditorState((state) => state.history.present.name ?? '');
  const [remove] = workflowsApi.useDeleteWorkflowMutation();
  const entry = (commandId: string): MenuEntry => {
    const command = commandById.get(commandId);
    return {
      id: commandId,
      label: t(`commands.${commandId}`),
      shortcut: command?.keys?.[0],
      isDisabled: command?.isEnabled?.(context) === false,
      onSelect: () => void command?.run(context),
    };
  };
  const confirmDelete = async (): Promise<void> => {
    const answer = await context.ui.ask({
      title: t('delete.title'),
      message: t('delete.message', { name }),
      confirm: t('delete.confirm'),
      isDangerous: true,
    });
    if (answer !== 'confirm' || id === undefined) return;
    const result = await remove({ params: { id } });
    if (result.error === undefined) context.ui.goTo('/workflow', { replaces: true });
  };
  const entries: MenuEntry[] = [
    entry('importFile'),
    entry('importUrl'),
    entry('download'),
    'line',
    entry('palette'),
    entry('shortcuts'),
    'line',
    { id: 'delete', label: t('menu.delete'), isDangerous: true, isDisabled: id === undefined, onSelect: () => void confirmDelete() },
  ];
  return (
    <Menu
      trigger={
        <IconButton label={t('menu.label')}>
          <Icon of={Ellipsis} />
        </IconButton>
      }
      entries={entries}
    />
  );
}

/** Of an execution or a preview: what it is, and that nothing can be changed. */
function ShownHeader(): ReactNode {
  const { t } = useTranslation('editor');
  const mode = useEditorState((state) => state.mode);
  const name = useEditorState((state) => state.history.present.name ?? '');
  const id = useEditorState((state) => state.id);
  const run = useRunState((state) => state);
  return (
    <>
      <h1 className="editor-name">{mode === 'execution' ? t('execution.title', { id: run.executionId ?? '' }) : t('demo.title')}</h1>
      {run.outcome === undefined ? null : (
        <span className="editor-badge" data-state={run.outcome.status}>
          {t(`execution.state.${run.outcome.status}`)}
        </span>
      )}
      {mode === 'execution' && id !== undefined ? <Link to={`/workflow/${id}`}>{name}</Link> : <span>{name}</span>}
      <span className="editor-grow" />
      <span className="editor-badge">{t('readOnly.badge')}</span>
    </>
  );
}

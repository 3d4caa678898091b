// The header: name, tags, active and saved state, menu; for an execution, its details.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { isSaveKey } from '../../../lib/keys.ts';
import { Keys } from '../../../ui/floating/keys.tsx';
import { FolderPath, TagPicker } from '../../workflows/index.ts';
import { saveWorkflow } from '../actions/save-workflow.ts';
import { editorActions, isDirty } from '../document/editor-slice.ts';
import { useEditor } from '../state/editor-context.tsx';
import { useEditorState } from '../state/slices.ts';
import { ActiveSwitch } from './active-switch.tsx';
import { MoreMenu } from './more-menu.tsx';
import { ShownHeader } from './shown-header.tsx';
import { change } from '../actions/change.ts';

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
  const tags = useEditorState((state) => state.tags);
  const folderId = useEditorState((state) => state.folderId);
  return (
    <>
      {folderId === undefined ? null : <FolderPath id={folderId} />}
      <WorkflowName />
      <TagPicker chosen={tags} onChange={(ids) => void context.dispatch(editorActions.tagsChanged(ids))} />
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

/** The workflow's name, edited in place: Enter applies, Escape cancels, and an empty name is rejected. */
function WorkflowName(): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const name = useEditorState((state) => state.history.present.name ?? '');
  const [draft, setDraft] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), [draft === undefined]);
  if (draft === undefined) {
    return (
      <button
        type="button"
        className="editor-name"
        dir="auto"
        title={name}
        aria-label={`${t('name.label')}: ${name}`}
        onClick={() => setDraft(name)}
      >
        {name}
      </button>
    );
  }
  const finish = (): void => {
    const trimmedName = draft.trim();
    setDraft(undefined);
    if (trimmedName === '') context.ui.notify({ kind: 'error', title: t('name.empty') });
    else if (trimmedName !== name) change(context, 'rename', (file) => ({ ...file, name: trimmedName }));
  };
  return (
    <input
      ref={input}
      className="editor-name"
      dir="auto"
      aria-label={t('name.label')}
      value={draft}
      maxLength={128}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || isSaveKey(event)) finish();
        if (event.key === 'Escape') setDraft(undefined);
      }}
    />
  );
}

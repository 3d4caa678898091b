// The workflow's name, edited in place: Enter applies, Escape cancels, and an empty name is refused.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { change } from '../actions/change.ts';
import { useEditor } from '../state/editor-context.tsx';
import { useEditorState } from '../state/slices.ts';

export function WorkflowName(): ReactNode {
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
    const wanted = draft.trim();
    setDraft(undefined);
    if (wanted === '') context.ui.notify({ kind: 'error', title: t('name.empty') });
    else if (wanted !== name) change(context, 'rename', (file) => ({ ...file, name: wanted }));
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
        if (event.key === 'Enter') finish();
        if (event.key === 'Escape') setDraft(undefined);
      }}
    />
  );
}

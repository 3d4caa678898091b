// A sticky note: Markdown on a colored background, resized by its sides, edited in place.
import { memo, useEffect, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isSaveKey } from '../../../../lib/keys.ts';
import type { CanvasNote } from '../canvas-model.ts';
import { useCore, usePlace } from '../core-context.ts';
import { HANDLES } from '../gestures/resize.ts';
import { useMark, useValue } from '../stores.ts';
import { ChangeChip } from './change-chip.tsx';
import './note.css';

/** Returns the first line of a note without Markdown, which is shown at a small zoom. */
const titleOf = (content: string): string =>
  (content.split('\n').find((line) => line.trim() !== '') ?? '').replaceAll(/^[\s#>*-]+|[*_`]|<[^>]*>/g, '').slice(0, 80);

function NoteText({ content, isScrollable }: { readonly content: string; readonly isScrollable: boolean }): ReactNode {
  const html = useMarkdown(content);
  if (html === undefined) return <div className="note-text note-plain">{content}</div>;
  return <div className="note-text" data-scrolls={isScrollable ? '' : undefined} dangerouslySetInnerHTML={{ __html: html }} />;
}

function takeFocus(element: HTMLTextAreaElement | null): void {
  element?.focus({ preventScroll: true });
  element?.setSelectionRange(element.value.length, element.value.length);
}

function NoteEditor({ note }: { readonly note: CanvasNote }): ReactNode {
  const core = useCore();
  const { t } = useTranslation('canvas');
  const [text, setText] = useState(note.content);
  const save = (): void => {
    if (text !== note.content) core.intent({ type: 'editNote', id: note.id, content: text });
  };
  const close = (shouldSave: boolean): void => {
    if (core.editing.get() !== note.id) return;
    core.editing.set(undefined);
    if (shouldSave) save();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // The current text is saved, even while it is being edited.
    if (isSaveKey(event)) return save();
    event.stopPropagation();
    const isDone = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (event.key !== 'Escape' && !isDone) return;
    event.preventDefault();
    close(true);
    core.focus(note.id);
  };
  return (
    <textarea
      className="note-editor"
      data-scrolls=""
      aria-label={t('noteText')}
      placeholder={t('noteHint')}
      value={text}
      ref={takeFocus}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => close(true)}
    />
  );
}

export interface NoteBoxProps {
  readonly note: CanvasNote;
  readonly isReadOnly: boolean;
  readonly isEntry: boolean;
}

export const NoteBox = memo(function NoteBox({ note, isReadOnly, isEntry }: NoteBoxProps): ReactNode {
  const core = useCore();
  const { t } = useTranslation('canvas');
  const ref = usePlace(note.id);
  const isSelected = useMark(core.selected, note.id);
  const isRevealed = useMark(core.revealed, note.id);
  const isEdited = useValue(core.editing) === note.id;
  const [hasFocus, setFocus] = useState(false);
  const hasTools = (isSelected || hasFocus) && !isReadOnly && !isEdited;
  return (
    <div
      ref={ref}
      className="note"
      role="group"
      aria-roledescription={t('note')}
      aria-label={[t('note'), note.change?.text ?? '', note.content, isSelected ? t('state.selected') : '']
        .filter((word) => word !== '')
        .join(', ')}
      tabIndex={isEntry ? 0 : -1}
      style={{ left: note.position.x, top: note.position.y, width: note.size.width, height: note.size.height }}
      aria-keyshortcuts="Shift+ArrowRight Shift+ArrowDown"
      data-note={note.id}
      data-color={note.color}
      data-change={note.change?.kind}
      data-selected={isSelected ? '' : undefined}
      data-revealed={isRevealed ? '' : undefined}
      onFocus={() => {
        setFocus(true);
        core.focused.set(note.id);
      }}
      onBlur={(event) => setFocus(event.currentTarget.contains(event.relatedTarget))}
    >
      <ChangeChip change={note.change} />
      {/* The background is below wires and nodes; the tools are above them. */}
      <div className="note-ground">
        <span className="note-title" data-title={titleOf(note.content)} aria-hidden />
        {isEdited ? <NoteEditor note={note} /> : <NoteText content={note.content} isScrollable={isSelected} />}
        {isReadOnly ? null : HANDLES.map((handle) => <i key={handle} className="note-handle" data-handle={handle} />)}
      </div>
      {hasTools ? <NoteTools note={note} /> : null}
    </div>
  );
});

/** Number of colors in workflow files. */
const COLORS: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

function NoteTools({ note }: { readonly note: CanvasNote }): ReactNode {
  const core = useCore();
  const { t } = useTranslation('canvas');
  return (
    <div className="raised note-tools" role="group" aria-label={t('noteColor')} data-control="">
      {COLORS.map((color) => (
        <button
          key={color}
          type="button"
          className="note note-swatch"
          data-color={color}
          aria-label={t(`noteColors.${color}`)}
          title={t(`noteColors.${color}`)}
          aria-pressed={color === note.color}
          onClick={() => core.intent({ type: 'colorNote', id: note.id, color })}
        />
      ))}
    </div>
  );
}

type Render = (text: string) => string;

let loaded: Render | undefined;
let loading: Promise<Render> | undefined;

async function load(): Promise<Render> {
  const { renderMarkdown } = await import('../../../../ui/markdown.ts');
  loaded = renderMarkdown;
  return renderMarkdown;
}

/** Renders Markdown once the renderer is loaded; returns undefined until then, or for empty text. */
function useMarkdown(text: string): string | undefined {
  const [render, setRender] = useState<Render | undefined>(() => loaded);
  useEffect(() => {
    if (render !== undefined) return undefined;
    let isGone = false;
    loading ??= load();
    loading.then(
      (ready) => (isGone ? undefined : setRender(() => ready)),
      // Without the renderer the source is shown; the next note tries again.
      () => (loading = undefined),
    );
    return () => {
      isGone = true;
    };
  }, [render]);
  return useMemo(() => render?.(text), [render, text]);
}

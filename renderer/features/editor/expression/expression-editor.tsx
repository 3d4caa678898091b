// The text field for an expression: a transparent text area over highlighted text, with suggestions below the caret.
import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type Ref, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { suggestAt, type ExpressionScope, type Suggestion, type Suggestions } from '../../../../engine/expression/index.ts';
import { displayText } from '../../../../engine/workflow/values/display-text.ts';
import { describedIn } from '../code/index.ts';
import { bracketsFor, closingFor, isSecondBlank, pieces } from './expression-text.ts';

interface ExpressionEditorProps {
  readonly id: string;
  /** Without the leading `=`. */
  readonly code: string;
  readonly onCode: (code: string) => void;
  readonly scope: () => ExpressionScope | undefined;
  /** Names of the nodes that the expression can refer to. */
  readonly nodes: readonly string[];
  readonly isReadOnly: boolean;
  readonly isInvalid?: boolean;
  readonly describedBy?: string | undefined;
  readonly label?: string;
  readonly placeholder?: string | undefined;
  readonly rows?: number;
  readonly onBlur?: () => void;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

interface Place {
  readonly left: number;
  readonly top: number;
}

/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 60;

/** Inserts a text at the caret, as a step in the field's undo history. */
export function insertText(field: HTMLTextAreaElement, from: number, to: number, text: string, caretBack = 0): void {
  field.focus();
  field.setSelectionRange(from, to);
  // The deprecated execCommand is the only way to add to a text field's undo history.
  if (!document.execCommand('insertText', false, text)) {
    field.setRangeText(text, from, to, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const caret = from + text.length - caretBack;
  field.setSelectionRange(caret, caret);
}

export function ExpressionEditor(props: ExpressionEditorProps): ReactNode {
  const { id, code, onCode, isReadOnly, isInvalid, describedBy, label, placeholder, rows = 1, onBlur, ref } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const mirror = useRef<HTMLDivElement>(null);
  const list = useId();
  const coloured = useMemo(() => pieces(code), [code]);
  const { options, active, offset, isOpen, update, close, take, press } = useSuggestions(field, props);
  return (
    <div className="expression-editor" data-invalid={isInvalid === true}>
      <div ref={mirror} className="expression-mirror" aria-hidden>
        {coloured.map((piece, index) => (
          <span key={index} data-kind={piece.kind}>
            {piece.text}
          </span>
        ))}
        {/* A trailing line end has no height of its own. */}
        {'\u200b'}
      </div>
      <textarea
        ref={(element) => {
          field.current = element;
          if (typeof ref === 'function') ref(element);
          else if (ref !== undefined && ref !== null) ref.current = element;
        }}
        id={id}
        rows={rows}
        role="combobox"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-activedescendant={isOpen ? `${list}-${active}` : undefined}
        aria-label={label}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        readOnly={isReadOnly}
        placeholder={placeholder}
        value={code}
        onChange={(event) => {
          onCode(event.currentTarget.value);
          // A suggestion would be added to the word that an input method is about to insert.
          if (!isReadOnly && !(event.nativeEvent as InputEvent).isComposing) update();
        }}
        onCompositionStart={close}
        onCompositionEnd={isReadOnly ? undefined : update}
        onKeyDown={press}
        onClick={close}
        onScroll={({ currentTarget }) => mirror.current?.scrollTo(currentTarget.scrollLeft, currentTarget.scrollTop)}
        onBlur={() => {
          close();
          onBlur?.();
        }}
      />
      {isOpen ? <SuggestionList id={list} options={options} active={active} mirror={mirror} offset={offset} onTake={take} /> : null}
    </div>
  );
}

interface OpenSuggestions {
  readonly options: readonly Suggestion[];
  /** Index of the active suggestion. */
  readonly active: number;
  /** Offset of the text that a suggestion replaces. */
  readonly offset: number;
  readonly isOpen: boolean;
  /** Updates the suggestions for the text before the caret. */
  readonly update: () => void;
  readonly close: () => void;
  readonly take: (suggestion: Suggestion) => void;
  readonly press: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

function useSuggestions(
  field: RefObject<HTMLTextAreaElement | null>,
  { scope, nodes, isReadOnly }: Pick<ExpressionEditorProps, 'scope' | 'nodes' | 'isReadOnly'>,
): OpenSuggestions {
  const [suggestions, setSuggestions] = useState<Suggestions>();
  const [active, setActive] = useState(0);
  const options = suggestions?.options.slice(0, MAX_SUGGESTIONS) ?? [];
  const isOpen = options.length > 0;
  const update = (): void => {
    const { current } = field;
    const now = scope();
    const next = current === null || now === undefined ? undefined : suggestAt(`=${current.value}`, current.selectionStart + 1, now, nodes);
    setSuggestions(next === undefined ? undefined : { ...next, from: next.from - 1, to: next.to - 1 });
    setActive(0);
  };
  const close = (): void => setSuggestions(undefined);
  const take = ({ insert, caretBack }: Suggestion): void => {
    if (field.current === null || suggestions === undefined) return;
    insertText(field.current, suggestions.from, suggestions.to, insert, caretBack);
    close();
    if (caretBack > 0) requestAnimationFrame(update);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      return update();
    }
    if (event.key === ' ' && isSecondBlank(event.currentTarget)) return event.preventDefault();
    if (event.key === '{' && !isReadOnly) {
      const brackets = bracketsFor(event.currentTarget);
      if (brackets !== undefined) {
        event.preventDefault();
        insertText(event.currentTarget, brackets.from, brackets.to, brackets.text, brackets.caretBack);
        return update();
      }
    }
    if (event.key === '}' && !isReadOnly) {
      const closing = closingFor(event.currentTarget);
      if (closing !== undefined) {
        event.preventDefault();
        insertText(event.currentTarget, closing.from, closing.to, closing.text, closing.caretBack);
        return close();
      }
    }
    if (!isOpen) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = options[active];
    if (by !== undefined) setActive((active + by + options.length) % options.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && option !== undefined) take(option);
    else if (event.key === 'Escape') {
      event.nativeEvent.stopImmediatePropagation();
      event.stopPropagation();
      close();
    } else return;
    event.preventDefault();
  };
  return { options, active, offset: suggestions?.from ?? 0, isOpen, update, close, take, press };
}

interface SuggestionListProps {
  readonly id: string;
  readonly options: readonly Suggestion[];
  readonly active: number;
  readonly mirror: { readonly current: HTMLDivElement | null };
  /** Offset of the text that the suggestion replaces. */
  readonly offset: number;
  readonly onTake: (option: Suggestion) => void;
}

function SuggestionList({ id, options, active, mirror, offset, onTake }: SuggestionListProps): ReactNode {
  const { t } = useTranslation('expression');
  const frame = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLUListElement>(null);
  const [popupPosition, setPlace] = useState<Place>();
  useLayoutEffect(() => {
    const at = caretRect(mirror.current, offset);
    if (at === undefined || frame.current === null) return;
    const { width, height } = frame.current.getBoundingClientRect();
    const top = at.bottom + 4 + height > innerHeight ? at.top - height - 4 : at.bottom + 4;
    setPlace({ left: Math.max(4, Math.min(at.left, innerWidth - width - 8)), top: Math.max(4, top) });
  }, [mirror, offset, options.length, active]);
  useLayoutEffect(() => {
    // In a block, since scrollIntoView returns a promise in newer browsers, which is not a valid cleanup function.
    box.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const current = options[active];
  const about = current === undefined ? undefined : describedIn(current);
  return (
    <div ref={frame} className="menu expression-suggestions" style={popupPosition === undefined ? { visibility: 'hidden' } : popupPosition}>
      <ul ref={box} id={id} role="listbox" aria-label={t('suggestions')}>
        {options.map((option, index) => (
          <li
            key={`${option.label} ${option.insert}`}
            id={`${id}-${index}`}
            className="menu-item"
            role="option"
            aria-selected={index === active}
            {...(index === active && about !== undefined ? { 'aria-describedby': `${id}-about` } : {})}
            data-highlighted={index === active ? '' : undefined}
            // Keeps the focus in the field.
            onMouseDown={(event) => {
              event.preventDefault();
              onTake(option);
            }}
          >
            <span className="suggestion-kind" data-kind={option.kind}>
              {t(`kinds.${option.kind}`)}
            </span>
            <code>{option.label}</code>
            {option.kind === 'field' ? <small>{shortly(option.value)}</small> : null}
          </li>
        ))}
      </ul>
      {about === undefined ? null : (
        <p id={`${id}-about`} className="suggestion-about">
          {about.about}
          <code>{about.example}</code>
        </p>
      )}
    </div>
  );
}

const shortly = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === 'object' && value !== null) return '{…}';
  const text = displayText(value);
  return text.length > 32 ? `${text.slice(0, 32)}…` : text;
};

/** Returns the position of a character in the viewport, in pixels. */
function caretRect(mirror: HTMLDivElement | null, offset: number): DOMRect | undefined {
  let remaining = offset;
  for (const part of mirror?.childNodes ?? []) {
    const node = part.nodeType === Node.TEXT_NODE ? part : part.firstChild;
    const length = node?.textContent?.length ?? 0;
    if (node !== null && remaining <= length) {
      const range = document.createRange();
      range.setStart(node, remaining);
      range.collapse(true);
      const [first] = range.getClientRects();
      return first ?? range.getBoundingClientRect();
    }
    remaining -= length;
  }
  return mirror?.getBoundingClientRect();
}

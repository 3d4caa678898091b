// Parts of a search: the search field, a search box over a list, marked matches, and long lists of results.
import './search.css';
import { Search, X } from 'lucide-react';
import { useCallback, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type Ref, type UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Mark } from '../lib/match-text.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoFocus?: boolean;
  /** Whether something else clears the field, such as the button that closes a search bar. */
  readonly hasNoClear?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Button that clears a search field and leaves the focus there. Not in the tab order: keyboard users delete the text. */
function Clear({ onChange }: Pick<SearchFieldProps, 'onChange'>): ReactNode {
  const { t } = useTranslation();
  return (
    <IconButton
      label={t('clearSearch')}
      size="small"
      className="search-clear"
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ currentTarget }) => {
        currentTarget.parentElement?.querySelector('input')?.focus();
        onChange('');
      }}
    >
      <Icon of={X} size={14} />
    </IconButton>
  );
}

export function SearchField({ label, value, onChange, autoFocus, hasNoClear = false, ref }: SearchFieldProps): ReactNode {
  return (
    <span className="search-field">
      <Icon of={Search} />
      <input
        ref={ref}
        type="search"
        autoFocus={autoFocus}
        className="input"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {value === '' || hasNoClear ? null : <Clear onChange={onChange} />}
    </span>
  );
}

export interface SearchBoxProps {
  readonly className: string;
  readonly inputClassName: string;
  readonly label: string;
  readonly placeholder: string;
  /** Accessible name of the list. */
  readonly popup: 'tree' | 'listbox';
  readonly listId: string;
  /** Index of the active row; -1 if there is none. */
  readonly active: number;
  readonly value: string;
  /** Summary of the results; empty without a query. */
  readonly resultCount: string;
  readonly onChange: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly ref: Ref<HTMLInputElement>;
}

/** Returns the element id of a row. */
export const rowDomId = (listId: string, index: number): string => `${listId}-${index}`;

export function SearchBox(props: SearchBoxProps): ReactNode {
  const { className, inputClassName, label, placeholder, popup, listId, active, value, resultCount, onChange, onKeyDown, ref } = props;
  return (
    <div className={`search-box ${className}`}>
      <Icon of={Search} />
      <input
        ref={ref}
        className={inputClassName}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-haspopup={popup}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active === -1 ? undefined : rowDomId(listId, active)}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {value === '' ? null : <Clear onChange={onChange} />}
      <span className="visually-hidden" role="status">
        {resultCount}
      </span>
    </div>
  );
}

/** A text with marked search matches. */
export function MarkedText({ text, marks = [] }: { readonly text: string; readonly marks?: readonly Mark[] }): ReactNode {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const [start, end] of marks) {
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>);
    from = end;
  }
  parts.push(text.slice(from));
  return parts;
}

const step = 50;

export interface Growing<T> {
  readonly visibleRows: readonly T[];
  readonly onScroll: (event: UIEvent) => void;
}

/**
 * Number of rendered lines of a list: slightly more than are visible, growing with scrolling and keys. A new `subject` is a new
 * list and starts over.
 */
export function useGrowing<T>(lines: readonly T[], active: number, subject: string): Growing<T> {
  const [grown, setGrown] = useState({ subject, count: step });
  const count = Math.max(grown.subject === subject ? grown.count : step, active + step / 2);
  const onScroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent): void => {
    if (count < lines.length && scrollTop + 2 * clientHeight > scrollHeight) setGrown({ subject, count: count + step });
  };
  return { visibleRows: count < lines.length ? lines.slice(0, count) : lines, onScroll };
}

/** A stable function that calls the latest given one. */
export function useLatest<T>(action: (value: T) => void): (value: T) => void {
  const latest = useRef(action);
  useLayoutEffect(() => {
    latest.current = action;
  });
  return useCallback((value) => latest.current(value), []);
}

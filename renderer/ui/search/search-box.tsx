// A search box over a list: keeps the focus while keys move through the list, and announces the results.
import { Search } from 'lucide-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { Icon } from '../icon.tsx';

export interface SearchBoxProps {
  readonly className: string;
  readonly inputClassName: string;
  readonly label: string;
  readonly placeholder: string;
  /** Accessible name of the list. */
  readonly popup: 'tree' | 'listbox';
  readonly listId: string;
  /** Index of the active line; -1 for none. */
  readonly active: number;
  readonly value: string;
  /** Summary of the results; empty without a query. */
  readonly found: string;
  readonly onChange: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly ref: Ref<HTMLInputElement>;
}

/** Element id of a line. */
export const rowDomId = (listId: string, index: number): string => `${listId}-${index}`;

export function SearchBox(props: SearchBoxProps): ReactNode {
  const { className, inputClassName, label, placeholder, popup, listId, active, value, found, onChange, onKeyDown, ref } = props;
  return (
    <div className={className}>
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
      <span className="visually-hidden" role="status">
        {found}
      </span>
    </div>
  );
}

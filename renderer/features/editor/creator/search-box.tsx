// A search box over a list: the keys stay in it while they move through the list, and what was found is said.
import { Search } from 'lucide-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { Icon } from '../../../ui/icon.tsx';

export interface SearchBoxProps {
  readonly className: string;
  readonly inputClassName: string;
  readonly label: string;
  readonly placeholder: string;
  /** What the list is. */
  readonly popup: 'tree' | 'listbox';
  readonly listId: string;
  /** Index of the line the keys are on; -1 for none. */
  readonly active: number;
  readonly value: string;
  /** What was found, in words; empty while nothing is searched for. */
  readonly found: string;
  readonly onChange: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly ref: Ref<HTMLInputElement>;
}

/** The id of a line within the page. */
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

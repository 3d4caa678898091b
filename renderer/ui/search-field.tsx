// A search field.
import './search-field.css';
import { Search } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Icon } from './icon.tsx';

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoFocus?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

export function SearchField({ label, value, onChange, autoFocus, ref }: SearchFieldProps): ReactNode {
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
    </span>
  );
}

// A choice between a few options, side by side; a single tab stop.
import './segments.css';
import type { ReactNode } from 'react';
import { Toolbar } from './toolbar.tsx';

export interface SegmentsProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: ReactNode }[];
  readonly onChange: (value: V) => void;
}

export function Segments<V extends string>({ label, value, options, onChange }: SegmentsProps<V>): ReactNode {
  return (
    <Toolbar role="group" label={label} className="segments">
      {options.map((option) => (
        <button key={option.value} type="button" aria-pressed={option.value === value} onClick={() => onChange(option.value)}>
          {option.label}
        </button>
      ))}
    </Toolbar>
  );
}

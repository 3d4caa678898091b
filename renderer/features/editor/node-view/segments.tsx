// One of a few, side by side.
import type { ReactNode } from 'react';

export interface SegmentsProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: ReactNode }[];
  readonly onChange: (value: V) => void;
}

export function Segments<V extends string>({ label, value, options, onChange }: SegmentsProps<V>): ReactNode {
  return (
    <span className="segments" role="group" aria-label={label}>
      {options.map((option) => (
        <button key={option.value} type="button" aria-pressed={option.value === value} onClick={() => onChange(option.value)}>
          {option.label}
        </button>
      ))}
    </span>
  );
}

// State of a small form: values, errors, and whether it may be submitted.
import { useState } from 'react';

/** Returns the error of a value as text; undefined if it is valid. */
export type FieldRule<N extends string> = (value: string, values: Readonly<Record<N, string>>) => string | undefined;

export interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
  readonly error?: string;
}

export interface Fields<N extends string> {
  readonly values: Readonly<Record<N, string>>;
  readonly isValid: boolean;
  readonly isChanged: boolean;
  /** Returns the props of a text field. Its error is shown once the field has lost the focus or the form was submitted. */
  props(name: N): FieldProps;
  /** Shows all errors; returns whether there are none. */
  check(): boolean;
  /** Sets these values as the unchanged ones. */
  reset(values: Readonly<Record<N, string>>): void;
}

export function useFields<N extends string>(
  start: Readonly<Record<N, string>>,
  rules: Readonly<Record<NoInfer<N>, FieldRule<NoInfer<N>>>>,
): Fields<N> {
  const [initial, setInitial] = useState(start);
  const [values, setValues] = useState(start);
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const names = Object.keys(rules) as N[];
  const errorOf = (name: N): string | undefined => rules[name](values[name], values);
  return {
    values,
    isValid: names.every((name) => errorOf(name) === undefined),
    isChanged: names.some((name) => values[name] !== initial[name]),
    props: (name) => ({
      value: values[name],
      onChange: (value) => setValues((before) => ({ ...before, [name]: value })),
      onBlur: () => (values[name] === initial[name] ? undefined : setVisited((before) => new Set([...before, name]))),
      error: visited.has(name) ? errorOf(name) : undefined,
    }),
    check: () => {
      setVisited(new Set(names));
      return names.every((name) => errorOf(name) === undefined);
    },
    reset: (next) => {
      setInitial(next);
      setValues(next);
      setVisited(new Set());
    },
  };
}

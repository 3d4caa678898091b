// A parameter within another: inputs of collections draw their fields through this, and so need not know what fields are made of.
import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import type { ParameterFieldProps } from './parameter-input.ts';

export const FieldContext = createContext<ComponentType<ParameterFieldProps> | undefined>(undefined);

/** Throws outside of a ParameterForm, which says what draws fields. */
export function ParameterField(props: ParameterFieldProps): ReactNode {
  const Field = useContext(FieldContext);
  if (Field === undefined) throw new Error('A parameter is drawn outside of a ParameterForm.');
  return <Field {...props} />;
}

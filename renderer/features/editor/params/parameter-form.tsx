// Stands around the parameters of a node.
import type { ReactNode } from 'react';
import { FieldContext } from './nested-field.tsx';
import { FormField } from './parameter-field.tsx';

export function ParameterForm({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <FieldContext value={FormField}>
      <div className="params">{children}</div>
    </FieldContext>
  );
}

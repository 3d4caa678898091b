// The props of all parameter inputs, and the context through which inputs of collections render nested parameters.
import { createContext, memo, useContext, type ComponentType, type ReactNode } from 'react';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import type { ExpressionInputProps } from '../expression/index.ts';

/** Shares the props of expressions, except for the text. */
export interface ParameterInputProps extends Omit<ExpressionInputProps, 'text' | 'onText'> {
  /** The stored value or the default. Never an expression, which has its own input. */
  readonly value: unknown;
  /** Undefined removes the value, so that the default applies. */
  readonly onChange: (value: unknown) => void;
}

/**
 * How a type is rendered. `field`: with label row, expression, hint and issues; data can be dropped on it. `group`: with a heading
 * and issues. `bare`: the input renders everything itself.
 */
type ParameterFrame = 'field' | 'group' | 'bare';

export interface ParameterKind {
  readonly frame: ParameterFrame;
  readonly Input: ComponentType<ParameterInputProps>;
}

export interface ParameterFieldProps {
  readonly property: NodeProperty;
  readonly path: string;
  readonly value: unknown;
  readonly isDisabled: boolean;
  /** Whether the label row is hidden, such as in a row of several fields; the name is only announced. */
  readonly isCompact?: boolean;
  /** Called instead of setting the parameter at `path`. */
  readonly onChange?: (value: unknown) => void;
  /** Removes the parameter from its collection. */
  readonly onRemove?: () => void;
  /** Text after the label, such as the type of a column. */
  readonly note?: string;
  /** An additional issue, shown after the field loses the focus. */
  readonly problem?: string | undefined;
}

export const FieldContext = createContext<ComponentType<ParameterFieldProps> | undefined>(undefined);

/** Renders a parameter. Throws outside of a ParameterForm, which provides the component. */
export const ParameterField = memo(function ParameterField(props: ParameterFieldProps): ReactNode {
  const Field = useContext(FieldContext);
  if (Field === undefined) throw new Error('ParameterField is used outside of a ParameterForm.');
  return <Field {...props} />;
});

// What every parameter input is given: one contract for all types.
import type { ComponentType } from 'react';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import type { ExpressionInputProps } from '../expression/index.ts';

/** What is edited, whether it can be, and what describes it is the same for fixed values and expressions. */
export interface ParameterInputProps extends Omit<ExpressionInputProps, 'text' | 'onText'> {
  /** The value given, or the default. Never an expression: those have an input of their own. */
  readonly value: unknown;
  /** Undefined takes the value away, so that the default counts. */
  readonly onChange: (value: unknown) => void;
}

/**
 * How a type is drawn. `field`: label, switch between fixed and expression, hint and issues stand around the input, and data can
 * be dropped on it. `group`: a heading with issues. `bare`: the input draws everything itself.
 */
export type ParameterFrame = 'field' | 'group' | 'bare';

export interface ParameterKind {
  readonly frame: ParameterFrame;
  readonly Input: ComponentType<ParameterInputProps>;
}

export interface ParameterFieldProps {
  readonly property: NodeProperty;
  readonly path: string;
  readonly value: unknown;
  readonly isDisabled: boolean;
  /** Drawn without label row, such as in a row of several; the name is for those who listen. */
  readonly isCompact?: boolean;
  /** Writes elsewhere than to the path. */
  readonly onChange?: (value: unknown) => void;
  /** Takes the parameter out of what holds it, where that can be done. */
  readonly onRemove?: () => void;
  /** Stands behind the name, such as the type of a column. */
  readonly note?: string;
  /** What is wrong with it beside what the node's own rules say; shown once it was left. */
  readonly problem?: string | undefined;
}

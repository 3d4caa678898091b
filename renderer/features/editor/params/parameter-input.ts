// What every parameter input is given: one contract for all types.
import type { ComponentType } from 'react';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import type { Opening } from '../expression/index.ts';

export interface ParameterInputProps {
  readonly property: NodeProperty;
  /** Where the value lies in the node's parameters: `options.timeout`, `values.rows[2].name`. */
  readonly path: string;
  /** The value given, or the default. Never an expression: those have an input of their own. */
  readonly value: unknown;
  /** Undefined takes the value away, so that the default counts. */
  readonly onChange: (value: unknown) => void;
  /** Read-only, or switched off by the property's rules. */
  readonly isDisabled: boolean;
  readonly isInvalid: boolean;
  /** Id of the control, which the label names. */
  readonly id: string;
  /** Ids of what describes it: hint and issues. */
  readonly describedBy?: string;
  /** The field was left: what is missing may be said now. */
  readonly onBlur: () => void;
  /** It became an expression just now, for inputs that draw expressions themselves. */
  readonly opens?: Opening | undefined;
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
}

// Variables at run time: slots reached by depth and index, as the compiler resolved them. No name is looked up.
import type { Scope } from './data/scope.ts';

/** A set of slots and the one around it. The outermost is the scope itself, which has none. */
export interface Environment {
  readonly scope: Scope;
  readonly parent: Environment | undefined;
  readonly slots: unknown[];
}

/** The slots of one call, loop turn or block. */
export class Frame implements Environment {
  readonly scope: Scope;
  readonly parent: Environment;
  readonly slots: unknown[];

  constructor(parent: Environment, slotCount: number) {
    this.scope = parent.scope;
    this.parent = parent;
    this.slots = Array(slotCount) as unknown[];
  }
}

/** Compiled code: reads its variables from the environment and gives a value. */
export type Code = (env: Environment) => unknown;

/** Why a statement did not end by itself. Labelled ones are made per label. */
export class Signal {
  readonly kind: 'break' | 'continue' | 'return';
  readonly label: string | undefined;

  constructor(kind: Signal['kind'], label?: string) {
    this.kind = kind;
    this.label = label;
  }
}

export const breakSignal = new Signal('break');
export const continueSignal = new Signal('continue');
/** The value returned stands in session.returned. */
export const returnSignal = new Signal('return');

/** A compiled statement: undefined when it ended by itself. */
export type Action = (env: Environment) => Signal | undefined;

/** Stores a value: in a slot, a member, or the parts of a pattern. */
export type Store = (env: Environment, value: unknown) => void;

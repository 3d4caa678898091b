// Variables at run time: slots addressed by depth and index, as the compiler has resolved them. Names are not looked up.
import type { Scope } from './data/scope.ts';

/** Slots and their parent. The outermost environment is the scope itself, which has no parent. */
export interface Environment {
  readonly scope: Scope;
  readonly parent: Environment | undefined;
  readonly slots: unknown[];
}

/** The slots of a call, loop iteration or block. */
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

/** Compiled code: reads its variables from the environment and returns a value. */
export type Code = (env: Environment) => unknown;

/** Why a statement ended early. Labeled signals are created per label. */
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
/** The returned value is in session.returned. */
export const returnSignal = new Signal('return');

/** A compiled statement: returns undefined if it ended normally. */
export type Action = (env: Environment) => Signal | undefined;

/** Stores a value in a slot, a member, or the parts of a pattern. */
export type Store = (env: Environment, value: unknown) => void;

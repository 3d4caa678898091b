// What all parts of the stand-in share: members that it does not cover throw, and calls without an effect of their own are recorded.
import { EventEmitter } from 'node:events';

export interface RecordedCall {
  /** Such as `shell.openExternal`. */
  readonly api: string;
  readonly args: readonly unknown[];
}

export const calls: RecordedCall[] = [];

export function record(api: string, ...args: readonly unknown[]): void {
  calls.push({ api, args });
}

/** Returns a function that only records its calls. */
export const recorder =
  (api: string) =>
  (...args: readonly unknown[]): void =>
    record(api, ...args);

/** Members that JavaScript, Node and test tools look for in any object. */
const lookedFor = new Set(['then', 'toJSON', 'domain', 'inspect', 'asymmetricMatch', 'nodeType', 'tagName', '$$typeof']);

export const uncovered = (name: string): Error => new Error(`The Electron stand-in does not cover ${name}.`);

/** The object, with an error for each member that it does not have. */
export function guard<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get(target, key, receiver): unknown {
      if (key in target || typeof key === 'symbol' || key.startsWith('_') || lookedFor.has(key)) return Reflect.get(target, key, receiver);
      throw uncovered(`${name}.${key}`);
    },
  });
}

/** A guarded object with events: listening to an event that never comes is an error too. */
export class Guarded extends EventEmitter {
  static readonly #covered = new WeakMap<object, { readonly name: string; readonly events: ReadonlySet<string> | undefined }>();

  /** `events`: those that the stand-in or tests emit; undefined if any name is allowed. */
  constructor(name: string, events?: readonly string[]) {
    super();
    const guarded = guard(name, this);
    Guarded.#covered.set(guarded, { name, events: events === undefined ? undefined : new Set(events) });
    return guarded;
  }

  /** Names of the covered events. */
  static eventsOf(object: object): readonly string[] {
    return [...(Guarded.#covered.get(object)?.events ?? [])];
  }

  override on(event: string | symbol, listener: (...args: never[]) => void): this {
    const covered = Guarded.#covered.get(this);
    if (covered?.events?.has(String(event)) === false) throw uncovered(`the event '${String(event)}' of ${covered.name}`);
    return super.on(event, listener as never);
  }

  override addListener(event: string | symbol, listener: (...args: never[]) => void): this {
    return this.on(event, listener);
  }
}

/** An event whose default can be prevented. */
export interface Preventable {
  defaultPrevented: boolean;
  preventDefault(): void;
}

export function preventable<T extends object>(fields: T = {} as T): Preventable & T {
  const event = {
    ...fields,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}

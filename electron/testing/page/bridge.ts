// Connects the two worlds of a page, as Electron's contextBridge does. Runs once in each world.

/** A value on its way: events clone their detail between worlds; functions and promises travel as ids. */
type Sent =
  | { readonly t: 'value'; readonly v: unknown }
  | { readonly t: 'node' }
  | { readonly t: 'error'; readonly v: string }
  | { readonly t: 'list'; readonly v: readonly Sent[] }
  | { readonly t: 'object'; readonly v: Readonly<Record<string, Sent>> }
  | { readonly t: 'function' | 'promise'; readonly id: number };

interface Call {
  readonly id: number;
  readonly args: readonly Sent[];
  /** Identifies the result. */
  readonly tag: number;
}

interface CallResult {
  readonly tag: number;
  readonly value?: Sent;
  readonly error?: Sent;
}

export interface Bridge {
  send(value: unknown): Sent;
  receive(sent: Sent): unknown;
  dispatch(type: string, detail: unknown): void;
  listen(type: string, listener: (detail: never) => void): () => void;
}

export type CreateBridge = typeof createBridge;
type AnyFunction = (...args: unknown[]) => unknown;

/** `own` and `peer` name the worlds. Uses nothing outside of itself: its source is run in pages. */
export function createBridge(own: string, peer: string, channel: string): Bridge {
  const functions = new Map<number, AnyFunction>();
  const ids = new WeakMap<object, number>();
  let last = 0;
  let lastTag = 0;
  const deepest = 1000;
  const cloned = /^(Date|RegExp|Map|Set|ArrayBuffer|Blob|File|.*Array|DataView|ImageData)$/;
  // The page may replace these later.
  const target = EventTarget.prototype as unknown as Readonly<Record<string, AnyFunction>>;
  const method = (name: string): AnyFunction => target[name]?.bind(window) as AnyFunction;
  const [dispatchEvent, addListener, removeListener] = [method('dispatchEvent'), method('addEventListener'), method('removeEventListener')];
  const PageEvent = CustomEvent;

  const dispatch = (type: string, detail: unknown): void => void dispatchEvent(new PageEvent(channel + type, { detail }));
  const listen = (type: string, listener: (detail: never) => void): (() => void) => {
    const receive = (event: unknown): void => listener((event as CustomEvent).detail as never);
    addListener(channel + type, receive);
    return () => void removeListener(channel + type, receive);
  };

  const idOf = (value: AnyFunction): number => {
    const known = ids.get(value);
    if (known !== undefined) return known;
    const id = ++last;
    ids.set(value, id);
    functions.set(id, value);
    return id;
  };
  const sendObject = (value: object, depth: number): Sent => {
    const prototype: unknown = Object.getPrototypeOf(value);
    const isPlain = prototype === Object.prototype || prototype === null;
    if (!isPlain && cloned.test(Object.prototype.toString.call(value).slice(8, -1))) {
      structuredClone(value);
      return { t: 'value', v: value };
    }
    // Instances of classes lose their methods, as in Electron.
    return { t: 'object', v: Object.fromEntries(Object.entries(value).map(([key, field]) => [key, send(field, depth + 1)])) };
  };

  function send(value: unknown, depth = 0): Sent {
    if (depth > deepest)
      throw new TypeError(`Electron contextBridge recursion depth exceeded.  Nested objects deeper than ${deepest} are not supported.`);
    if (typeof value === 'symbol') throw new TypeError('An object could not be cloned.');
    if (typeof value === 'function') return { t: 'function', id: idOf(value as AnyFunction) };
    if (value === null || typeof value !== 'object') return { t: 'value', v: value };
    if (value instanceof Promise) {
      const settle = (resolve: unknown, reject: unknown): void => void value.then(resolve as AnyFunction, reject as AnyFunction);
      return { t: 'promise', id: idOf(settle as AnyFunction) };
    }
    if (value instanceof Node) return { t: 'node' };
    // Only the message of an error crosses, as in Electron.
    if (value instanceof Error) return { t: 'error', v: value.message };
    if (Array.isArray(value)) return { t: 'list', v: value.map((item) => send(item, depth + 1)) };
    return sendObject(value, depth);
  }

  function receive(sent: Sent): unknown {
    switch (sent.t) {
      case 'value':
        return sent.v;
      case 'node':
        return document.createElement('stand-in-node');
      case 'error':
        return new Error(sent.v);
      case 'list':
        return sent.v.map(receive);
      case 'object':
        return Object.fromEntries(Object.entries(sent.v).map(([key, field]) => [key, receive(field)]));
      case 'promise':
        return new Promise((resolve, reject) => void call(sent.id, [resolve, reject]));
      default:
        return (...args: unknown[]) => call(sent.id, args);
    }
  }

  /** Calls a function of the other world. Events are dispatched synchronously, so the result is there at once. */
  function call(id: number, args: readonly unknown[]): unknown {
    const tag = ++lastTag;
    let result: CallResult | undefined;
    const end = listen(`${own}:result`, (received: CallResult) => {
      if (received.tag === tag) result = received;
    });
    try {
      dispatch(`${peer}:call`, { id, args: args.map((arg) => send(arg)), tag } satisfies Call);
    } finally {
      end();
    }
    if (result === undefined) throw new Error('The other world of the page did not respond.');
    if (result.error !== undefined) throw receive(result.error) as Error;
    return result.value === undefined ? undefined : receive(result.value);
  }

  listen(`${own}:call`, ({ id, args, tag }: Call) => {
    let result: CallResult;
    try {
      result = { tag, value: send(functions.get(id)?.(...args.map(receive))) };
    } catch (error) {
      result = { tag, error: send(error instanceof Error ? error : new Error(String(error))) };
    }
    dispatch(`${peer}:result`, result);
  });
  return { send, receive, dispatch, listen };
}

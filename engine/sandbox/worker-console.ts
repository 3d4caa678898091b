// Converts console output of user code to plain data of a bounded size, so that it cannot flood the engine.

/** Maximum number of lines per job. */
const mostLines = 2000;
/** Maximum number of values per job; 64 characters of a text count as one. */
const mostParts = 100_000;
const deepest = 20;
const note = 'Further lines of this run are not shown.';

export class JobConsole {
  readonly #send: (values: readonly unknown[]) => void;
  #lines = 0;
  #parts = 0;
  #isOver = false;

  constructor(send: (values: readonly unknown[]) => void) {
    this.#send = send;
  }

  /** `console` in user code. */
  get globals(): Readonly<Record<string, unknown>> {
    const log = (...values: unknown[]): void => this.#log(values);
    return { log, info: log, warn: log, error: log, debug: log, trace: log, table: log, dir: log };
  }

  /** Drops all further output. */
  end(): void {
    this.#isOver = true;
  }

  #log(values: readonly unknown[]): void {
    if (this.#isOver) return;
    if (++this.#lines > mostLines || this.#parts > mostParts) {
      this.#isOver = true;
      this.#send([note]);
      return;
    }
    this.#send(values.slice(0, 100).map((value) => this.#shown(value, [])));
  }

  #shown(value: unknown, around: readonly object[]): unknown {
    if (++this.#parts > mostParts) return '…';
    try {
      if (typeof value === 'string') return this.#text(value);
      if (typeof value === 'function') return '[Function]';
      if (typeof value === 'symbol') return value.toString();
      if (typeof value !== 'object' || value === null) return value;
      if (around.includes(value)) return '[Circular Reference]';
      return around.length > deepest ? '…' : this.#object(value, [...around, value]);
    } catch {
      return 'A value that cannot be shown';
    }
  }

  #text(text: string): string {
    const room = Math.max(0, mostParts - this.#parts) * 64;
    this.#parts += text.length >>> 6;
    return text.length > room ? `${text.slice(0, room)}…` : text;
  }

  #object(value: object, around: readonly object[]): unknown {
    if (value instanceof Error) return this.#text(`${value.name}: ${value.message}`);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : new Date(value);
    if (value instanceof Promise) return '[Promise]';
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === 'function') return this.#shown((toJSON as () => unknown).call(value), around);
    if (value instanceof Map) return this.#entries(Object.fromEntries(value), around);
    if (value instanceof Set || ArrayBuffer.isView(value)) return this.#list(value as unknown as Iterable<unknown>, around);
    return Array.isArray(value) ? this.#list(value, around) : this.#entries(value, around);
  }

  #list(list: Iterable<unknown>, around: readonly object[]): unknown[] {
    const shown: unknown[] = [];
    for (const entry of list) {
      if (this.#parts > mostParts) break;
      shown.push(this.#shown(entry, around));
    }
    return shown;
  }

  #entries(object: object, around: readonly object[]): Record<string, unknown> {
    const shown: Record<string, unknown> = {};
    for (const key of Object.keys(object)) {
      if (this.#parts > mostParts) break;
      const value = this.#shown((object as Record<string, unknown>)[key], around);
      Object.defineProperty(shown, this.#text(key), { value, enumerable: true, writable: true, configurable: true });
    }
    return shown;
  }
}

// The two streams that commands write to.
import type { Writable } from 'node:stream';

export interface Terminal {
  readonly stream: Writable & { readonly columns?: number };
  /** Whether lines may be rewritten in place. */
  readonly isLive: boolean;
  readonly hasColour: boolean;
}

export interface Streams {
  /** Results. */
  readonly out: Terminal;
  /** Diagnostics. */
  readonly err: Terminal;
}

/** Prints a translated line, whose values have been made printable. */
export function say({ stream }: Terminal, line: string): void {
  stream.write(`${line}\n`);
}

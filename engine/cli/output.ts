// Output of the command line: its two streams, written with backpressure, and without control sequences on terminals.
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

/** Writes text in chunks; ends early if the reader has closed the stream. */
export async function writeAll(stream: Writable, chunks: AsyncIterable<string>): Promise<void> {
  for await (const chunk of chunks) {
    if (!stream.writable) return;
    if (!stream.write(chunk)) await mayGoOn(stream);
  }
}

/** Resolves once the stream is writable again, or closed. */
function mayGoOn(stream: Writable): Promise<void> {
  const signs = ['drain', 'error', 'close'] as const;
  return new Promise((resolve) => {
    const goOn = (): void => {
      for (const sign of signs) stream.off(sign, goOn);
      resolve();
    };
    for (const sign of signs) stream.on(sign, goOn);
  });
}

/** Control characters and bidirectional marks. Names and messages come from files and must not control the terminal. */
// oxlint-disable-next-line no-control-regex
const unsafe = /[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]+/g;

/** Returns text on one line, without control characters. */
export function printable(text: string): string {
  return text.replaceAll(unsafe, ' ');
}

/** Returns equivalent JSON in which control characters are escaped. */
export function printableJson(json: string): string {
  return json.replaceAll(unsafe, (found) => Array.from(found, escaped).join(''));
}

const escaped = (character: string): string =>
  character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

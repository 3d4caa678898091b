// Output of the command line: its two streams, written with backpressure and without control sequences, and the exit codes.
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

/** Prints a translated line, whose values are printable. */
export function say({ stream }: Terminal, line: string): void {
  stream.write(`${line}\n`);
}

/** Writes text in chunks; ends early if the reader has closed the stream. */
export async function writeAll(stream: Writable, chunks: AsyncIterable<string>): Promise<void> {
  for await (const chunk of chunks) {
    if (!stream.writable) return;
    if (!stream.write(chunk)) await whenWritable(stream);
  }
}

/** Resolves once the stream is writable again, or closed. */
function whenWritable(stream: Writable): Promise<void> {
  const events = ['drain', 'error', 'close'] as const;
  return new Promise((resolve) => {
    const proceed = (): void => {
      for (const event of events) stream.off(event, proceed);
      resolve();
    };
    for (const event of events) stream.on(event, proceed);
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
  return json.replaceAll(unsafe, (characters) => Array.from(characters, escapeCharacter).join(''));
}

const escapeCharacter = (character: string): string =>
  character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

export const exitCodes = {
  success: 0,
  workflowFailed: 1,
  /** Part of the command failed; the rest was done. */
  incomplete: 1,
  /** An unexpected error. */
  failed: 1,
  badUse: 2,
} as const;

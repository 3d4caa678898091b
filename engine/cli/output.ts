// Writing to the streams of the command line: as fast as the reader takes it, and never more than what a terminal may safely be shown.
import type { Writable } from 'node:stream';

/** Writes text that comes in pieces; ends early when the reader is gone. */
export async function writeAll(stream: Writable, chunks: AsyncIterable<string>): Promise<void> {
  for await (const chunk of chunks) {
    if (!stream.writable) return;
    if (!stream.write(chunk)) await mayGoOn(stream);
  }
}

/** Resolves when the stream takes more, or will take no more at all. */
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

/** Control characters, and marks that turn the direction of text: names and messages come from files, and must not steer the terminal. */
// oxlint-disable-next-line no-control-regex
const unsafe = /[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]+/g;

/** Text on one line, without what a terminal would obey. */
export function printable(text: string): string {
  return text.replaceAll(unsafe, ' ');
}

/** JSON that means the same, with what a terminal would obey written as escapes. */
export function printableJson(json: string): string {
  return json.replaceAll(unsafe, (found) => Array.from(found, escaped).join(''));
}

const escaped = (character: string): string =>
  character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

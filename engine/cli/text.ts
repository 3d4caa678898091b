// The command line's texts, from locales/en/cli.json, with {names} replaced.
import { errorCodeOf } from '../contract/errors.ts';
import { textsOf, type TextParams } from '../sdk/texts.ts';
import { invocation } from './invocation.ts';
import { printable } from './output.ts';
import texts from '../../locales/en/cli.json' with { type: 'json' };

const textOf = textsOf(texts, 'cli.json', printable);
const millrace = invocation();

/**
 * Returns the text with a dotted key. Params are inserted without line breaks; `count` selects the plural form `one` or `other`, and `{millrace}`
 * becomes the beginning of a command that works in the user's terminal.
 */
export const text = (key: string, params: TextParams = {}): string => textOf(key, { millrace, ...params });

const isCommand = new RegExp(String.raw`(?<![\w./-])millrace (?=(?:help|${Object.keys(texts.help.commands).join('|')})\b)`, 'g');
const forClones = / \(in a clone: [^)]*\)/g;

/** Returns a message of another room, in which commands begin with "millrace", with the commands that work in the user's terminal. */
export const withOwnCommands = (message: string, beginning = millrace): string =>
  message.replaceAll(forClones, '').replaceAll(isCommand, `${beginning} `);

/** Formats milliseconds: `< 1 ms`, `12 ms`, `3.2 s`, `2:05 min`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1) return '< 1 ms';
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
}

/** Returns the error and its hint on one line. Internal errors include their stack trace, for bug reports. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return printable(String(error));
  const { hint } = error as { readonly hint?: string };
  const message = printable(withOwnCommands(hint === undefined ? error.message : `${error.message} ${hint}`));
  return errorCodeOf(error) === undefined ? `${message}\n${text('internal')}\n${error.stack ?? ''}` : message;
}

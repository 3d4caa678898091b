// A parsed shell command.
import { AppError } from '../../contract/errors.ts';

export interface ShellCommand {
  readonly words: readonly string[];
  /** Standard input that the command itself contains (`<<EOF`, `<<<`). */
  readonly input?: string;
  /** Variables and substitutions, which are kept in the words as written. */
  readonly unknowns: readonly string[];
}

/** Yields one command after another. Throws BAD_REQUEST for unterminated quotes. */
export type ReadCommands = (source: string) => Iterable<ShellCommand>;

/** Whether the command continues after a newline. It does if the next line starts with an option: pasted commands often lack their backslashes. */
export function isContinued(source: string, newline: number): boolean {
  const option = /[ \t\u00A0]*--?[a-zA-Z]/y;
  option.lastIndex = newline + 1;
  return option.test(source);
}

export const UNSUPPORTED = 'This command is in an unsupported format';

export const unsupported = (hint: string): AppError => new AppError('BAD_REQUEST', UNSUPPORTED, { hint });

export const unfinished = (what: string): AppError => unsupported(`A ${what} is opened and never closed. Copy the whole command.`);

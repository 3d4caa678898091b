// What every reader of a shell's language gives: one command as its words.
import { AppError } from '../../contract/errors.ts';

export interface ShellCommand {
  readonly words: readonly string[];
  /** Text the command itself hands over as standard input (`<<EOF`, `<<<`). */
  readonly input?: string;
  /** Variables and commands whose values are known to the shell only, as they are written; they stay in the words. */
  readonly unknowns: readonly string[];
}

/** Reads one command after another. Throws BAD_REQUEST for quotes that do not end. */
export type ReadCommands = (source: string) => Iterable<ShellCommand>;

/** A newline ends a command, unless the next line goes on with an option: pasted commands often lost their backslashes. */
export function isContinued(source: string, newline: number): boolean {
  const option = /[ \t\u00A0]*--?[a-zA-Z]/y;
  option.lastIndex = newline + 1;
  return option.test(source);
}

export const UNSUPPORTED = 'This command is in an unsupported format';

export const unsupported = (hint: string): AppError => new AppError('BAD_REQUEST', UNSUPPORTED, { hint });

export const unfinished = (what: string): AppError => unsupported(`A ${what} is opened and never closed. Copy the whole command.`);

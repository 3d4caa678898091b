// Parses a command's options. An error is one sentence and refers to the command's help.
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { AppError } from '../contract/errors.ts';
import { text } from './text.ts';

/**
 * Returns options and other arguments. Throws BAD_REQUEST for unknown options, for options without their value, and for arguments of a command
 * that takes none.
 */
export function readArguments<const O extends ParseArgsOptionsConfig>(
  command: string,
  args: readonly string[],
  options: O,
  allowPositionals = false,
) {
  const parsed = parsedOr(command, () => parseArgs({ args: [...args], options, allowPositionals }));
  for (const [name, value] of Object.entries(parsed.values)) {
    if (value === '') throw new AppError('BAD_REQUEST', text('badOption', { reason: text('emptyOption', { name }), command }));
  }
  return parsed;
}

function parsedOr<T>(command: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const reason = `${(error as Error).message.split(/\.\s/)[0]}.`.replace(/\.\.$/, '.');
    throw new AppError('BAD_REQUEST', text('badOption', { reason, command }), { cause: error });
  }
}

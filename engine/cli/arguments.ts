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
  const parsedArguments = parseOrThrow(command, args, () => parseArgs({ args: [...args], options, allowPositionals }));
  for (const [name, value] of Object.entries(parsedArguments.values)) {
    if (value === '') throw new AppError('BAD_REQUEST', text('badOption', { reason: text('emptyOption', { name }), command }));
  }
  return parsedArguments;
}

function parseOrThrow<T>(command: string, args: readonly string[], parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new AppError('BAD_REQUEST', text('badOption', { reason: reasonOf(error as NodeJS.ErrnoException, args), command }), {
      cause: error,
    });
  }
}

/** Returns a sentence about invalid options, in place of Node's message, which explains the parser. */
function reasonOf({ code, message }: NodeJS.ErrnoException, args: readonly string[]): string {
  const option = /'(--?[^'\s]+)/.exec(message)?.[1];
  if (option !== undefined && code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return text('unknownOption', { option });
  if (option !== undefined && code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
    const isSet = args.includes(option);
    return text(isSet && args.at(-1) !== option ? 'dashValue' : isSet ? 'noValue' : 'needlessValue', { option });
  }
  return `${message.split(/\.\s/)[0]}.`.replace(/\.\.$/, '.');
}

// Regular expressions of users in `n8n-workflow`: matched within a limit of time, whatever the pattern is.
import { safePattern } from '../../expression/index.ts';
import { UserError } from './errors.ts';
import { supportedOnly } from './unsupported.ts';

interface Literal {
  readonly source: string;
  readonly flags: string;
}

/** Reads `/pattern/flags`; a text without slashes is the pattern itself. */
export function parseRegexLiteral(text: unknown): Literal {
  const written = String(text as string);
  const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(written) ?? [];
  return source === undefined ? { source: written, flags: '' } : { source, flags: flags ?? '' };
}

type Pattern = string | Literal;

/** Throws UserError if the pattern is invalid. */
function compiled(
  pattern: Pattern,
  flags: string | undefined,
): { readonly pattern: ReturnType<typeof safePattern>; readonly flags: string } {
  const { source, flags: own } = typeof pattern === 'string' ? { source: pattern, flags: '' } : pattern;
  const all = flags ?? own;
  try {
    return { pattern: safePattern(source, all), flags: all };
  } catch (cause) {
    throw new UserError(`Invalid regular expression: ${(cause as Error).message}`, { cause });
  }
}

/** Each function takes the pattern's source (or a RegExp), the text, and the flags. Throws AppError EXPRESSION_BUDGET if matching takes too long. */
export const safeRegex: object = supportedOnly('n8n-workflow: safeRegex', {
  test: (pattern: Pattern, text: unknown, flags?: string) => compiled(pattern, flags).pattern.test(String(text as string)),
  exec: (pattern: Pattern, text: unknown, flags?: string) => compiled(pattern, flags).pattern.exec(String(text as string)),
  replace: (pattern: Pattern, text: unknown, replacement: string, flags?: string) => {
    const made = compiled(pattern, flags);
    return made.flags.includes('g')
      ? made.pattern.replace(String(text as string), replacement)
      : made.pattern.replaceFirst(String(text as string), replacement);
  },
});

// The functions of `n8n-workflow` for regular expressions that users write: matching takes no more than a few seconds, whatever the pattern.
import { safePattern, type SafePattern } from '../../expression/regex/safe-pattern.ts';
import { supportedOnly } from './unsupported.ts';

/** Compiles a pattern. Throws SyntaxError if it is invalid. */
const compile = (pattern: string | RegExp, flags?: string): SafePattern =>
  typeof pattern === 'string' ? safePattern(pattern, flags) : safePattern(pattern.source, flags ?? pattern.flags);

type Replacer = string | ((match: string, ...more: unknown[]) => string);

/**
 * Matches patterns against texts. A pattern is its source or a RegExp. The functions throw SyntaxError if it is invalid, and AppError
 * EXPRESSION_BUDGET if matching takes too long.
 */
export const safeRegex: object = supportedOnly('n8n-workflow: safeRegex', {
  test: (pattern: string | RegExp, text: string, flags?: string) => compile(pattern, flags).test(text),
  exec: (pattern: string | RegExp, text: string, flags?: string) => compile(pattern, flags).exec(text),
  /** Every match as a text if the flags contain `g`, else the first one and its groups; null without a match. */
  match(pattern: string | RegExp, text: string, flags?: string): readonly string[] | null {
    if (!isGlobal(pattern, flags)) return compile(pattern, flags).exec(text);
    const matches = compile(pattern, flags).matchAll(text);
    return matches.length === 0 ? null : matches.map(([whole]) => whole);
  },
  matchAll: (pattern: string | RegExp, text: string, flags?: string) => compile(pattern, flags).matchAll(text),
  /** Replaces every match if the flags contain `g`, else the first one. */
  replace(pattern: string | RegExp, text: string, flags: string | undefined, replacement: Replacer): string {
    const compiled = compile(pattern, flags);
    const isEvery = isGlobal(pattern, flags);
    if (typeof replacement !== 'function') return isEvery ? compiled.replace(text, replacement) : compiled.replaceFirst(text, replacement);
    const matches = isEvery ? compiled.matchAll(text) : [compiled.exec(text)].filter((match) => match !== null);
    return replaced(text, matches, replacement);
  },
});

const isGlobal = (pattern: string | RegExp, flags?: string): boolean =>
  (flags ?? (typeof pattern === 'string' ? '' : pattern.flags)).includes('g');

function replaced(text: string, matches: readonly RegExpExecArray[], replacer: Exclude<Replacer, string>): string {
  const parts: string[] = [];
  let end = 0;
  for (const match of matches) {
    const groups = match.groups === undefined ? [] : [match.groups];
    parts.push(text.slice(end, match.index), String(replacer(match[0], ...match.slice(1), match.index, text, ...groups)));
    end = match.index + match[0].length;
  }
  return parts.join('') + text.slice(end);
}

/** Splits `/source/flags`; another text is the source of a pattern without flags. */
export function parseRegexLiteral(text: string): { readonly source: string; readonly flags: string } {
  const [, source = text, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(text) ?? [];
  return { source, flags };
}

// Regular expressions that people write into nodes: compiled once, and kept from running for ever on a hostile text.
import { NodeError } from '../../sdk/index.ts';
import { enter, leave } from '../../expression/budget.ts';
import { execute, replaceText } from '../../expression/regex/operations.ts';

export interface Pattern {
  /** True when the pattern is found anywhere in the text. */
  test(text: string): boolean;
  /** The text with every match replaced; `$1` in the replacement is the first group. */
  replace(text: string, replacement: string): string;
}

/** The pattern of this source. Throws SyntaxError when it is none; its methods throw NodeError when a text takes too long. */
export function createPattern(source: string, flags = ''): Pattern {
  const once = new RegExp(source, flags.replace(/[gy]/g, ''));
  const all = new RegExp(source, `${once.flags}g`);
  return {
    test: (text) => guarded(source, () => execute(once, text) !== null),
    replace: (text, replacement) => guarded(source, () => replaceText(text, all, replacement)),
  };
}

/** A pattern as written, `/pattern/flags` or the bare pattern. Throws NodeError PARAMETER_INVALID when it is none. */
export function writtenPattern(written: string): Pattern {
  const parts = /^\/(.*)\/([a-z]*)$/s.exec(written);
  try {
    return createPattern(parts?.[1] ?? written, parts?.[2]);
  } catch (cause) {
    throw new NodeError(`"${written}" is not a regular expression. Correct the pattern.`, { code: 'PARAMETER_INVALID', cause });
  }
}

/** Matching counts against the same allowance as an expression's. */
function guarded<T>(source: string, match: () => T): T {
  enter(false);
  try {
    return match();
  } catch (cause) {
    throw new NodeError(`Matching the regular expression "${source}" takes too long. Use a simpler pattern, or a shorter text.`, {
      code: 'EXPRESSION_BUDGET',
      cause,
    });
  } finally {
    leave();
  }
}

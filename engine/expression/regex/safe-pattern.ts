// Patterns that people write, for use outside of expressions: matched by the host where that is quick at worst, and never for ever.
import { AppError } from '../../contract/errors.ts';
import { enter, leave } from '../budget.ts';
import { execute, quickLength, replaceText } from './operations.ts';

/** A regular expression that keeps no state between texts. Its methods throw AppError EXPRESSION_BUDGET when a text takes too long. */
export interface SafePattern {
  /** True when the pattern is found anywhere in the text. */
  test(text: string): boolean;
  /** The first match and its groups, as RegExp.exec gives them; null when there is none. */
  exec(text: string): RegExpExecArray | null;
  /** Returns the text with every match replaced; `$1` in the replacement is the first group. */
  replace(text: string, replacement: string): string;
  /** As `replace`, for the first match alone. */
  replaceFirst(text: string, replacement: string): string;
}

/** The pattern of this source; the flags `g` and `y` have no meaning here. Throws SyntaxError when it is none. */
export function safePattern(source: string, flags = ''): SafePattern {
  const once = new RegExp(source, flags.replace(/[gy]/g, ''));
  let all: RegExp | undefined;
  // Up to this length the host needs no watching: most patterns and texts never pass beyond this line.
  const quick = quickLength(once);
  return {
    test: (text) => (text.length <= quick ? once.test(text) : guarded(source, () => execute(once, text) !== null)),
    exec: (text) => (text.length <= quick ? once.exec(text) : guarded(source, () => execute(once, text))),
    replace: (text, replacement) => {
      all ??= new RegExp(source, `${once.flags}g`);
      const every = all;
      return guarded(source, () => replaceText(text, every, replacement));
    },
    replaceFirst: (text, replacement) => guarded(source, () => replaceText(text, once, replacement)),
  };
}

/** Matching counts against the same allowance as an expression's. */
function guarded<T>(source: string, match: () => T): T {
  enter(false);
  try {
    return match();
  } catch (cause) {
    throw new AppError(
      'EXPRESSION_BUDGET',
      `Matching the regular expression "${source}" takes too long. Use a simpler pattern, or a shorter text.`,
      { cause },
    );
  } finally {
    leave();
  }
}

// Patterns that users write outside of expressions: matched by the host if its worst case is fast, and always limited in time.
import { AppError } from '../../contract/errors.ts';
import { enter, leave } from '../budget.ts';
import { execute, matchAllText, quickLength, replaceText } from './operations.ts';

/** A regular expression without state. Its methods throw AppError EXPRESSION_BUDGET if matching takes too long. */
export interface SafePattern {
  /** Whether the pattern occurs anywhere in the text. */
  test(text: string): boolean;
  /** Returns the first match and its groups, like RegExp.exec; null if there is none. */
  exec(text: string): RegExpExecArray | null;
  /** Returns every match and its groups. */
  matchAll(text: string): readonly RegExpExecArray[];
  /** Returns the text with every match replaced; `$1` in the replacement is the first group. */
  replace(text: string, replacement: string): string;
  /** Like `replace`, for the first match only. */
  replaceFirst(text: string, replacement: string): string;
}

/** Compiles a pattern; the flags `g` and `y` have no effect. Throws SyntaxError if it is invalid. */
export function safePattern(source: string, flags = ''): SafePattern {
  const once = new RegExp(source, flags.replace(/[gy]/g, ''));
  let all: RegExp | undefined;
  const every = (): RegExp => (all ??= new RegExp(source, `${once.flags}g`));
  // Up to this length the host is fast enough without measuring, which is the case for most patterns and texts.
  const quick = quickLength(once);
  return {
    test: (text) => (text.length <= quick ? once.test(text) : guarded(source, () => execute(once, text) !== null)),
    exec: (text) => (text.length <= quick ? once.exec(text) : guarded(source, () => execute(once, text))),
    matchAll: (text) => guarded(source, () => matchAllText(text, every())),
    replace: (text, replacement) => guarded(source, () => replaceText(text, every(), replacement)),
    replaceFirst: (text, replacement) => guarded(source, () => replaceText(text, once, replacement)),
  };
}

/** Charges matching to a budget like that of an expression. */
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

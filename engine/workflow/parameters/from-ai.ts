// Recognizes parameters that only ask a model for a value: `={{ $fromAI(…) }}`, parsed without evaluation.
import { isMark, scanCode, type Token } from '../references/code-scan.ts';

const isCallName = (token: Token | undefined): boolean => token?.kind === 'word' && token.text.toLowerCase() === '$fromai';

/** Whether an expression is exactly one `$fromAI` call with plain literals: it can neither read data nor run code. */
export function isFromAiOnly(value: string): boolean {
  const code = /^=\s*\{\{([\s\S]*)\}\}\s*$/.exec(value)?.[1];
  if (code === undefined) return false;
  const tokens = scanCode(code);
  if (!isCallName(tokens[0]) || !isMark(tokens[1], '(')) return false;
  let at = 2;
  while (at < tokens.length) {
    const next = literalEnd(tokens, at);
    if (next === undefined) return false;
    if (isMark(tokens[next], ')')) return next === tokens.length - 1;
    if (!isMark(tokens[next], ',')) return false;
    at = next + 1;
  }
  return false;
}

const plainWords = new Set(['true', 'false', 'null', 'undefined']);

/** Returns the index after the literal at `at`; undefined if there is none. */
function literalEnd(tokens: readonly Token[], at: number): number | undefined {
  const token = tokens[at] as Token;
  if (token.kind === 'string' || token.kind === 'number') return at + 1;
  if (token.kind === 'word') return plainWords.has(token.text) ? at + 1 : undefined;
  if (isMark(token, '-')) return tokens[at + 1]?.kind === 'number' ? at + 2 : undefined;
  return isMark(token, '`') && tokens[at + 1]?.kind === 'text' && isMark(tokens[at + 2], '`') ? at + 3 : undefined;
}

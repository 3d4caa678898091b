// Splits commands of the Windows command prompt (cmd) into words, as browsers copy them: carets are resolved first, then quotes.
import { isContinued, unfinished, type ShellCommand } from './shell-command.ts';

export function* cmdCommands(source: string): Generator<ShellCommand> {
  for (const line of withoutCarets(source)) {
    const words = windowsWords(line);
    if (words.length > 0) yield { words, unknowns: [] };
  }
}

/** Splits text into the commands that cmd would run. */
function* withoutCarets(source: string): Generator<string> {
  // Some browsers also write carets within plain quotes, where cmd would keep them. They are removed.
  const isEscapedThroughout = source.includes('^\\^"');
  let parts: string[] = [];
  let isQuoted = false;
  const token = /\^\n\n|\^\n|\^[^]|"|\n|[&|]|[^"^\n&|]+|\^/y;
  for (let match = token.exec(source); match !== null; match = token.exec(source)) {
    const [matched] = match;
    if (matched === '^\n\n') parts.push('\n');
    else if (matched === '^\n') continue;
    else if (!isQuoted && isEnd(source, match.index)) {
      yield parts.join('');
      parts = [];
      isQuoted = false;
    } else if (matched === '"') {
      isQuoted = !isQuoted && !isEscapedThroughout;
      parts.push('"');
    } else if (matched[0] !== '^') parts.push(matched);
    else if (isQuoted) {
      parts.push('^');
      // The next character may be the closing quote.
      token.lastIndex = match.index + 1;
    } else parts.push(matched.slice(1));
  }
  yield parts.join('');
}

/** Whether a command ends here: at a newline, `&` or `|` between words. Within a word, `&` is part of an address. */
function isEnd(source: string, at: number): boolean {
  const char = source[at];
  if (char === '\n') return !isContinued(source, at);
  if (char === '&') return /^[\s&]?$/.test(source[at + 1] ?? '') || /\s/.test(source[at - 1] ?? ' ');
  return char === '|';
}

/**
 * Splits words by the rules of the Windows C runtime: `\"` and, within quotes, `""` are a quote. Other backslashes would be literal, but browsers
 * double each of them.
 */
function windowsWords(line: string): string[] {
  const words: string[] = [];
  let parts: string[] | undefined;
  let isQuoted = false;
  const token = /(\\*)"|\\+|[^"\\\s]+|\s+/y;
  for (let match = token.exec(line); match !== null; match = token.exec(line)) {
    const [matched, slashes] = match;
    if (slashes !== undefined) {
      parts ??= [];
      parts.push('\\'.repeat(slashes.length >> 1));
      if (slashes.length % 2 === 1) parts.push('"');
      else if (isQuoted && line[token.lastIndex] === '"') {
        parts.push('"');
        token.lastIndex++;
      } else isQuoted = !isQuoted;
    } else if (isQuoted || /^\S/.test(matched)) {
      parts ??= [];
      parts.push(matched[0] === '\\' ? '\\'.repeat((matched.length + 1) >> 1) : matched);
    } else if (parts !== undefined) {
      words.push(parts.join(''));
      parts = undefined;
    }
  }
  if (isQuoted) throw unfinished('quote (")');
  if (parts !== undefined) words.push(parts.join(''));
  return words;
}

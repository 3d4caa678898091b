// Splits PowerShell commands into words: backticks escape characters and continue lines, doubled quotes are literal.
import { isContinued, unfinished, type ShellCommand } from './shell-command.ts';

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['0', '\0'],
  ['\n', ''],
]);

const token = new RegExp(
  [
    /(?<blank>[ \t\u00A0]+)/,
    /@'[ \t]*\n(?<literalText>)/,
    /@"[ \t]*\n(?<text>)/,
    /'(?<single>(?:[^']+|'')*)(?<singleEnd>'?)/,
    /"(?<double>(?:[^"`]+|""|`[^])*)(?<doubleEnd>"?)/,
    /`(?<escaped>[^]?)/,
    /(?<end>[\n;|])/,
    /(?<plain>[^ \t\u00A0'"`\n;|]+)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);

export function* powershellCommands(source: string): Generator<ShellCommand> {
  let words: string[] = [];
  let unknowns = new Set<string>();
  let word: string | undefined;
  const endWord = (): void => {
    if (word !== undefined) words.push(forProgram(word));
    word = undefined;
  };
  const put = (text: string, isExpanded: boolean): void => {
    if (isExpanded) for (const [name] of text.matchAll(/\$(?:\([^)]{0,200}\)|\{[^}]{0,200}\}|[A-Za-z_][\w:]*)/g)) unknowns.add(name);
    word = (word ?? '') + text;
  };
  let at = 0;
  while (at < source.length) {
    token.lastIndex = at;
    const match = token.exec(source);
    const groups = match?.groups ?? {};
    at = token.lastIndex;
    const { single, double, escaped, plain, end } = groups;
    if (groups['blank'] !== undefined) endWord();
    else if (single !== undefined) put(closed(single, groups['singleEnd']).replaceAll("''", "'"), false);
    else if (double !== undefined)
      put(
        closed(double, groups['doubleEnd']).replaceAll(/`([^])|""/g, (_, char?: string) => unescaped(char)),
        true,
      );
    else if (escaped !== undefined) {
      if (escaped !== '\n') put(unescaped(escaped), false);
    } else if (plain !== undefined) put(plain, true);
    else if (end === undefined) {
      const quote = groups['text'] === undefined ? "'" : '"';
      const close = source.indexOf(`\n${quote}@`, at - 1);
      if (close < 0) throw unfinished(`text (@${quote})`);
      put(source.slice(at, Math.max(at, close)), quote === '"');
      at = close + 3;
    } else {
      endWord();
      if (words.length === 0 || (end === '\n' && isContinued(source, at - 1))) continue;
      yield { words, unknowns: [...unknowns] };
      words = [];
      unknowns = new Set();
    }
  }
  endWord();
  if (words.length > 0) yield { words, unknowns: [...unknowns] };
}

function closed(text: string, end: string | undefined): string {
  if (end === '') throw unfinished('quote');
  return text;
}

const unescaped = (char: string | undefined): string => (char === undefined ? '"' : (escapes.get(char) ?? char));

/**
 * Before version 7.3, quotes within an argument had to be escaped a second time for the called program. They are unescaped if all of them are
 * escaped.
 */
function forProgram(word: string): string {
  return /(?<!\\)"/.test(word) ? word : word.replaceAll('\\"', '"');
}

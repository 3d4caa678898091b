// A tolerant JavaScript tokenizer, which separates code from strings, comments and regexes, also in code that does not parse.

/** A token. Whitespace and comments are omitted; template texts are `text` tokens, and code within `${}` has tokens of its own. */
export interface Token {
  readonly kind: 'word' | 'string' | 'text' | 'number' | 'regex' | 'mark';
  readonly text: string;
  /** Offset of its first character. */
  readonly at: number;
}

export const isMark = (token: Token | undefined, text: string): boolean => token?.kind === 'mark' && token.text === text;

const spaceOrComment = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))/y;
const word = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const number = /\d[\w.]*/y;
/** Strings end with their line, so that an unmatched quote does not swallow the rest. */
const quoted = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/y;
const regex = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const templateText = /(?:[^\\`$]|\\[\s\S]|\$(?!\{))*/y;
const wordsBeforeRegex = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'delete',
  'void',
  'throw',
  'new',
  'else',
  'do',
  'await',
  'yield',
]);

/** Splits code into tokens. Never throws: unknown characters become single punctuation tokens. */
export function scanCode(code: string): Token[] {
  const tokens: Token[] = [];
  /** Number of open braces per template. If it is 0 for the innermost template, `}` returns to the template's text. */
  const templates: number[] = [];
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    return pattern.exec(code)?.[0] ?? '';
  };
  const push = (kind: Token['kind'], text: string): void => {
    if (text !== '' || kind === 'text') tokens.push({ kind, text, at });
    at += text.length;
  };
  const template = (): void => {
    push('text', take(templateText));
    if (code.startsWith('${', at)) {
      push('mark', '${');
      templates.push(0);
    } else push('mark', code.slice(at, at + 1));
  };
  while (at < code.length) {
    const space = take(spaceOrComment);
    at += space.length;
    if (space !== '') continue;
    const char = code[at] as string;
    const wordText = take(word);
    if (wordText !== '') push('word', wordText);
    else if (/\d/.test(char)) push('number', take(number));
    else if (char === '"' || char === "'") pushString(take(quoted), char);
    else if (char === '`') {
      push('mark', char);
      template();
    } else if (char === '/' && mayStartRegex(tokens.at(-1)) && take(regex) !== '') push('regex', take(regex));
    else brace(char);
  }
  return tokens;

  function pushString(text: string, quote: string): void {
    if (text === '') push('mark', quote);
    else push('string', text);
  }

  function brace(char: string): void {
    push('mark', char);
    const depth = templates.length - 1;
    if (depth < 0) return;
    if (char === '{') templates[depth] = (templates[depth] as number) + 1;
    if (char !== '}') return;
    if (templates[depth] === 0) {
      templates.pop();
      template();
    } else templates[depth] = (templates[depth] as number) - 1;
  }
}

function mayStartRegex(before: Token | undefined): boolean {
  if (before === undefined) return true;
  if (before.kind === 'word') return wordsBeforeRegex.has(before.text);
  return before.kind === 'mark' && !')]}`'.includes(before.text);
}

const escapedChars: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0', '\n': '' };

/** Returns the value of a string literal, given with its quotes. */
export function unquote(literal: string): string {
  return literal
    .slice(1, -1)
    .replace(/\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]+)\}|([\s\S]))/g, (_whole, unit, byte, point, char) => {
      const code = (unit ?? byte ?? point) as string | undefined;
      if (code !== undefined) return codePoint(Number.parseInt(code, 16));
      return escapedChars[char as string] ?? (char as string);
    });
}

const codePoint = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** Escapes text for use within a string literal of either kind of quotes. */
export function escapeText(text: string): string {
  return text
    .replace(/[\\'"]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r');
}

/** A segment of a text with expressions: code between `{{` and `}}`, or the surrounding text. */
export interface TemplatePart {
  readonly code: boolean;
  readonly text: string;
}

/**
 * Splits text at `{{ }}`. The braces belong to the text segments, so that joining all segments restores the text. Braces after a backslash do not
 * count; code ends at the first `}}` that closes no brace of its own.
 */
export function splitTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let from = 0;
  for (;;) {
    const open = unescaped(text, '{{', from);
    const close = open < 0 ? -1 : codeEnd(text, open + 2);
    if (close < 0) break;
    parts.push({ code: false, text: text.slice(from, open + 2) }, { code: true, text: text.slice(open + 2, close) });
    from = close;
  }
  parts.push({ code: false, text: text.slice(from) });
  return parts;
}

function unescaped(text: string, brackets: '{{' | '}}', from: number): number {
  let at = text.indexOf(brackets, from);
  while (at > 0 && text[at - 1] === '\\') at = text.indexOf(brackets, at + 2);
  return at;
}

/** Maximum number of closing braces tried before the first one is used: texts may be long, but object literals rarely are. */
const maxEnds = 16;

function codeEnd(text: string, start: number): number {
  const first = unescaped(text, '}}', start);
  let end = first;
  for (let tries = 0; end >= 0 && tries < maxEnds; tries++) {
    if (isBalanced(text.slice(start, end))) return end;
    end = unescaped(text, '}}', end + 1);
  }
  return first;
}

function isBalanced(code: string): boolean {
  if (!code.includes('{')) return true;
  let depth = 0;
  for (const token of scanCode(code)) {
    if (token.kind !== 'mark') continue;
    if (token.text === '{' || token.text === '${') depth++;
    else if (token.text === '}') depth--;
  }
  return depth <= 0;
}

/** Applies `change` to every piece of code within `{{ }}`. */
export function mapTemplateCode(text: string, change: (code: string) => string): string {
  return splitTemplate(text)
    .map((part) => (part.code ? change(part.text) : part.text))
    .join('');
}

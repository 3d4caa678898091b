// Finds and recognizes addresses in text, and removes markup.
import { allocate, stepsFor } from '../budget.ts';
import { payForUrl } from '../builtins/web.ts';

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])(?::\d{1,5})?$/i;
const EMAIL = /^[^\s@<>()[\],;:"]{1,64}@(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/i;

/** Whether a text is a domain, with or without a port. */
export function isDomain(text: string): boolean {
  return text.length <= 260 && DOMAIN.test(text);
}

export function isEmail(text: string): boolean {
  return text.length <= 320 && EMAIL.test(text);
}

/** Whether a text is a URL with a scheme and a host. */
export function isUrl(text: string): boolean {
  if (text.length >= 100_000 || !/^[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/?#]/i.test(text)) return false;
  payForUrl(text);
  return URL.canParse(text);
}

/** Charges for splitting a text, which may consist of separators. */
function payForWords(text: string): void {
  stepsFor(text.length * 64);
  allocate(text.length * 8);
}

/** Returns the pieces of a text between blanks and brackets, without punctuation at their ends. */
function words(text: string): string[] {
  payForWords(text);
  return text.split(/[\s<>()[\]{}"'`,;|\\]/).map((word) => word.replace(/^[.:!?*]{1,50}|[.:!?*]{1,50}$/g, ''));
}

/** Returns the first e-mail address in a text. */
export function findEmail(text: string): string | undefined {
  for (const word of words(text)) {
    if (!word.includes('@')) continue;
    const address = word.startsWith('mailto:') ? word.slice(7).replace(/\?.*$/, '') : word;
    if (isEmail(address)) return address;
  }
  return undefined;
}

/** Returns the first full URL (http, https, ftp) in a text. */
export function findUrl(text: string): string | undefined {
  payForWords(text);
  for (const word of text.split(/[\s<>"'`|\\^{}]/)) {
    const start = word.search(/(?:https?|ftp):\/\//i);
    if (start < 0) continue;
    const address = word.slice(start).replace(/[.,;:!?)\]]{1,50}$/, '');
    if (isUrl(address)) return address;
  }
  return undefined;
}

function hostOf(url: string): string {
  payForUrl(url);
  return new URL(url).hostname;
}

/** Returns the domain of a URL or e-mail address, or of the first one in the text. */
export function findDomain(text: string): string | undefined {
  stepsFor(text.length * 4);
  const trimmed = text.trim();
  if (isEmail(trimmed)) return trimmed.slice(trimmed.lastIndexOf('@') + 1);
  if (isUrl(trimmed)) return hostOf(trimmed);
  const host = (trimmed.split(/[/?#]/, 1)[0] ?? '').replace(/:\d{1,5}$/, '');
  if (isDomain(host)) return host;
  const url = findUrl(text);
  if (url !== undefined) return hostOf(url);
  const email = findEmail(text);
  return email === undefined ? words(text).find((word) => /[a-z]$/i.test(word) && isDomain(word)) : email.slice(email.lastIndexOf('@') + 1);
}

/** Returns the path of a URL. */
export function pathOfUrl(text: string): string | undefined {
  const trimmed = text.trim();
  if (!isUrl(trimmed)) return undefined;
  payForUrl(trimmed);
  return new URL(trimmed).pathname;
}

/** Returns the text without markup tags. */
export function removeTags(text: string): string {
  stepsFor(text.length * 16);
  let result = '';
  let end = 0;
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', end)) {
    const close = text.indexOf('>', open);
    if (close < 0) break;
    result += text.slice(end, open);
    end = close + 1;
  }
  return result + text.slice(end);
}

/** Marks at the start of a line. The host tries each only there, and reads a limited number of characters. */
const block: readonly (readonly [RegExp, string])[] = [
  [/^ {0,3}(?:```|~~~)[^\n]*$/gm, ''],
  [/^ {0,3}(?:[-*_] ?){3,40}$/gm, ''],
  [/^ {0,3}#{1,6} /gm, ''],
  [/^ {0,3}>{1,20} ?/gm, ''],
  [/^( {0,20})(?:[-*+]|\d{1,9}[.)]) /gm, '$1'],
  [/^[=-]{2,200}$/gm, ''],
];

const links: readonly Link[] = [
  { start: '![', middle: '](', end: ')' },
  { start: '[', middle: '](', end: ')' },
  { start: '[', middle: '][', end: ']' },
];

/** Marks around a part of a line. Their parts contain no other mark, so that the host never reads a character more than twice. */
const inline: readonly (readonly [RegExp, string])[] = [
  [/(\*\*|__)([^\n*_]+)\1/g, '$2'],
  [/([*_])([^\n*_]+)\1/g, '$2'],
  [/~~([^\n~]+)~~/g, '$1'],
  [/`{1,3}([^`]*)`{1,3}/g, '$1'],
];

/** Cost per character of removing all marks. */
const MARKDOWN_COST = 64;

/** Returns the text without Markdown and tags. */
export function removeMarkdown(text: string): string {
  stepsFor(text.length * MARKDOWN_COST);
  allocate(text.length * 2);
  let result = removeTags(text);
  for (const [mark, replacement] of block) result = result.replace(mark, replacement);
  for (const link of links) result = withoutLinks(result, link);
  for (const [mark, replacement] of inline) result = result.replace(mark, replacement);
  return result;
}

interface Link {
  readonly start: string;
  readonly middle: string;
  readonly end: string;
}

/**
 * Replaces links by their texts, which contain no closing bracket. A pattern would read to the end of the text again at each opening bracket; here,
 * brackets that cannot start a link are skipped together.
 */
function withoutLinks(text: string, { start, middle, end }: Link): string {
  let result = '';
  let copied = 0;
  let from = text.indexOf(start);
  while (from >= 0) {
    const close = text.indexOf(']', from + start.length);
    if (close < 0) break;
    const last = text.startsWith(middle, close) ? text.indexOf(end, close + middle.length) : -1;
    if (last < 0) {
      from = text.indexOf(start, close);
      continue;
    }
    result += text.slice(copied, from) + text.slice(from + start.length, close);
    copied = last + end.length;
    from = text.indexOf(start, copied);
  }
  return result + text.slice(copied);
}

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ŋ: 'n',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
};

/** Returns the text with non-ASCII letters replaced by their closest ASCII letters. */
export function toAscii(text: string): string {
  stepsFor(text.length * 32);
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßẞæÆœŒøØđĐðÐþÞłŁħĦıŋ‘’“”–—…]/g, (letter) => letters[letter] ?? letter);
}

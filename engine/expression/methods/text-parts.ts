// Finds and recognizes addresses in text, and removes markup.
import { stepsFor } from '../budget.ts';
import { replaceText } from '../regex/operations.ts';

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
  return /^[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/?#]/i.test(text) && text.length < 100_000 && URL.canParse(text);
}

/** Returns the pieces of a text between blanks and brackets, without punctuation at their ends. */
function words(text: string): string[] {
  stepsFor(text.length * 2);
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
  stepsFor(text.length * 2);
  for (const word of text.split(/[\s<>"'`|\\^{}]/)) {
    const start = word.search(/(?:https?|ftp):\/\//i);
    if (start < 0) continue;
    const found = word.slice(start).replace(/[.,;:!?)\]]{1,50}$/, '');
    if (isUrl(found)) return found;
  }
  return undefined;
}

/** Returns the domain of a URL or e-mail address, or of the first one in the text. */
export function findDomain(text: string): string | undefined {
  const trimmed = text.trim();
  if (isEmail(trimmed)) return trimmed.slice(trimmed.lastIndexOf('@') + 1);
  if (isUrl(trimmed)) return new URL(trimmed).hostname;
  const host = (trimmed.split(/[/?#]/, 1)[0] ?? '').replace(/:\d{1,5}$/, '');
  if (isDomain(host)) return host;
  const url = findUrl(text);
  if (url !== undefined) return new URL(url).hostname;
  const email = findEmail(text);
  return email === undefined ? words(text).find((word) => /[a-z]$/i.test(word) && isDomain(word)) : email.slice(email.lastIndexOf('@') + 1);
}

/** Returns the path of a URL. */
export function pathOfUrl(text: string): string | undefined {
  return isUrl(text.trim()) ? new URL(text.trim()).pathname : undefined;
}

/** Returns the text without markup tags. */
export function removeTags(text: string): string {
  stepsFor(text.length);
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

const markdown: readonly (readonly [RegExp, string])[] = [
  [/^ {0,3}(?:```|~~~)[^\n]*$/gm, ''],
  [/^ {0,3}(?:[-*_] ?){3,40}$/gm, ''],
  [/^ {0,3}#{1,6} /gm, ''],
  [/^ {0,3}>{1,20} ?/gm, ''],
  [/^( {0,20})(?:[-*+]|\d{1,9}[.)]) /gm, '$1'],
  [/^[=-]{2,200}$/gm, ''],
  [/!\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/\[([^\]]*)\]\[[^\]]*\]/g, '$1'],
  [/(\*\*|__)([^\n*_]+)\1/g, '$2'],
  [/([*_])([^\n*_]+)\1/g, '$2'],
  [/~~([^\n~]+)~~/g, '$1'],
  [/`{1,3}([^`]*)`{1,3}/g, '$1'],
];

/** Returns the text without Markdown and tags. */
export function removeMarkdown(text: string): string {
  let result = removeTags(text);
  for (const [mark, replacement] of markdown) result = replaceText(result, mark, replacement);
  return result;
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
  stepsFor(text.length * 4);
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßẞæÆœŒøØđĐðÐþÞłŁħĦıŋ‘’“”–—…]/g, (letter) => letters[letter] ?? letter);
}

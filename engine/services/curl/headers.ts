// The headers of a command: set by -H, or implied by other options.
import type { CurlArguments } from './arguments.ts';
import { listNames, type Notices } from './notices.ts';
import { unsupported } from './shell-command.ts';
import { MAX_FIELDS, type Field } from './url-encoding.ts';

/** Headers that depend on the request that is actually sent, and must not be copied. */
const setBySender: ReadonlySet<string> = new Set(
  'connection keep-alive proxy-connection transfer-encoding content-length upgrade expect te trailer'.split(' '),
);
/** Headers that may occur only once; the values of others are joined. */
const single: ReadonlySet<string> = new Set(
  'authorization content-type content-encoding host user-agent referer origin if-modified-since if-none-match range x-api-key'.split(' '),
);

/** Headers by case-insensitive name; values of the same name are joined. */
export class CurlHeaders {
  readonly #headers = new Map<string, { readonly name: string; readonly value: string | undefined }>();

  /** Undefined if the header is missing or was removed. */
  get(name: string): string | undefined {
    return this.#headers.get(name.toLowerCase())?.value;
  }

  /** Whether the command mentions the header, even if only to remove it. */
  has(name: string): boolean {
    return this.#headers.has(name.toLowerCase());
  }

  add(name: string, value: string | undefined): void {
    const key = name.toLowerCase();
    const before = this.#headers.get(key)?.value;
    const joined =
      before === undefined || value === undefined || single.has(key) ? value : before + (key === 'cookie' ? '; ' : ', ') + value;
    this.#headers.set(key, { name: this.#headers.get(key)?.name ?? name, value: joined });
  }

  unlessSet(name: string, value: string): void {
    if (!this.has(name)) this.add(name, value);
  }

  remove(name: string): void {
    this.#headers.delete(name.toLowerCase());
  }

  /** Names and values to send. */
  fields(): readonly Field[] {
    return [...this.#headers.values()].flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]));
  }
}

/** Returns the headers of -H, -A, -e, -b, -r and --json. Throws BAD_REQUEST if there are too many. */
export function readHeaders(args: CurlArguments, notices: Notices): CurlHeaders {
  const headers = new CurlHeaders();
  const headerOptions = args.all('header');
  if (headerOptions.length > MAX_FIELDS) throw unsupported(`The command has more than ${MAX_FIELDS} headers. Shorten it.`);
  for (const text of headerOptions) addHeader(headers, text, notices);
  if (args.isOn('json')) {
    headers.unlessSet('Content-Type', 'application/json');
    headers.unlessSet('Accept', 'application/json');
  }
  addOption(headers, 'User-Agent', args.last('user-agent'));
  // `;auto` sets the header only on redirects.
  addOption(headers, 'Referer', args.last('referer')?.replace(/;auto$/, ''));
  addCookies(headers, args, notices);
  const range = args.last('range');
  if (range !== undefined) addOption(headers, 'Range', `bytes=${range}`);
  return headers;
}

/** `Name: value`; `Name:` removes a default header; `Name;` has an empty value. */
function addHeader(headers: CurlHeaders, text: string, notices: Notices): void {
  if (text.startsWith('@')) {
    notices.add('FILE_NEEDED', `The command reads headers from the file ${listNames([text.slice(1)])}. Add them yourself.`);
    return;
  }
  const colon = text.indexOf(':');
  const name = (colon < 0 ? text.replace(/;\s*$/, '') : text.slice(0, colon)).trim();
  // curl ignores text with neither a colon nor a semicolon.
  if (colon < 0 && name === text.trim()) return;
  const value = colon < 0 ? '' : text.slice(colon + 1).trim();
  if (setBySender.has(name.toLowerCase())) return;
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || hasControls(value)) {
    notices.add(
      'HEADERS_LEFT_OUT',
      `These headers were left out, since they cannot be sent: ${listNames([name === '' ? (/^:[a-z]+(?=:)/.exec(text)?.[0] ?? ':') : name])}.`,
    );
    return;
  }
  headers.add(name, colon >= 0 && value === '' ? undefined : asBytes(value));
}

function addOption(headers: CurlHeaders, name: string, value: string | undefined): void {
  if (value !== undefined && value !== '' && !hasControls(value)) headers.unlessSet(name, asBytes(value));
}

/** Text with `=` contains cookies; otherwise it is the name of a cookie file. */
function addCookies(headers: CurlHeaders, args: CurlArguments, notices: Notices): void {
  const cookies = args.all('cookie').filter((value) => value !== '');
  const files = cookies.filter((value) => !value.includes('='));
  if (files.length > 0) notices.add('FILE_NEEDED', `The command reads cookies from ${listNames(files)}. Add a header Cookie yourself.`);
  const values = cookies.filter((value) => value.includes('=')).map((value) => value.trim().replace(/;$/, ''));
  addOption(headers, 'Cookie', values.join('; '));
}

const hasControls = (value: string): boolean => !/^[\t\u0020-\u007E\u0080-\u{10FFFF}]*$/u.test(value);

/** Encodes non-ASCII text as UTF-8 with one character per byte, since headers consist of bytes. */
const asBytes = (value: string): string => (/[^\0-\u007F]/.test(value) ? Buffer.from(value).toString('latin1') : value);

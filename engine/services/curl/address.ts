// URL and query of the request that a command sends.
import type { CurlArguments } from './arguments.ts';
import { readQuery, type DataContext } from './data.ts';
import { listNames } from './notices.ts';
import { unsupported } from './shell-command.ts';
import { decodedFields, percentEncoded, type Field } from './url-encoding.ts';

export interface Address {
  /** Protocol in lower case, such as `https`. */
  readonly protocol: string;
  /** The URL without its query, unless the query cannot be split without loss. */
  readonly url: string;
  readonly query: readonly Field[];
}

/** Protocols that curl infers from the host name if none is given. */
const guesses = /^(ftp|dict|ldap|imap|smtp|pop3)\./i;

/** Throws BAD_REQUEST for a command without an address. */
export function readAddress(args: CurlArguments, context: DataContext): Address {
  const [first, ...otherUrls] = args.urls;
  if (first === undefined) throw unsupported('The command contains no URL. Paste the whole command, such as: curl https://example.com');
  if (otherUrls.length > 0) {
    context.notices.add(
      'ADDRESSES_LEFT_OUT',
      `The command has more than one address; these were left out: ${listNames(otherUrls.map(withoutSecrets))}.`,
    );
  }
  const { protocol, rest } = withProtocol(args.isOn('globoff') ? first.trim() : withoutGlobs(first.trim()), args.last('proto-default'));
  const [beforeFragment = ''] = rest.split('#', 1);
  const mark = beforeFragment.indexOf('?');
  const path = withUploadName(mark < 0 ? beforeFragment : beforeFragment.slice(0, mark), args.last('upload-file'));
  const query = [mark < 0 ? '' : beforeFragment.slice(mark + 1), ...readQuery(args, context)].filter((part) => part !== '').join('&');
  const fields = query === '' ? [] : decodedFields(query, 'query');
  const base = `${protocol}://${path}`;
  return { protocol, url: fields === undefined ? `${base}?${query}` : base, query: fields ?? [] };
}

function withProtocol(text: string, usual: string | undefined): { protocol: string; rest: string } {
  const protocol = /^([a-z][a-z\d+.-]*):\/\/+/i.exec(text);
  if (protocol !== null) return { protocol: (protocol[1] ?? '').toLowerCase(), rest: text.slice(protocol[0].length) };
  // `file:/etc/passwd` needs no host.
  if (/^file:/i.test(text)) return { protocol: 'file', rest: text.slice(5) };
  return { protocol: (usual ?? guesses.exec(text)?.[1] ?? 'http').toLowerCase(), rest: text.replace(/^\/\//, '') };
}

/** Unescaped brackets are patterns in curl. */
const withoutGlobs = (text: string): string => text.replaceAll(/\\([[\]{}])/g, '$1');

/** Appends the name of the uploaded file to a path that ends in a slash, as curl does. */
function withUploadName(path: string, file: string | undefined): string {
  if (file === undefined || file === '-' || file === '.' || (path.includes('/') && !path.endsWith('/'))) return path;
  const name = file.split(/[/\\]/).pop() ?? '';
  return `${path}${path.includes('/') ? '' : '/'}${percentEncoded(name)}`;
}

const withoutSecrets = (url: string): string => url.replace(/\?.*/s, '').replace(/\/\/.*@/s, '//');

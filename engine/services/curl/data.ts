// Data of -d and related options, combined as curl does.
import type { CurlArguments } from './arguments.ts';
import { listNames, type Notices } from './notices.ts';
import { percentEncoded } from './url-encoding.ts';

/** Data of the request body: text, or one file. */
export type Data = { readonly text: string } | { readonly file: string };

/** Shared by all parts of the data. */
export interface DataContext {
  /** Standard input, if the command itself contains it. */
  readonly input: string | undefined;
  readonly notices: Notices;
}

type Piece = { readonly text: string; readonly lacks?: string } | { readonly file: string };

/** Encoding of a space: `+` as in forms or `%20` as in URLs; servers treat both alike. */
type Space = '+' | '%20';

/** Returns the data of the command; undefined if there is none. */
export function readData(args: CurlArguments, context: DataContext, space: Space = '+'): Data | undefined {
  const input = args.these('data', 'data-ascii', 'data-binary', 'data-raw', 'data-urlencode', 'json');
  const pieces = input.map(({ name, value }) => pieceOf(name, value, context.input, space));
  const [first] = pieces;
  if (first === undefined) return undefined;
  if (pieces.length === 1 && 'file' in first) return first;
  noteMissing(pieces, context.notices);
  const isJoined = (index: number): boolean => index > 0 && input[index]?.name !== 'json';
  return { text: pieces.map((piece, index) => (isJoined(index) ? '&' : '') + ('text' in piece ? piece.text : '')).join('') };
}

/** Query parameters added by -G and --url-query, in order. */
export function readQuery(args: CurlArguments, context: DataContext): readonly string[] {
  const data = args.isOn('get') ? readData(args, context, '%20') : undefined;
  const pieces: Piece[] = args
    .all('url-query')
    .map((value) => (value.startsWith('+') ? { text: value.slice(1) } : encodedPiece(value, context.input, '%20')));
  const all = data === undefined ? pieces : [data, ...pieces];
  noteMissing(all, context.notices);
  return all.flatMap((piece) => ('text' in piece && piece.text !== '' ? [piece.text] : []));
}

function pieceOf(name: string, value: string, input: string | undefined, space: Space): Piece {
  if (name === 'data-urlencode') return encodedPiece(value, input, space);
  if (name === 'data-raw' || !value.startsWith('@')) return { text: value };
  const file = value.slice(1);
  if (file !== '-' || input === undefined) return { file };
  return { text: name === 'data' || name === 'data-ascii' ? input.replaceAll(/[\r\n\0]/g, '') : input };
}

/** Parses `text`, `=text`, `name=text`, `@file` or `name@file`; everything but the name is encoded. */
function encodedPiece(value: string, input: string | undefined, space: Space): Piece {
  const encoded = (text: string): string => percentEncoded(text).replaceAll('%20', space);
  const equals = value.indexOf('=');
  const split = equals >= 0 ? equals : value.indexOf('@');
  if (split < 0) return { text: encoded(value) };
  const prefix = split === 0 ? '' : `${value.slice(0, split)}=`;
  const content = value.slice(split + 1);
  if (equals >= 0) return { text: prefix + encoded(content) };
  return content === '-' && input !== undefined ? { text: prefix + encoded(input) } : { text: prefix, lacks: content };
}

function noteMissing(pieces: readonly Piece[], notices: Notices): void {
  const files = pieces.flatMap((piece) => ('file' in piece ? [piece.file] : piece.lacks === undefined ? [] : [piece.lacks]));
  if (files.length === 0) return;
  notices.add('FILE_NEEDED', `The command puts the content of ${listNames(files)} among its data. That part is left empty: fill it in.`);
}

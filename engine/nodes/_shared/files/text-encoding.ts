// Decodes and encodes text in all common encodings, with or without a byte order mark.
import type { BinaryEntry } from '../../../contract/run-data.ts';
import type { PropertyOption } from '../../../workflow/node-type.ts';
import { isLongJsonText, NodeError, parseInSlices, withoutByteOrderMark, type ExecuteContext } from '../../../sdk/index.ts';
import { parseExactly } from '../../../contract/exact-numbers.ts';

/** Maximum size in bytes of a file that is read as a single text. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024;

const isUtf8 = (encoding: string): boolean => /^utf-?8$/i.test(encoding);

/** Decodes bytes. A byte order mark is removed unless `stripBom` is false. Throws NodeError PARAMETER_INVALID for an unknown encoding. */
export async function decodeText(
  bytes: Uint8Array,
  encoding = 'utf8',
  { stripBom = true }: { readonly stripBom?: boolean } = {},
): Promise<string> {
  if (isUtf8(encoding)) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    return stripBom && text.startsWith('\uFEFF') ? text.slice(1) : text;
  }
  const iconv = await codecOf(encoding);
  return iconv.decode(bytes, encoding, { stripBOM: stripBom });
}

/** Encodes a text. Throws NodeError PARAMETER_INVALID for an unknown encoding. */
export async function encodeText(
  text: string,
  encoding = 'utf8',
  { addBom = false }: { readonly addBom?: boolean } = {},
): Promise<Uint8Array> {
  if (isUtf8(encoding)) return Buffer.from(addBom ? `\uFEFF${text}` : text, 'utf8');
  const iconv = await codecOf(encoding);
  return iconv.encode(text, encoding, { addBOM: addBom });
}

export type Decoder = (bytes: Uint8Array) => string;

/** Returns the decoder of a code page of Windows, by its number; that of Windows-1252 for an unknown one. */
export type CodePages = (page: number) => Decoder;

export async function codePages(): Promise<CodePages> {
  const iconv = await codecOf('windows1252');
  return (page) => {
    const name = [`windows${page}`, `cp${page}`].find((candidate) => iconv.encodingExists(candidate)) ?? 'windows1252';
    return (bytes) => iconv.decode(bytes, name);
  };
}

/** Returns the text of a file. Throws FILE_TOO_LARGE if it has more than 256 MiB. */
export async function textOfFile(
  ctx: ExecuteContext,
  entry: BinaryEntry,
  encoding: string,
  options: { readonly stripBom?: boolean } = {},
): Promise<string> {
  return decodeText(await bytesOfFile(ctx, entry), encoding, options);
}

/** Returns all bytes of a file. Throws FILE_TOO_LARGE if it has more than `maxBytes`. */
export async function bytesOfFile(ctx: ExecuteContext, entry: BinaryEntry, maxBytes = MAX_TEXT_BYTES): Promise<Uint8Array> {
  const size = await ctx.binary.size(entry);
  if (size > maxBytes) {
    throw new NodeError(
      `The file "${entry.fileName ?? 'without a name'}" has ${size} bytes; at most ${maxBytes} can be converted at once.`,
      {
        code: 'FILE_TOO_LARGE',
        hint: 'Split the file first.',
      },
    );
  }
  return ctx.binary.read(entry);
}

/** Parses the JSON of a file; long JSON in slices. Throws NodeError with the parser's message, PARAMETER_INVALID for an unknown encoding. */
export async function parseJsonFile(
  { signal }: ExecuteContext,
  bytes: Uint8Array,
  fileName: string,
  encoding: string,
  { stripBom = true }: { readonly stripBom?: boolean } = {},
): Promise<unknown> {
  if (!isLongJsonText(bytes) || !isUtf8(encoding)) {
    const text = await decodeText(bytes, encoding, { stripBom });
    return orNoJson(fileName, () => parseExactly(text));
  }
  const content = stripBom ? withoutByteOrderMark(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return orNoJson(fileName, () => parseInSlices(content, undefined, signal));
}

async function orNoJson(fileName: string, parse: () => unknown): Promise<unknown> {
  try {
    return await parse();
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new NodeError(`The file "${fileName}" does not contain JSON: ${(cause as Error).message}`, {
      hint: 'Choose the operation that matches the content of the file.',
      cause,
    });
  }
}

// Loaded on the first use of another encoding than UTF-8, because its tables need memory.
async function codecOf(encoding: string) {
  const { default: iconv } = await import('iconv-lite');
  const isKnown: boolean = iconv.encodingExists(encoding);
  if (!isKnown) {
    throw new NodeError(`The encoding "${encoding}" is unknown. Choose one from the list, such as utf8 or windows1252.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'options.encoding',
    });
  }
  return iconv;
}

const isoNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16];
const names = [
  'utf8 utf7 utf16 utf16le utf16be utf32 utf32le utf32be ascii latin1 base64 hex',
  'armscii8 big5hkscs cesu8 cp936 cp949 cp950 eucjp euckr gb18030 gb2312 gbk georgianacademy georgianps hproman8',
  isoNumbers.map((number) => `iso8859${number}`).join(' '),
  'koi8r koi8ru koi8t koi8u maccroatian maccyrillic macgreek maciceland macroman macromania macthai macturkish macukraine',
  'mik pt154 rk1048 shiftjis tcvn tis620 ucs2 viscii windows874',
  Array.from({ length: 9 }, (_, number) => `windows125${number}`).join(' '),
].join(' ');

/** The encodings that nodes offer. */
export const encodingOptions: readonly PropertyOption[] = names.split(' ').map((value) => ({ name: value, value }));

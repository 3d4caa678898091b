// Parses the headers that describe a body, Content-Type and Content-Disposition, as real servers send them.

export interface ContentType {
  /** MIME type in lower case, without parameters. */
  readonly type: string;
  /** Includes `charset`, which is `utf-8` if the header contains none. */
  readonly parameters: { readonly [name: string]: string };
}

/** Parses a Content-Type header; null if it is absent. */
export function parseContentType(header: string | undefined): ContentType | null {
  const [type, ...rest] = splitParameters(header ?? '');
  if (type === undefined || type.trim() === '') return null;
  return { type: type.trim().toLowerCase(), parameters: { charset: 'utf-8', ...readParameters(rest) } };
}

/** Returns the MIME type of a Content-Type header without its parameters; undefined if the header is absent. */
export function mimeTypeOf(header: string | undefined): string | undefined {
  return parseContentType(header)?.type;
}

export interface ContentDisposition {
  readonly type: string;
  readonly filename?: string;
}

/** Parses a Content-Disposition header; null if it is absent. A header without a type but with a file name is an attachment. */
export function parseContentDisposition(header: string | undefined): ContentDisposition | null {
  if (header === undefined || header.trim() === '') return null;
  const parts = splitParameters(header);
  // Without any part, such as in ";;".
  const [first = ''] = parts;
  const hasType = !first.includes('=');
  const { 'filename*': extended, filename } = readParameters(hasType ? parts.slice(1) : parts);
  return {
    type: hasType ? first.trim().toLowerCase() : 'attachment',
    filename: (extended === undefined ? undefined : fromExtended(extended)) ?? fromBytes(filename),
  };
}

/** Returns the last part of the path of a URL, decoded; undefined if it is empty, or the text is not a URL. */
export function fileNameInUrl(url: string): string | undefined {
  const name = URL.canParse(url) ? (new URL(url).pathname.split('/').pop() ?? '') : '';
  return name === '' ? undefined : percentDecoded(name);
}

/** Splits at semicolons outside of quotes. */
function splitParameters(header: string): string[] {
  return header.match(/(?:"(?:[^"\\]|\\.)*"?|[^;"])+/g) ?? [];
}

function readParameters(parts: readonly string[]): { [name: string]: string } {
  const result = Object.create(null) as { [name: string]: string };
  for (const part of parts) {
    const equals = part.indexOf('=');
    if (equals < 0) continue;
    const name = part.slice(0, equals).trim().toLowerCase();
    const value = part.slice(equals + 1).trim();
    // The encoding of an extended value is part of it.
    result[name] = name.endsWith('*') ? unquoted(value) : unquoted(percentDecoded(value));
  }
  return result;
}

const unquoted = (value: string): string => (/^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value);

// oxlint-disable-next-line no-control-regex -- names with control characters are damaged
const control = /[\u0000-\u001f\u007f-\u009f]/;

/** Returns the value as it is if it is not percent-encoded text. */
function percentDecoded(value: string): string {
  // Old servers send Latin-1, in which each byte is one character.
  return utf8Decoded(value) ?? latin1Decoded(value) ?? value;
}

function utf8Decoded(value: string): string | undefined {
  try {
    return clean(decodeURIComponent(value), value);
  } catch {
    return undefined;
  }
}

function latin1Decoded(value: string): string | undefined {
  return clean(
    value.replace(/%([0-9a-f]{2})/gi, (_whole, byte: string) => String.fromCharCode(Number.parseInt(byte, 16))),
    value,
  );
}

/** Returns undefined if decoding has added control characters. The bytes of UTF-8 in Latin-1 are such characters, too. */
const clean = (text: string, encoded: string): string | undefined => (control.test(text) && !control.test(encoded) ? undefined : text);

/** Decodes UTF-8 that a client has read as Latin-1, in which each byte is one character: servers send names that are not ASCII as they are. */
function fromBytes(value: string | undefined): string | undefined {
  if (value === undefined || !/[\u0080-\u00FF]/.test(value) || /[\u0100-\uFFFF]/.test(value)) return value;
  try {
    return decodeURIComponent(value.replace(/[^]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`));
  } catch {
    return value;
  }
}

/** Parses `UTF-8''my%20file.txt` (RFC 8187); undefined if it cannot be decoded, so that the plain parameter counts. */
function fromExtended(value: string): string | undefined {
  const [, charset = '', encoded] = /^([^']*)'[^']*'(.*)$/s.exec(value) ?? [];
  if (encoded === undefined) return percentDecoded(value);
  return /^(?:iso-8859-1|windows-1252)$/i.test(charset) ? latin1Decoded(encoded) : utf8Decoded(encoded);
}

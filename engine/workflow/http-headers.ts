// Reads the headers that describe a body: Content-Type and Content-Disposition, as servers really write them.

export interface ContentType {
  /** Lower case, without parameters. */
  readonly type: string;
  /** `charset` is always given, `utf-8` when the header names none. */
  readonly parameters: { readonly [name: string]: string };
}

/** A Content-Type header, or null when there is none. */
export function parseContentType(header: string | undefined): ContentType | null {
  const [type, ...rest] = splitParameters(header ?? '');
  if (type === undefined || type.trim() === '') return null;
  return { type: type.trim().toLowerCase(), parameters: { charset: 'utf-8', ...readParameters(rest) } };
}

/** The MIME type of a Content-Type header without its parameters; undefined when there is none. */
export function mimeTypeOf(header: string | undefined): string | undefined {
  return parseContentType(header)?.type;
}

export interface ContentDisposition {
  readonly type: string;
  readonly filename?: string;
}

/** A Content-Disposition header, or null when there is none. A header without a type but with a file name counts as an attachment. */
export function parseContentDisposition(header: string | undefined): ContentDisposition | null {
  if (header === undefined || header.trim() === '') return null;
  const parts = splitParameters(header);
  const first = parts[0] as string;
  const hasType = !first.includes('=');
  const { 'filename*': extended, filename } = readParameters(hasType ? parts.slice(1) : parts);
  return {
    type: hasType ? first.trim().toLowerCase() : 'attachment',
    filename: extended === undefined ? filename : fromExtended(extended),
  };
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
    result[part.slice(0, equals).trim().toLowerCase()] = unquoted(percentDecoded(part.slice(equals + 1).trim()));
  }
  return result;
}

const unquoted = (value: string): string => (/^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value);

function percentDecoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Old servers write Latin-1, of which each byte is one character.
    return value.replace(/%([0-9a-f]{2})/gi, (_whole, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
  }
}

/** `UTF-8''my%20file.txt` (RFC 5987); the percent signs are decoded already. */
const fromExtended = (value: string): string => /^[^']*'[^']*'(.*)$/s.exec(value)?.[1] ?? value;

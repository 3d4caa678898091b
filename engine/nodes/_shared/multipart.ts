// Multipart forms (RFC 7578), whose files are streamed.
import type { BinaryEntry } from '../../contract/run-data.ts';
import type { ExecuteContext, HttpRequest } from '../../sdk/index.ts';

/** A part of a multipart form: a value, or a file of the item. */
export type Part = { readonly name: string; readonly value: string } | { readonly name: string; readonly file: BinaryEntry };

/** An encoded request body. */
export interface EncodedBody {
  readonly content: NonNullable<HttpRequest['body']>;
  /** Size in bytes if the content is chunked. */
  readonly length?: number;
  /** Default content type; the headers may set another one. */
  readonly type?: string;
  /** Whether the headers cannot set another content type, because the body is serialized for this one. */
  readonly isTypeFixed?: boolean;
}

type FormContext = Pick<ExecuteContext, 'binary' | 'uuid'>;

/** Returns a file's content, which is read again on each iteration. */
export async function fileBody(ctx: FormContext, file: BinaryEntry): Promise<EncodedBody> {
  const content = { [Symbol.asyncIterator]: () => ctx.binary.stream(file)[Symbol.asyncIterator]() };
  return { content, length: await ctx.binary.size(file), type: file.mimeType };
}

/** Serializes a form. The length is computed in advance, because many servers reject chunked forms. */
export async function multipartBody(ctx: FormContext, parts: readonly Part[]): Promise<EncodedBody> {
  const boundary = `----millrace-${ctx.uuid()}`;
  const heads = parts.map((part) => Buffer.from(`--${boundary}\r\n${partHead(part)}\r\n\r\n`));
  const sizes = await Promise.all(parts.map(async (part) => ('file' in part ? ctx.binary.size(part.file) : Buffer.byteLength(part.value))));
  const end = Buffer.from(`--${boundary}--\r\n`);
  const length = heads.reduce((sum, head, index) => sum + head.byteLength + (sizes[index] ?? 0) + 2, 0) + end.byteLength;
  const content = {
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
      for (const [index, part] of parts.entries()) {
        yield heads[index] as Uint8Array;
        if ('file' in part) yield* ctx.binary.stream(part.file);
        else yield Buffer.from(part.value);
        yield Buffer.from('\r\n');
      }
      yield end;
    },
  };
  return { content, length, type: `multipart/form-data; boundary=${boundary}`, isTypeFixed: true };
}

const quoted = (text: string): string => text.replaceAll(/["\r\n]/g, (char) => encodeURIComponent(char));

function partHead(part: Part): string {
  const name = `Content-Disposition: form-data; name="${quoted(part.name)}"`;
  if (!('file' in part)) return name;
  const file: BinaryEntry = part.file;
  return `${name}; filename="${quoted(file.fileName ?? part.name)}"\r\nContent-Type: ${file.mimeType}`;
}

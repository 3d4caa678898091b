// GET /rest/data/:id: a file of an execution, as base64 text or streamed unchanged, with ranges (RFC 9110 §14).
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../contract/errors.ts';
import { editorRoutes } from '../../contract/rest/editor.ts';
import type { BinaryEntry } from '../../contract/run-data.ts';
import type { BinaryPort } from '../../sdk/index.ts';
import { responseSent, type Caller, type Mount } from '../mount.ts';
import { sendJson } from '../send-json.ts';

export interface BinaryParts {
  readonly binary: BinaryPort & { range(entry: BinaryEntry, start: number, end: number): Readable };
  /** Throws if the caller may not see the file's execution. */
  readonly assertVisible: (fileId: string, caller: Caller) => Promise<void>;
}

/** Types that browsers display without running scripts. All other files are sent as attachments. */
const visible =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|application\/json|text\/(?:plain|csv))$/;

export function mountBinary(mount: Mount, { binary, assertVisible }: BinaryParts): void {
  mount(editorRoutes.binary, async ({ params, query, caller, request, reply }) => {
    await assertVisible(params.id, caller);
    const entry: BinaryEntry = { id: params.id, data: '', mimeType: 'application/octet-stream' };
    const size = await binary.size(entry);
    if (query.action === undefined) {
      await sendJson(reply, base64Response(binary.stream(entry)));
    } else {
      describe(reply, query.mimeType, query.fileName, query.action === 'view');
      await sendRange(request, reply, size, (start, end) => binary.range(entry, start, end));
    }
    return responseSent;
  });
}

function describe(reply: FastifyReply, mimeType = 'application/octet-stream', fileName = 'file', isForView = false): void {
  const type = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
  const isVisible = isForView && visible.test(type);
  const safeType = visible.test(type) ? type : 'application/octet-stream';
  void reply
    .type(safeType.startsWith('text/') ? `${safeType}; charset=utf-8` : safeType)
    .header('content-disposition', `${isVisible ? 'inline' : 'attachment'}; ${fileNameParameter(fileName)}`)
    .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'")
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, max-age=3600');
}

/** Returns an ASCII file name, and the full one for clients that support it (RFC 6266). */
function fileNameParameter(name: string): string {
  // oxlint-disable-next-line no-control-regex
  const plain = name.replaceAll(/[^\u0020-\u007E]|["\\/]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}

async function sendRange(
  request: FastifyRequest,
  reply: FastifyReply,
  size: number,
  open: (start: number, end: number) => Readable,
): Promise<void> {
  const range = request.headers.range === undefined ? undefined : requestedRange(request.headers.range, size);
  if (range === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${size}`);
    throw new AppError('RANGE_UNSATISFIABLE', 'The requested range is beyond the end of the file.', { params: { size } });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range !== undefined) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  void reply.header('content-length', end - start + 1);
  await reply.send(end < start ? Readable.from([]) : open(start, end));
}

/** Parses a single range. Requests for several ranges get the whole file, as RFC 9110 allows. */
function requestedRange(header: string, size: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (parts === null || (parts[1] === '' && parts[2] === '')) return undefined;
  const [first, last] = [parts[1], parts[2]];
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}

/** Yields `{"data":"…"}` with the bytes as base64, in constant memory. */
async function* base64Response(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  yield '{"data":"';
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength) : Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    if (whole > 0) yield bytes.toString('base64', 0, whole);
    rest = Buffer.from(bytes.subarray(whole));
  }
  yield `${rest.toString('base64')}"}`;
}

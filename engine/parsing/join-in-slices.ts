// Joins the parts of a large body or payload: the first access to new memory costs more than the copy, so that 100 MB at once would block the event loop for a tenth of a second or longer.
import { setImmediate } from 'node:timers/promises';

/** Number of bytes that are copied at once. */
const PIECE = 512 * 1024;

/** Returns the bytes of all parts; a promise if there are many. */
export function joinInSlices(parts: readonly Uint8Array[]): Buffer | Promise<Buffer> {
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0);
  return length <= PIECE ? Buffer.concat(parts, length) : copied(parts, length);
}

async function copied(parts: readonly Uint8Array[], length: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(length);
  let at = 0;
  let next = PIECE;
  for (const part of parts) {
    // A part may be large itself, such as a body that was decompressed.
    for (let from = 0; from < part.byteLength; from += PIECE) {
      const piece = part.subarray(from, from + PIECE);
      whole.set(piece, at);
      at += piece.byteLength;
      if (at < next) continue;
      await setImmediate();
      next = at + PIECE;
    }
  }
  return whole;
}

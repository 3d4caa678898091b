// Splits texts into chunks that overlap, at separators where possible.
import { NodeError, type ExecuteContext } from '../../../../sdk/index.ts';
import { workInSlices, type Pace, type SlicedWork } from '../../../../sdk/slices.ts';

export interface ChunkLimits {
  /** Maximum number of characters, or of tokens, of a chunk. */
  readonly size: number;
  /** How many of them a chunk repeats of the one before at most. */
  readonly overlap: number;
}

/** What the simple splitting of nodes without a splitter uses. */
export const DEFAULT_LIMITS: ChunkLimits = { size: 1000, overlap: 200 };

/** Ends of paragraphs, lines and words; then characters. */
const plainSeparators: readonly string[] = ['\n\n', '\n', ' ', ''];

export interface ChunkFallback extends Partial<ChunkLimits> {
  /** What is counted. Default: `character`. */
  readonly unit?: 'character' | 'token';
}

/** Returns the limits of a node with the parameters `chunkSize` and `chunkOverlap`. Throws NodeError PARAMETER_INVALID. */
export function chunkLimits(ctx: ExecuteContext, itemIndex: number, fallback: ChunkFallback = {}): ChunkLimits {
  const { unit = 'character' } = fallback;
  const size = Math.floor(Number(ctx.param('chunkSize', itemIndex, fallback.size ?? 1000)));
  const overlap = Math.floor(Number(ctx.param('chunkOverlap', itemIndex, fallback.overlap ?? 0)));
  if (!(size >= 1)) {
    throw new NodeError(`A chunk needs at least one ${unit}.`, { code: 'PARAMETER_INVALID', parameter: 'chunkSize', itemIndex });
  }
  if (overlap >= 0 && overlap < size) return { size, overlap };
  throw new NodeError(`Chunks of ${size} ${unit}s cannot share ${overlap}.`, {
    code: 'PARAMETER_INVALID',
    parameter: 'chunkOverlap',
    itemIndex,
    hint: 'Set the overlap to a number below the size of a chunk. A tenth of the size is usual.',
  });
}

/** Splits at the first separator that the text contains, and what is still too long at the next ones. */
export async function splitRecursively(
  text: string,
  limits: ChunkLimits,
  signal: AbortSignal,
  separators: readonly string[] = plainSeparators,
): Promise<readonly string[]> {
  return workInSlices(signal, (pace) => chunksOf(text, limits, separators, pace));
}

/** Splits at one separator only: a part without it stays whole, however long it is. An empty separator splits anywhere. */
export async function splitAt(text: string, separator: string, limits: ChunkLimits, signal: AbortSignal): Promise<readonly string[]> {
  return workInSlices(signal, (pace) =>
    separator === '' ? slicesOf(text, limits, pace) : merged(text.split(separator), separator, limits, pace),
  );
}

function* chunksOf(text: string, limits: ChunkLimits, separators: readonly string[], pace: Pace): SlicedWork<string[]> {
  const at = separators.findIndex((separator) => text.includes(separator));
  const separator = separators[at] ?? '';
  if (separator === '') return yield* slicesOf(text, limits, pace);
  const chunks: string[] = [];
  let short: string[] = [];
  for (const piece of piecesOf(text, separator)) {
    // White space around a chunk is removed.
    if (piece.trim().length <= limits.size) {
      short.push(piece);
      continue;
    }
    for (const chunk of yield* merged(short, '', limits, pace)) chunks.push(chunk);
    short = [];
    for (const chunk of yield* chunksOf(piece, limits, separators.slice(at + 1), pace)) chunks.push(chunk);
  }
  for (const chunk of yield* merged(short, '', limits, pace)) chunks.push(chunk);
  return chunks;
}

/** Returns the pieces between separators. Each piece begins with its separator. */
function piecesOf(text: string, separator: string): readonly string[] {
  const [first = '', ...others] = text.split(separator);
  return [first, ...others.map((piece) => separator + piece)].filter((piece) => piece !== '');
}

/** Joins pieces to chunks that are as long as the limit allows. */
function* merged(pieces: readonly string[], joint: string, { size, overlap }: ChunkLimits, pace: Pace): SlicedWork<string[]> {
  const chunks: string[] = [];
  let start = 0;
  let length = 0;
  const add = (end: number): void => {
    const chunk = pieces.slice(start, end).join(joint).trim();
    if (chunk !== '') chunks.push(chunk);
  };
  for (const [end, piece] of pieces.entries()) {
    const added = (): number => piece.length + (end > start ? joint.length : 0);
    if (end > start && length + added() > size) {
      add(end);
      while (end > start && (length > overlap || length + added() > size)) {
        length -= (pieces[start] as string).length + (end - start > 1 ? joint.length : 0);
        start++;
      }
    }
    length += added();
    if (pace.isUsedUp()) yield;
  }
  add(pieces.length);
  return chunks;
}

/** Cuts a text into chunks of the same length. */
function* slicesOf(text: string, { size, overlap }: ChunkLimits, pace: Pace): SlicedWork<string[]> {
  const chunks: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = wholeCharacter(text, start, Math.min(start + size, text.length));
    const chunk = text.slice(start, end).trim();
    if (chunk !== '') chunks.push(chunk);
    if (end >= text.length) break;
    // Every chunk goes further than the one before.
    start = Math.max(wholeCharacter(text, start, end - overlap), start + 1);
    if (pace.isUsedUp()) yield;
  }
  return chunks;
}

/** Returns an index that does not separate a pair of surrogates: the one before, unless that is the start. */
function wholeCharacter(text: string, start: number, index: number): number {
  const code = text.charCodeAt(index - 1);
  const isSeparated = index < text.length && code >= 0xd800 && code <= 0xdbff;
  return isSeparated ? (index - 1 > start ? index - 1 : index + 1) : index;
}

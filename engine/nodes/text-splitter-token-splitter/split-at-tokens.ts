// Splits texts between tokens of the encoding cl100k_base, which models of OpenAI for embeddings use. Its table is loaded on first use.
import type { TiktokenBPE } from 'js-tiktoken/lite';
import { workInSlices, type Pace, type SlicedWork } from '../../sdk/slices.ts';
import type { ChunkLimits } from '../_shared/ai/splitting/split-text.ts';

/** Rank of each token: tokens with a lower rank are joined first. The bytes of a token are the characters of its key. */
type Ranks = ReadonlyMap<string, number>;

interface Encoding {
  readonly ranks: Ranks;
  /** Matches the pieces of a text, such as words. Tokens do not go beyond them. */
  readonly piece: RegExp;
}

let encoding: Promise<Encoding> | undefined;

/** Returns the chunks of a text. Characters stay whole, even if a chunk has room only for a part of their tokens. */
export async function splitAtTokens(text: string, limits: ChunkLimits, signal: AbortSignal): Promise<readonly string[]> {
  encoding ??= loadEncoding();
  const loaded = await encoding;
  const bytes = Buffer.from(text);
  return workInSlices(signal, function* (pace) {
    const ends = yield* tokenEnds(bytes, text, loaded, pace);
    return yield* chunksOf(bytes, ends, limits, pace);
  });
}

/** Does not stop with the run that needs it first, since later ones use it, too. */
async function loadEncoding(): Promise<Encoding> {
  const { default: table } = await import('js-tiktoken/ranks/cl100k_base');
  return workInSlices(new AbortController().signal, (pace) => encodingOf(table, pace));
}

/** The table has lines such as `! 0 IQ== Ig==`: the rank of the first token, then tokens with ascending ranks. */
function* encodingOf({ bpe_ranks, pat_str }: TiktokenBPE, pace: Pace): SlicedWork<Encoding> {
  const ranks = new Map<string, number>();
  for (const line of bpe_ranks.split('\n')) {
    const [, first, ...tokens] = line.split(' ');
    yield* pace.each(tokens, (token, index) => ranks.set(atob(token), Number(first) + index));
  }
  return { ranks, piece: new RegExp(pat_str, 'gu') };
}

/** Maximum number of characters that the pattern of pieces is applied to at once. */
const LONGEST_SEGMENT = 10_000;
/** Maximum number of bytes of a piece that is encoded at once, since the time grows with its square. Longer pieces are cut. */
const LONGEST_PIECE = 240;

/** Returns the index in the bytes at which each token ends. */
function* tokenEnds(bytes: Buffer, text: string, { ranks, piece }: Encoding, pace: Pace): SlicedWork<readonly number[]> {
  const ends: number[] = [];
  let start = 0;
  for (const segment of segmentsOf(text)) {
    for (const [match] of segment.matchAll(piece)) {
      const end = start + Buffer.byteLength(match);
      for (; start < end; start = Math.min(start + LONGEST_PIECE, end)) {
        const part = bytes.toString('latin1', start, Math.min(start + LONGEST_PIECE, end));
        if (ranks.has(part)) ends.push(start + part.length);
        else for (const at of mergedEnds(part, ranks)) ends.push(start + at);
        if (pace.isUsedUp(part.length)) yield;
      }
    }
  }
  return ends;
}

/** Cuts a text, before the space of a word if possible: a piece that begins with a space begins there in the whole text, too. */
function* segmentsOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const longest = text.slice(start, start + LONGEST_SEGMENT);
    const space = start + longest.length < text.length ? longest.search(/(?<=\S) (?=\S*$)/) : -1;
    const segment = space > 0 ? longest.slice(0, space) : longest;
    // A pair of surrogates stays together.
    const isSeparated = /[\ud800-\udbff]$/.test(segment) && segment.length > 1 && start + segment.length < text.length;
    yield isSeparated ? segment.slice(0, -1) : segment;
    start += segment.length - (isSeparated ? 1 : 0);
  }
}

/** Joins neighbors with the lowest rank until none are left (byte pair encoding). Returns where the remaining tokens end. */
function mergedEnds(bytes: string, ranks: Ranks): readonly number[] {
  const starts = Array.from({ length: bytes.length + 1 }, (_, index) => index);
  const rankAt = (index: number): number =>
    index + 2 < starts.length ? (ranks.get(bytes.slice(starts[index], starts[index + 2])) ?? Infinity) : Infinity;
  const pairs = starts.map((_, index) => rankAt(index));
  for (;;) {
    let lowest = 0;
    for (let index = 1; index < pairs.length; index++) if ((pairs[index] as number) < (pairs[lowest] as number)) lowest = index;
    if (pairs[lowest] === Infinity) return starts.slice(1);
    starts.splice(lowest + 1, 1);
    pairs.splice(lowest + 1, 1);
    pairs[lowest] = rankAt(lowest);
    if (lowest > 0) pairs[lowest - 1] = rankAt(lowest - 1);
  }
}

function* chunksOf(bytes: Buffer, ends: readonly number[], { size, overlap }: ChunkLimits, pace: Pace): SlicedWork<string[]> {
  const chunks: string[] = [];
  const offset = (token: number): number => (token === 0 ? 0 : (ends[token - 1] as number));
  /** Whether a token begins with the first byte of a character. */
  const isWhole = (token: number): boolean => token >= ends.length || ((bytes[offset(token)] as number) & 0xc0) !== 0x80;
  for (let start = 0; start < ends.length;) {
    let end = Math.min(start + size, ends.length);
    while (end > start && !isWhole(end)) end--;
    if (end === start) end = start + size;
    while (!isWhole(end)) end++;
    const chunk = bytes.toString('utf8', offset(start), offset(end));
    if (chunk.trim() !== '') chunks.push(chunk);
    if (end === ends.length) break;
    // Every chunk goes further than the one before.
    start = Math.max(end - overlap, start + 1);
    while (!isWhole(start)) start++;
    if (pace.isUsedUp()) yield;
  }
  return chunks;
}

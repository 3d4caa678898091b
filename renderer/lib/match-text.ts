// Matches a typed word against a text: as a substring, as letters in order, or with one typo.

/** A marked range of a text; the end is exclusive. */
export type Mark = readonly [start: number, end: number];

const isPlain = /^[\0-\x7f]*$/;

/** Returns text in lower case without accents, character by character, so that indexes are preserved. */
export function fold(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase();
  let folded = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    const plain = letter.normalize('NFD').charAt(0).toLowerCase();
    folded += plain.length === 1 ? plain : letter;
  }
  return folded;
}

const isLetter = (letter: string): boolean => /[\p{L}\p{N}]/u.test(letter);

/** Returns the indexes where words start: after a character other than a letter or digit, and at inner capitals (`noOp`). */
export function wordStarts(text: string): number[] {
  const starts: number[] = [];
  for (let at = 0; at < text.length; at++) {
    if (!isLetter(text.charAt(at))) continue;
    const before = text.charAt(at - 1);
    const isCapital = /\p{Lu}/u.test(text.charAt(at)) && /[\p{Ll}\p{N}]/u.test(before);
    if (at === 0 || !isLetter(before) || isCapital) starts.push(at);
  }
  return starts;
}

/** A text prepared for searching. */
export interface Prepared {
  readonly folded: string;
  readonly starts: readonly number[];
}

const prepared = new Map<string, Prepared>();
const mostPrepared = 20_000;

/** Cached, since the same texts are searched on every key. */
export function prepare(text: string): Prepared {
  const cached = prepared.get(text);
  if (cached !== undefined) return cached;
  if (prepared.size >= mostPrepared) prepared.clear();
  const entry = { folded: fold(text), starts: wordStarts(text) };
  prepared.set(text, entry);
  return entry;
}

/** Returns the first word of a text that starts with the folded query; undefined if there is none. */
export function atWordStart({ folded, starts }: Prepared, typed: string): Mark | undefined {
  const start = starts.find((at) => folded.startsWith(typed, at));
  return start === undefined ? undefined : [start, start + typed.length];
}

/**
 * Matches the letters of the query in order: as initials of words, or close together from the start of a word. Returns a mark for each run of
 * letters; undefined if they do not match.
 */
export function asSubsequence({ folded, starts }: Prepared, typed: string): Mark[] | undefined {
  const initials = asInitials(folded, typed, starts);
  if (initials !== undefined) return initials;
  // Letters that are far apart match by chance, since most long names contain them somewhere.
  const widest = typed.length * 2 + 2;
  for (const start of starts) {
    const marks = lettersFrom(folded, typed, start);
    if (marks !== undefined && (marks.at(-1)?.[1] ?? 0) - start <= widest) return marks;
  }
  return undefined;
}

function asInitials(folded: string, typed: string, starts: readonly number[]): Mark[] | undefined {
  const marks: Mark[] = [];
  for (const start of starts) {
    if (folded.charAt(start) === typed.charAt(marks.length)) marks.push([start, start + 1]);
    if (marks.length === typed.length) return marks;
  }
  return undefined;
}

function lettersFrom(folded: string, typed: string, start: number): Mark[] | undefined {
  if (folded.charAt(start) !== typed.charAt(0)) return undefined;
  const marks: [number, number][] = [];
  let from = start;
  for (const letter of typed) {
    const at = folded.indexOf(letter, from);
    if (at === -1) return undefined;
    const last = marks.at(-1);
    if (last !== undefined && last[1] === at) last[1] = at + 1;
    else marks.push([at, at + 1]);
    from = at + 1;
  }
  return marks;
}

/** Whether the words differ by one inserted, deleted, replaced or transposed letter. */
export function isOneSlip(typed: string, word: string): boolean {
  if (Math.abs(typed.length - word.length) > 1) return false;
  let at = 0;
  while (at < typed.length && typed.charAt(at) === word.charAt(at)) at++;
  const rest = typed.slice(at);
  const other = word.slice(at);
  if (rest.slice(1) === other.slice(1) || rest.slice(1) === other || rest === other.slice(1)) return true;
  return rest.charAt(0) === other.charAt(1) && rest.charAt(1) === other.charAt(0) && rest.slice(2) === other.slice(2);
}

/** Returns the first word of a text that starts with the query, allowing one typo; words under four letters are not guessed. */
export function withOneSlip({ folded, starts }: Prepared, typed: string): Mark | undefined {
  if (typed.length < 4) return undefined;
  for (const start of starts) {
    // The first letter is rarely wrong; without this check, short words would match too often.
    if (folded.charAt(start) !== typed.charAt(0)) continue;
    for (const length of [typed.length, typed.length + 1, typed.length - 1]) {
      const end = start + length;
      if (end <= folded.length && isOneSlip(typed, folded.slice(start, end))) return [start, end];
    }
  }
  return undefined;
}

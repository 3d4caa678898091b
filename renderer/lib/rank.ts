// Ranks entries by how well their names match a query, and marks the matching letters.
import { asSubsequence, atWordStart, fold, prepare, withOneSlip, type Mark } from './match-text.ts';

/** Searchable parts of an entry. */
export interface Searchable {
  readonly name: string;
  /** Alternative names. */
  readonly aliases?: readonly string[];
  readonly description?: string;
  /** Whether only words match, not letters that are apart. Default: false. */
  readonly isByWords?: boolean;
  /** Breaks ties: higher values come first. Default: 0. */
  readonly weight?: number;
}

export interface Ranked<T> {
  readonly entry: T;
  /** Letters to mark in the name. */
  readonly nameMarks: readonly Mark[];
  readonly descriptionMarks: readonly Mark[];
  /** The alternative name that matched. */
  readonly alias?: string;
}

/** Match score: lower is better. Integers are kinds of matches, fractions differences within a kind. */
interface Fit {
  readonly score: number;
  readonly nameMarks?: readonly Mark[];
  readonly descriptionMarks?: readonly Mark[];
  readonly alias?: string;
}

const EXACT = 0;
const PREFIX = 1;
const WORD_START = 2;
const ALIAS = 3;
const LETTERS = 4;
const DESCRIPTION = 5;
const SLIP = 6;

/** Returns 0 … 0.4, increasing with the position in the text: earlier matches are better. */
const byPlace = (at: number): number => Math.min(at, 200) / 500;
/** Returns 0 … 0.4, increasing with the rest of the text beyond the query. */
const byRest = (text: string, typed: string): number => Math.min(text.length - typed.length, 200) / 500;

function fitName({ name }: Searchable, typed: string): Fit | undefined {
  const prepared = prepare(name);
  const { folded } = prepared;
  if (folded === typed) return { score: EXACT, nameMarks: [[0, name.length]] };
  if (folded.startsWith(typed)) return { score: PREFIX + byRest(folded, typed), nameMarks: [[0, typed.length]] };
  const word = atWordStart(prepared, typed);
  return word === undefined ? undefined : { score: WORD_START + byPlace(word[0]), nameMarks: [word] };
}

function fitAlias({ aliases = [] }: Searchable, typed: string): Fit | undefined {
  let best: Fit | undefined;
  for (const alias of aliases) {
    const prepared = prepare(alias);
    const { folded } = prepared;
    const word = folded === typed ? 0 : folded.startsWith(typed) ? 0.2 : atWordStart(prepared, typed) === undefined ? undefined : 0.4;
    if (word !== undefined && (best === undefined || ALIAS + word < best.score)) best = { score: ALIAS + word, alias };
  }
  return best;
}

function fitLetters({ name }: Searchable, typed: string): Fit | undefined {
  if (typed.length < 2) return undefined;
  const prepared = prepare(name);
  const inside = prepared.folded.indexOf(typed);
  if (inside !== -1) return { score: LETTERS, nameMarks: [[inside, inside + typed.length]] };
  const marks = asSubsequence(prepared, typed);
  return marks === undefined ? undefined : { score: LETTERS + Math.min(marks.length, 9) / 10, nameMarks: marks };
}

function fitDescription({ description = '' }: Searchable, typed: string): Fit | undefined {
  if (typed.length < 2) return undefined;
  const word = atWordStart(prepare(description), typed);
  return word === undefined ? undefined : { score: DESCRIPTION + byPlace(word[0]), descriptionMarks: [word] };
}

function fitSlip({ name, aliases = [] }: Searchable, typed: string): Fit | undefined {
  const word = withOneSlip(prepare(name), typed);
  if (word !== undefined) return { score: SLIP + byPlace(word[0]), nameMarks: [word] };
  const alias = aliases.find((other) => withOneSlip(prepare(other), typed) !== undefined);
  return alias === undefined ? undefined : { score: SLIP + 0.5, alias };
}

const byWords = [fitName, fitAlias, fitDescription, fitSlip];
const kinds = [fitName, fitAlias, fitLetters, fitDescription, fitSlip];

function fitWord(fields: Searchable, typed: string): Fit | undefined {
  for (const kind of fields.isByWords === true ? byWords : kinds) {
    const fit = kind(fields, typed);
    if (fit !== undefined) return fit;
  }
  return undefined;
}

/** Matches the query as a whole, or word by word; then the worst word determines the score. */
function fitQuery(fields: Searchable, typed: string): Fit | undefined {
  const whole = fitWord(fields, typed);
  const words = typed.split(' ');
  if (words.length === 1 || (whole !== undefined && whole.score < ALIAS)) return whole;
  const fits = words.map((word) => fitWord(fields, word));
  if (!fits.every((fit) => fit !== undefined)) return whole;
  const apart: Fit = {
    score: Math.max(...fits.map(({ score }) => score)) + 0.5,
    nameMarks: joined(fits.flatMap(({ nameMarks = [] }) => nameMarks)),
    descriptionMarks: joined(fits.flatMap(({ descriptionMarks = [] }) => descriptionMarks)),
    alias: fits.find(({ alias }) => alias !== undefined)?.alias,
  };
  return whole !== undefined && whole.score <= apart.score ? whole : apart;
}

/** Returns marks in order; adjacent and overlapping marks are merged. */
function joined(marks: readonly Mark[]): Mark[] {
  const result: [number, number][] = [];
  for (const [start, end] of [...marks].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

/** Returns the normalized query: folded, trimmed, with single spaces. */
export const typedText = (query: string): string => fold(query).trim().replaceAll(/\s+/g, ' ');

/**
 * Returns matching entries, best first: the whole name, its start, the start of one of its words, an alternative name, its letters in order, a
 * word of the description, one typo. An empty query matches nothing.
 */
export function rank<T>(query: string, entries: readonly T[], fieldsOf: (entry: T) => Searchable): Ranked<T>[] {
  const typed = typedText(query);
  if (typed === '') return [];
  return entries
    .map((entry) => ({ entry, fields: fieldsOf(entry) }))
    .map(({ entry, fields }) => ({ entry, fields, fit: fitQuery(fields, typed) }))
    .filter((match): match is typeof match & { fit: Fit } => match.fit !== undefined)
    .sort(
      (a, b) =>
        Math.floor(a.fit.score) - Math.floor(b.fit.score) ||
        (b.fields.weight ?? 0) - (a.fields.weight ?? 0) ||
        a.fit.score - b.fit.score ||
        a.fields.name.length - b.fields.name.length ||
        a.fields.name.localeCompare(b.fields.name),
    )
    .map(({ entry, fit: { nameMarks = [], descriptionMarks = [], alias } }) => ({ entry, nameMarks, descriptionMarks, alias }));
}

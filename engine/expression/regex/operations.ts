// Runs regular expressions with the host's matcher if its worst case is fast, otherwise with the safe matcher. Also the text methods that use
// them.
import { allocate, allocateCells, CHARACTER_COST, lookInto, PART_COST, session, stepsFor, tooLarge } from '../budget.ts';
import { estimateRisk, type Risk } from './estimate-risk.ts';
import { parsePattern } from './parse-pattern.ts';
import { compilePattern, type PatternProgram } from './pattern-program.ts';
import { SafeMatcher } from './safe-matcher.ts';

interface Analysis {
  readonly risk: Risk;
  /** Undefined if only the host can match this pattern. */
  readonly program: PatternProgram | undefined;
}

/** Maximum worst-case number of elementary comparisons by the host, which takes about a tenth of a second. */
const HOST_LIMIT = 2e7;
/** Number of comparisons after which the host's time is measured. */
const WATCH_LIMIT = 2000;
/** Milliseconds that the host may spend on measured matches within one evaluation. */
export const HOST_MILLISECONDS = 1000;
/** Share of these limits that previews have, since the page waits for them. */
const PREVIEW_SHARE = 0.05;

const analyses = new Map<string, Analysis>();

function analyse(expression: RegExp): Analysis {
  const key = `${expression.flags}/${expression.source}`;
  const cached = analyses.get(key);
  if (cached !== undefined) return cached;
  const pattern = parsePattern(expression.source, expression.flags);
  const analysis: Analysis =
    pattern === undefined
      ? { risk: { degree: Infinity, factor: 1 }, program: undefined }
      : { risk: estimateRisk(pattern), program: compilePattern(pattern, expression.flags) };
  if (analyses.size > 500) analyses.clear();
  analyses.set(key, analysis);
  return analysis;
}

/** Returns the worst-case number of elementary comparisons for a text of this length. */
function worstCase(risk: Risk, length: number): number {
  return risk.factor * (risk.degree === Infinity ? 2 ** Math.min(length, 1000) : (length + 1) ** risk.degree);
}

/** Returns the maximum length of a text that the host may match without measuring its time. */
export function quickLength(expression: RegExp): number {
  const { risk } = analyse(expression);
  let length = 0;
  for (let step = 2 ** 30; step >= 1; step /= 2) if (worstCase(risk, length + step) <= WATCH_LIMIT) length += step;
  return length;
}

/** Calls `byHost`, or `bySafe` if the host might be too slow; patterns that only the host supports are rejected in that case. */
function choose<T>(expression: RegExp, text: string, byHost: () => T, bySafe: (program: PatternProgram) => T): T {
  lookInto(text);
  const { risk, program } = analyse(expression);
  const cost = worstCase(risk, text.length);
  stepsFor(Math.max(text.length, Math.min(cost, 4096)));
  if (cost <= WATCH_LIMIT) return byHost();
  const share = session.preview === undefined ? 1 : PREVIEW_SHARE;
  if (cost > HOST_LIMIT * share || session.hostMilliseconds > HOST_MILLISECONDS * share) {
    if (program === undefined) throw tooLarge();
    return bySafe(program);
  }
  // A real clock, not a port: it only selects one of two equivalent implementations and never affects the result.
  const started = Date.now();
  try {
    return byHost();
  } finally {
    session.hostMilliseconds += Date.now() - started;
  }
}

type Match = RegExpExecArray;

/** Returns the array of a match in the form of the host. */
function toMatch(program: PatternProgram, text: string, slots: readonly number[]): Match {
  const texts: (string | undefined)[] = [];
  for (let group = 0; group <= program.pattern.groupCount; group++) {
    const start = slots[group * 2] as number;
    const end = slots[group * 2 + 1] as number;
    texts.push(start < 0 || end < 0 ? undefined : text.slice(start, end));
  }
  let groups: Record<string, string | undefined> | undefined;
  if (program.pattern.groupNames.size > 0) {
    groups = Object.create(null) as Record<string, string | undefined>;
    for (const [name, indexes] of program.pattern.groupNames)
      groups[name] = indexes.map((index) => texts[index]).find((group) => group !== undefined);
  }
  return Object.assign(texts, { index: slots[0] as number, input: text, groups }) as Match;
}

/** `expression.exec(text)`, including lastIndex. */
export function execute(expression: RegExp, text: string): Match | null {
  return choose(
    expression,
    text,
    () => expression.exec(text),
    (program) => {
      const isStateful = expression.global || expression.sticky;
      const slots =
        isStateful && expression.lastIndex > text.length
          ? undefined
          : new SafeMatcher(program, text).find(isStateful ? expression.lastIndex : 0, expression.sticky);
      if (isStateful) expression.lastIndex = slots === undefined ? 0 : (slots[1] as number);
      return slots === undefined ? null : toMatch(program, text, slots);
    },
  );
}

/** Yields all matches from the start of the text (or only the first, unless global). Each is charged before the next one is looked for. */
function* findAll(expression: RegExp, program: PatternProgram, text: string): Generator<Match> {
  const matcher = new SafeMatcher(program, text);
  let from = 0;
  while (from <= text.length) {
    const slots = matcher.find(from, expression.sticky);
    if (slots === undefined) return;
    stepsFor(PART_COST);
    yield toMatch(program, text, slots);
    if (!expression.global) return;
    const end = slots[1] as number;
    from = end === slots[0] ? after(program, text, end) : end;
  }
}

/** Returns the position after the character at a position. */
function after(program: PatternProgram, text: string, position: number): number {
  return position + (program.isUnicode ? widthAt(text, position) : 1);
}

/**
 * Returns the matches of a text of at most this length in one call of the host. In longer ones, the host looks for one match at a time, so that
 * millions of them do not exhaust the memory before they are charged.
 */
const AT_ONCE = 10_000;

/** Yields all matches, found by the host one by one. The expression's own `lastIndex` is not changed. `from`: where to start. */
function* hostMatches(expression: RegExp, text: string, from = 0): Generator<Match> {
  const own = new RegExp(expression);
  own.lastIndex = from;
  const isMeasured = worstCase(analyse(expression).risk, text.length) > WATCH_LIMIT;
  for (;;) {
    const started = isMeasured ? Date.now() : 0;
    const match = own.exec(text);
    if (isMeasured) session.hostMilliseconds += Date.now() - started;
    if (match === null) return;
    stepsFor(PART_COST);
    yield match;
    if (!own.global) return;
    if (match[0] === '') own.lastIndex += own.unicode || own.unicodeSets ? widthAt(text, own.lastIndex) : 1;
  }
}

const widthAt = (text: string, position: number): number => ((text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1);

/** Returns an iterable of all matches from the start of the text, or only the first one, unless the expression is global. */
function eachMatch(expression: RegExp, text: string, from = 0): Iterable<Match> {
  return choose<Iterable<Match>>(
    expression,
    text,
    () => hostMatches(expression, text, from),
    (program) => findAll(expression, program, text),
  );
}

/** `text.match(expression)`. */
export function matchText(text: string, expression: RegExp): unknown {
  if (!expression.global) return execute(expression, text);
  expression.lastIndex = 0;
  const match: string[] = [];
  if (text.length <= AT_ONCE) {
    const matches = choose(
      expression,
      text,
      () => text.match(expression) as string[] | null,
      (program) => Array.from(findAll(expression, program, text), ([part]) => part),
    );
    stepsFor((matches?.length ?? 0) * PART_COST);
    allocateCells(matches?.length ?? 0);
    return matches === null || matches.length === 0 ? null : matches;
  }
  for (const [part] of eachMatch(expression, text)) {
    allocate(24);
    match.push(part);
  }
  return match.length === 0 ? null : match;
}

/** Cost per character of a text in which the host replaces matches. */
const REPLACED_COST = 32;

/** Cells of memory that the array of a match takes, with its index, input and groups. */
const MATCH_CELLS = 10;

/** Returns a list of all matches; the expression must be global. */
export function matchAllText(text: string, expression: RegExp): Match[] {
  if (!expression.global) throw new TypeError('String.prototype.matchAll called with a non-global RegExp argument');
  const matches: Match[] = [];
  for (const match of eachMatch(expression, text, expression.lastIndex)) {
    allocateCells(MATCH_CELLS + match.length);
    matches.push(match);
  }
  return matches;
}

/** `text.search(expression)`. */
export function searchText(text: string, expression: RegExp): number {
  return choose(
    expression,
    text,
    () => text.search(expression),
    (program) => new SafeMatcher(program, text).find(0, expression.sticky)?.[0] ?? -1,
  );
}

/** `text.split(expression, limit)`. */
export function splitText(text: string, expression: RegExp, limit: number): string[] {
  const parts = choose(
    expression,
    text,
    () => (text.length <= AT_ONCE ? text.split(expression, limit) : splitAt(text, expression, hostFinder(expression, text), limit)),
    (program) => splitAt(text, expression, safeFinder(program, text), limit),
  );
  // The host tries the pattern at each character.
  stepsFor(text.length * SPLIT_COST + (text.length <= AT_ONCE ? parts.length * PART_COST : 0));
  allocateCells(parts.length);
  allocate(text.length);
  return parts;
}

/** Cost per character of a text that the host splits. */
const SPLIT_COST = 16;

/** Returns the first match at or after a position. */
type Finder = (from: number) => Match | null;

function hostFinder(expression: RegExp, text: string): Finder {
  const own = new RegExp(expression, `${expression.flags.replace(/[gy]/g, '')}g`);
  return (from) => {
    own.lastIndex = from;
    return own.exec(text);
  };
}

function safeFinder(program: PatternProgram, text: string): Finder {
  const matcher = new SafeMatcher(program, text);
  return (from) => {
    const slots = matcher.find(from, false);
    return slots === undefined ? null : toMatch(program, text, slots);
  };
}

function splitAt(text: string, expression: RegExp, find: Finder, limit: number): string[] {
  if (limit === 0) return [];
  if (text === '') return find(0) === null ? [''] : [];
  const isUnicode = expression.unicode || expression.unicodeSets;
  const parts: string[] = [];
  let start = 0;
  let from = 0;
  while (from < text.length) {
    stepsFor(PART_COST);
    const match = find(from);
    if (match === null || match.index >= text.length) break;
    const end = match.index + match[0].length;
    if (end === start) {
      from = start + (isUnicode ? widthAt(text, start) : 1);
      continue;
    }
    parts.push(text.slice(start, match.index));
    for (const group of match.slice(1)) parts.push(group as string);
    if (parts.length >= limit) return parts.slice(0, limit);
    start = end;
    from = end;
  }
  parts.push(text.slice(start));
  return parts.slice(0, limit);
}

/** Replacement of a match: a text with `$1`, `$<name>` …, or a function of the expression that returns it. */
export type Replacement = string | ((match: Match) => string);

/** `text.replace(expression, …)`; global expressions replace every match. Growth is charged as it happens. */
export function replaceText(text: string, expression: RegExp, replacement: Replacement): string {
  const isShort = text.length <= AT_ONCE && typeof replacement === 'string' && text.length * (replacement.length + 1) < 1_000_000;
  if (isShort && !/\$[`']/.test(replacement)) {
    const result = choose(
      expression,
      text,
      () => text.replace(expression, replacement),
      (program) => assemble(text, findAll(expression, program, text), replacement),
    );
    // The host does not tell the number of matches; there may be one at each character.
    if (expression.global && result !== text) stepsFor(text.length * REPLACED_COST * (replacement.includes('$') ? 2 : 1));
    allocate(result.length);
    return result;
  }
  if (!expression.global) {
    const match = execute(expression, text);
    return assemble(text, match === null ? [] : [match], replacement);
  }
  expression.lastIndex = 0;
  const matches = eachMatch(expression, text);
  return assemble(text, matches, replacement);
}

function assemble(text: string, matches: Iterable<Match>, replacement: Replacement): string {
  const parts: string[] = [];
  let end = 0;
  for (const match of matches) {
    const part = typeof replacement === 'string' ? expandReplacement(replacement, text, match) : replacement(match);
    allocate(part.length + match.index - end + 16);
    parts.push(text.slice(end, match.index), part);
    end = match.index + match[0].length;
  }
  allocate(text.length - end);
  parts.push(text.slice(end));
  return parts.join('');
}

interface Token {
  readonly text: string;
  readonly digits?: string;
  readonly name?: string;
}

/** The latest replacement text and its parts: constant texts and tokens with `$`. A call replaces all matches with the same one. */
let latest: { readonly text: string; readonly parts: readonly (string | Token)[] } = { text: '', parts: [] };

function tokensOf(text: string): readonly (string | Token)[] {
  if (latest.text === text) return latest.parts;
  stepsFor(text.length * CHARACTER_COST);
  const parts: (string | Token)[] = [];
  let end = 0;
  for (const token of text.matchAll(/\$(?:\$|&|`|'|(\d\d?)|<([^>]*)>)/g)) {
    if (token.index > end) parts.push(text.slice(end, token.index));
    const [match, digits, name] = token;
    parts.push({ text: match, ...(digits === undefined ? {} : { digits }), ...(name === undefined ? {} : { name }) });
    end = token.index + match.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  latest = { text, parts };
  return parts;
}

/** Returns a replacement text with its `$` parts filled in from a match, as the language defines it. */
export function expandReplacement(replacement: string, text: string, match: Match): string {
  if (!replacement.includes('$')) return replacement;
  let result = '';
  for (const part of tokensOf(replacement)) {
    const value = typeof part === 'string' ? part : expandToken(part.text, part.digits, part.name, text, match);
    stepsFor(value.length);
    if (result.length + value.length > session.memory) throw tooLarge();
    result += value;
  }
  return result;
}

function expandToken(token: string, digits: string | undefined, name: string | undefined, text: string, match: Match): string {
  if (token === '$$') return '$';
  if (token === '$&') return match[0];
  if (token === '$`') return text.slice(0, match.index);
  if (token === "$'") return text.slice(match.index + match[0].length);
  if (name !== undefined) return match.groups === undefined ? token : (match.groups[name] ?? '');
  const number = Number(digits);
  if (number >= 1 && number < match.length) return match[number] ?? '';
  const first = Number((digits as string)[0]);
  return (digits as string).length === 2 && first >= 1 && first < match.length ? `${match[first] ?? ''}${(digits as string)[1]}` : token;
}

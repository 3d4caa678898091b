// Runs regular expressions with the host's matcher if its worst case is fast, otherwise with the safe matcher. Also the text methods that use
// them.
import { allocate, allocateCells, lookInto, session, step, stepsFor, tooLarge } from '../budget.ts';
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
const HOST_MILLISECONDS = 1000;

const analyses = new Map<string, Analysis>();

function analyse(expression: RegExp): Analysis {
  const key = `${expression.flags}/${expression.source}`;
  const known = analyses.get(key);
  if (known !== undefined) return known;
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
  if (cost > HOST_LIMIT || session.hostMilliseconds > HOST_MILLISECONDS) {
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
      groups[name] = indexes.map((index) => texts[index]).find((found) => found !== undefined);
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

/** Yields all matches from the start of the text (or only the first, unless global), found by the safe matcher. */
function* findAll(expression: RegExp, program: PatternProgram, text: string): Generator<Match> {
  const matcher = new SafeMatcher(program, text);
  let from = 0;
  while (from <= text.length) {
    step();
    const slots = matcher.find(from, expression.sticky);
    if (slots === undefined) return;
    yield toMatch(program, text, slots);
    if (!expression.global) return;
    const end = slots[1] as number;
    from = end === slots[0] ? after(program, text, end) : end;
  }
}

/** Returns the position after the character at a position. */
function after(program: PatternProgram, text: string, position: number): number {
  return position + (program.isUnicode && (text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1);
}

/** `text.match(expression)`. */
export function matchText(text: string, expression: RegExp): unknown {
  if (!expression.global) return execute(expression, text);
  const found = choose(
    expression,
    text,
    () => text.match(expression) as string[] | null,
    (program) => [...findAll(expression, program, text)].map((match) => match[0]),
  );
  allocateCells(found?.length ?? 0);
  return found === null || found.length === 0 ? null : found;
}

/** Returns a list of all matches; the expression must be global. */
export function matchAllText(text: string, expression: RegExp): Match[] {
  if (!expression.global) throw new TypeError('String.prototype.matchAll called with a non-global RegExp argument');
  const found = choose(
    expression,
    text,
    () => [...text.matchAll(expression)],
    (program) => [...findAll(expression, program, text)],
  );
  allocateCells(found.length * 4);
  return found;
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
    () => text.split(expression, limit),
    (program) => splitSafely(text, program, limit),
  );
  allocateCells(parts.length);
  allocate(text.length);
  return parts;
}

function splitSafely(text: string, program: PatternProgram, limit: number): string[] {
  if (limit === 0) return [];
  const matcher = new SafeMatcher(program, text);
  if (text === '') return matcher.find(0, true) === undefined ? [''] : [];
  const parts: string[] = [];
  let start = 0;
  let from = 0;
  while (from < text.length) {
    step();
    const slots = matcher.find(from, false);
    if (slots === undefined || (slots[0] as number) >= text.length) break;
    const [begin, end] = slots as [number, number];
    if (end === start) {
      from = after(program, text, start);
      continue;
    }
    parts.push(text.slice(start, begin));
    for (const group of toMatch(program, text, slots).slice(1)) parts.push(group as string);
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
  if (typeof replacement === 'string' && text.length * (replacement.length + 1) < 1_000_000 && !/\$[`']/.test(replacement)) {
    const result = choose(
      expression,
      text,
      () => text.replace(expression, replacement),
      (program) => assemble(text, findAll(expression, program, text), replacement),
    );
    allocate(result.length);
    return result;
  }
  const matches = choose<Iterable<Match>>(
    expression,
    text,
    () => (expression.global ? [...text.matchAll(expression)] : [expression.exec(text)].filter((match) => match !== null)),
    (program) => [...findAll(expression, program, text)],
  );
  return assemble(text, matches, replacement);
}

function assemble(text: string, matches: Iterable<Match>, replacement: Replacement): string {
  const parts: string[] = [];
  let end = 0;
  for (const match of matches) {
    step();
    const part = typeof replacement === 'string' ? expandReplacement(replacement, text, match) : replacement(match);
    allocate(part.length + match.index - end + 16);
    parts.push(text.slice(end, match.index), part);
    end = match.index + match[0].length;
  }
  allocate(text.length - end);
  parts.push(text.slice(end));
  return parts.join('');
}

/** Returns a replacement text with its `$` parts filled in from a match, as the language defines it. */
export function expandReplacement(replacement: string, text: string, match: Match): string {
  if (!replacement.includes('$')) return replacement;
  let room = session.memory;
  return replacement.replace(/\$(?:\$|&|`|'|(\d\d?)|<([^>]*)>)/g, (token, digits?: string, name?: string) => {
    const value = expandToken(token, digits, name, text, match);
    room -= value.length;
    if (room < 0) throw tooLarge();
    return value;
  });
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

// Completion: suggestions at a position in an expression, based on the actual values.
import { asPreview } from './budget.ts';
import { compileExpression } from './compiled-expression.ts';
import type { Scope } from './data/scope.ts';
import { membersOf, needsNoArguments, type Member } from './members.ts';
import { codeBefore } from './parse-template.ts';

export interface Suggestion {
  readonly label: string;
  /** Text that replaces the range from `from` to `to`. */
  readonly insert: string;
  /** Number of characters between the caret and the end of `insert` afterwards, for example to place it within brackets. */
  readonly caretBack: number;
  readonly kind: Member['kind'] | 'name' | 'node';
  readonly value?: unknown;
  /** Whose text describes it: that of a name that is offered everywhere, or of a member of all values of a type. */
  readonly about?: 'names' | 'methods';
}

export interface Suggestions {
  /** Range to replace, as offsets in the text. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly Suggestion[];
}

const identifier = /[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const wholeIdentifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Names that are offered first; functions include their brackets. Alternative spellings and legacy names are not offered. */
const offered = [
  '$json',
  '$input',
  '$',
  '$node',
  '$now',
  '$today',
  '$binary',
  '$itemIndex',
  '$runIndex',
  '$if()',
  '$ifEmpty()',
  '$min()',
  '$max()',
  '$average()',
  '$not()',
  '$jmespath()',
  '$workflow',
  '$execution',
  '$prevNode',
  '$vars',
  '$env',
  '$parameter',
  '$item()',
  '$items()',
  '$fromAI()',
  '$evaluateExpression()',
  '$getPairedItem()',
  '$position',
  '$mode',
  '$nodeId',
  '$nodeVersion',
  '$rawParameter',
  'DateTime',
  'Duration',
  'Interval',
  'Math',
  'JSON',
  'Object',
  'Array',
  'String',
  'Number',
  'Boolean',
  'Date',
] as const;

const CALL = '()';
const names: readonly string[] = offered.map((name) => name.replace(CALL, ''));
const functions: ReadonlySet<string> = new Set(offered.filter((name) => name.endsWith(CALL)).map((name) => name.replace(CALL, '')));

/** Returns suggestions at `caret` in a text with a leading `=`; undefined outside of braces and inside string literals. */
export function suggestAt(text: string, caret: number, scope: Scope, nodes: readonly string[]): Suggestions | undefined {
  const before = codeBefore(text, caret);
  return before === undefined ? undefined : suggestInCode(before, caret - before.length, scope, nodes);
}

/** Like `suggestAt`, for plain code, such as that of a Code node. `offset`: start of the code in the text. */
export function suggestInCode(before: string, offset: number, scope: Scope, nodes: readonly string[]): Suggestions | undefined {
  const to = offset + before.length;
  const node = /\$(?:\(|node\s*\[|items\s*\()\s*(["'`])([^"'`]*)$/.exec(before);
  if (node !== null)
    return matching(
      to - (node[2] as string).length,
      to,
      node[2] as string,
      nodes.map((name) => nodeSuggestion(name, node[1] as string)),
    );
  const key = /\[\s*(["'`])([^"'`]*)$/.exec(before);
  if (key !== null) {
    const fields = valueBefore(before.slice(0, key.index), scope).filter(({ kind }) => kind === 'field');
    const partial = key[2] as string;
    return matching(
      to - partial.length,
      to,
      partial,
      fields.map((field) => keySuggestion(field, key[1] as string)),
    );
  }
  if (isInText(before)) return undefined;
  const member = /\??\.\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)?$/u.exec(before);
  if (member !== null) {
    const partial = member[1] ?? '';
    const dot = offset + member.index;
    const suggestions = valueBefore(before.slice(0, member.index), scope).map((each) => memberSuggestion(each, dot, to - partial.length));
    return withDots(dot, to, partial, suggestions);
  }
  const partial = identifier.exec(before)?.[0] ?? '';
  if (partial === '' && /[\p{ID_Continue})\]]\s*$/u.test(before)) return undefined;
  return matching(to - partial.length, to, partial, names.map(nameSuggestion));
}

/** Whether the position is within open quotes. Code in `${` of a template is not examined. */
function isInText(code: string): boolean {
  let quote = '';
  for (let at = 0; at < code.length; at++) {
    const sign = code[at] as string;
    if (quote === '') quote = sign === '"' || sign === "'" || sign === '`' ? sign : '';
    else if (sign === '\\') at++;
    else if (sign === quote) quote = '';
  }
  return quote !== '';
}

/** Returns the members of the value of the chain that ends here; empty if it has no value. */
function valueBefore(before: string, scope: Scope): readonly Member[] {
  const chain = before.slice(chainStart(before)).trim();
  if (chain === '' || /^\d+$/.test(chain)) return [];
  try {
    return membersOf(asPreview(() => compileExpression(`={{ ${chain} }}`).read(scope)).value);
  } catch {
    return [];
  }
}

/** Returns the start of the member chain at the end of the code. */
function chainStart(code: string): number {
  let at = code.length;
  for (;;) {
    const end = at;
    at = code.slice(0, at).trimEnd().length;
    const sign = code[at - 1];
    if (sign === ')' || sign === ']') at = openingOf(code, at - 1);
    else if (sign === '"' || sign === "'" || sign === '`') at = quoteStart(code, at - 1);
    else {
      const name = /[\p{ID_Continue}$]+$/u.exec(code.slice(0, at));
      if (name === null) return end;
      at = name.index;
      const dot = /\??\.\s*$/.exec(code.slice(0, at));
      if (dot === null) return at;
      at = dot.index;
      continue;
    }
    // A prefix belongs to brackets that follow it, but not to text or a list that follows it.
    const rest = code.slice(0, at);
    const dot = /\??\.\s*$/.exec(rest);
    if (dot !== null) at = dot.index;
    else if (!/[\p{ID_Continue}$)\]]$/u.test(rest) || sign === '"' || sign === "'" || sign === '`') return at;
  }
}

/** Returns the position of the matching opening bracket; 0 if there is none. */
function openingOf(code: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    const sign = code[at] as string;
    if (sign === '"' || sign === "'" || sign === '`') at = quoteStart(code, at);
    else if (sign === ')' || sign === ']' || sign === '}') depth++;
    else if (sign === '(' || sign === '[' || sign === '{') {
      depth--;
      if (depth === 0) return at;
    }
  }
  return 0;
}

/** Returns the start of the string literal that ends here. */
function quoteStart(code: string, end: number): number {
  let at = end - 1;
  while (at > 0 && (code[at] !== code[end] || code[at - 1] === '\\')) at--;
  return Math.max(0, at);
}

const quoted = (text: string, quote: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replaceAll('\n', String.raw`\n`);

const nodeSuggestion = (name: string, quote: string): Suggestion => ({
  label: name,
  insert: quoted(name, quote),
  caretBack: 0,
  kind: 'node',
});

const keySuggestion = ({ name, value }: Member, quote: string): Suggestion => ({
  label: name,
  insert: quoted(name, quote),
  caretBack: 0,
  kind: 'field',
  value,
});

function nameSuggestion(name: string): Suggestion {
  if (name === '$') return { label: "$('…')", insert: "$('')", caretBack: 2, kind: 'name', about: 'names' };
  const isCalled = functions.has(name);
  return {
    label: isCalled ? `${name}()` : name,
    insert: isCalled ? `${name}()` : name,
    caretBack: isCalled ? 1 : 0,
    kind: 'name',
    about: 'names',
  };
}

interface Placed extends Suggestion {
  readonly from: number;
}

/** Names that are not identifiers are written in brackets, which replace the dot. */
function memberSuggestion(member: Member, dot: number, from: number): Placed {
  const { name, kind, value, isOfType = false } = member;
  if (!wholeIdentifier.test(name)) return { label: name, insert: `[${JSON.stringify(name)}]`, caretBack: 0, kind, value, from: dot };
  const isCalled = kind === 'method';
  const label = isCalled ? `${name}()` : name;
  const caretBack = isCalled && !needsNoArguments(member) ? 1 : 0;
  return { label, insert: label, caretBack, kind, value, from, ...(isOfType ? { about: 'methods' } : {}) };
}

/** Returns all suggestions for one range: those that keep the dot insert it again. */
function withDots(dot: number, to: number, partial: string, suggestions: readonly Placed[]): Suggestions {
  const options = suggestions.map(({ from, ...each }) => (from === dot ? each : { ...each, insert: `.${each.insert}` }));
  return matching(dot, to, partial, options);
}

/** Returns matches that start with the typed text first, followed by those that contain it; case-insensitive. */
function matching(from: number, to: number, partial: string, options: readonly Suggestion[]): Suggestions {
  const requested = partial.toLowerCase();
  const prefixMatches = options.filter(({ label }) => label.toLowerCase().startsWith(requested));
  const isMatch =
    requested === ''
      ? []
      : options.filter(({ label }) => !label.toLowerCase().startsWith(requested) && label.toLowerCase().includes(requested));
  return { from, to, options: [...prefixMatches, ...isMatch] };
}

// Parses the pattern of a regular expression that the host has accepted into a tree, for the risk estimate and the safe matcher.

/** Matches one character. `source`: its text in the pattern (`[^"]`, `\d`, `x`); `flags`: those in effect there. */
export interface CharacterNode {
  readonly kind: 'character';
  readonly source: string;
  readonly flags: string;
}

export interface RepeatNode {
  readonly kind: 'repeat';
  readonly body: PatternNode;
  readonly min: number;
  /** Infinity if there is no upper bound. */
  readonly max: number;
  readonly isLazy: boolean;
  /** Numbers of the groups inside, which each iteration resets: from (inclusive) to (exclusive). */
  readonly groups: readonly [number, number];
}

export type PatternNode =
  | CharacterNode
  | RepeatNode
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'group'; readonly index: number; readonly body: PatternNode }
  | { readonly kind: 'look'; readonly body: PatternNode; readonly isAhead: boolean; readonly isNegative: boolean }
  | { readonly kind: 'edge'; readonly edge: 'start' | 'end' | 'word' | 'inside'; readonly flags: string }
  | { readonly kind: 'backreference'; readonly groups: readonly number[]; readonly flags: string };

export interface Pattern {
  readonly root: PatternNode;
  /** Number of capture groups. */
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, readonly number[]>;
  readonly hasBackreferences: boolean;
}

/** Thrown internally for syntax that the safe matcher does not support. */
class UnknownPattern extends Error {}

/** Returns the tree of a pattern, or undefined if it uses unsupported syntax (sets of strings with the v flag). */
export function parsePattern(source: string, flags: string): Pattern | undefined {
  try {
    return new PatternReader(source, flags.replace(/[gyd]/g, '')).read();
  } catch {
    return undefined;
  }
}

class PatternReader {
  readonly #source: string;
  #flags: string;
  readonly #isUnicode: boolean;
  #position = 0;
  #groupCount = 0;
  #hasBackreferences = false;
  readonly #groupNames = new Map<string, number[]>();
  readonly #totalGroups: number;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
    this.#isUnicode = /[uv]/.test(flags);
    this.#totalGroups = countGroups(source, this.#groupNames);
  }

  read(): Pattern {
    const root = this.#choice();
    return { root, groupCount: this.#groupCount, groupNames: this.#groupNames, hasBackreferences: this.#hasBackreferences };
  }

  #peek(text: string): boolean {
    return this.#source.startsWith(text, this.#position);
  }

  #take(text: string): boolean {
    if (!this.#peek(text)) return false;
    this.#position += text.length;
    return true;
  }

  #choice(): PatternNode {
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    return options.length === 1 ? (options[0] as PatternNode) : { kind: 'choice', options };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#position < this.#source.length && !this.#peek('|') && !this.#peek(')')) parts.push(this.#term());
    return parts.length === 1 ? (parts[0] as PatternNode) : { kind: 'sequence', parts };
  }

  #term(): PatternNode {
    const firstGroup = this.#groupCount + 1;
    const atom = this.#atom();
    const range = this.#quantifier();
    if (range === undefined) return atom;
    const isLazy = this.#take('?');
    return { kind: 'repeat', body: atom, min: range[0], max: range[1], isLazy, groups: [firstGroup, this.#groupCount + 1] };
  }

  #quantifier(): readonly [number, number] | undefined {
    if (this.#take('*')) return [0, Infinity];
    if (this.#take('+')) return [1, Infinity];
    if (this.#take('?')) return [0, 1];
    const braces = /^\{(\d+)(,?)(\d*)\}/.exec(this.#source.slice(this.#position, this.#position + 40));
    if (braces === null) return undefined;
    this.#position += braces[0].length;
    const min = Number(braces[1]);
    return [min, braces[2] === '' ? min : braces[3] === '' ? Infinity : Number(braces[3])];
  }

  #atom(): PatternNode {
    if (this.#take('^')) return { kind: 'edge', edge: 'start', flags: this.#flags };
    if (this.#take('$')) return { kind: 'edge', edge: 'end', flags: this.#flags };
    if (this.#take('(')) return this.#group();
    if (this.#peek('[')) return this.#characterClass();
    if (this.#peek('\\')) return this.#escape();
    if (this.#take('.')) return this.#character('.');
    const point = this.#isUnicode
      ? String.fromCodePoint(this.#source.codePointAt(this.#position) as number)
      : (this.#source[this.#position] as string);
    this.#position += point.length;
    return this.#character(/[\^$\\.*+?()[\]{}|/]/.test(point) ? `\\${point}` : point);
  }

  #character(source: string): CharacterNode {
    return { kind: 'character', source, flags: this.#flags };
  }

  #group(): PatternNode {
    if (this.#take('?:')) return this.#body();
    if (this.#take('?=')) return this.#look(true, false);
    if (this.#take('?!')) return this.#look(true, true);
    if (this.#take('?<=')) return this.#look(false, false);
    if (this.#take('?<!')) return this.#look(false, true);
    const modifiers = /^\?([ims]*)(?:-([ims]*))?:/.exec(this.#source.slice(this.#position, this.#position + 12));
    if (modifiers !== null) {
      this.#position += modifiers[0].length;
      const outer = this.#flags;
      this.#flags = [...new Set(outer + (modifiers[1] ?? ''))].filter((flag) => !(modifiers[2] ?? '').includes(flag)).join('');
      const body = this.#body();
      this.#flags = outer;
      return body;
    }
    const name = /^\?<[^>]*>/.exec(this.#source.slice(this.#position));
    if (name !== null) this.#position += name[0].length;
    const index = ++this.#groupCount;
    return { kind: 'group', index, body: this.#body() };
  }

  #body(): PatternNode {
    const body = this.#choice();
    this.#position++;
    return body;
  }

  #look(isAhead: boolean, isNegative: boolean): PatternNode {
    return { kind: 'look', body: this.#body(), isAhead, isNegative };
  }

  #characterClass(): PatternNode {
    const start = this.#position;
    let depth = 0;
    for (; this.#position < this.#source.length; this.#position++) {
      const char = this.#source[this.#position];
      if (char === '\\') this.#position++;
      else if (char === '[' && (depth === 0 || this.#flags.includes('v'))) depth++;
      else if (char === ']' && --depth === 0) break;
    }
    this.#position++;
    const source = this.#source.slice(start, this.#position);
    if (this.#flags.includes('v') && /\\q\{|\\p\{(?:RGI_|Basic_|Emoji_Keycap)/.test(source)) throw new UnknownPattern();
    return this.#character(source);
  }

  #escape(): PatternNode {
    if (this.#take('\\b')) return { kind: 'edge', edge: 'word', flags: this.#flags };
    if (this.#take('\\B')) return { kind: 'edge', edge: 'inside', flags: this.#flags };
    const rest = this.#source.slice(this.#position, this.#position + 300);
    const reference = this.#groupNames.size > 0 ? /^\\k<([^>]*)>/.exec(rest) : null;
    if (reference !== null) return this.#backreference(reference[0], this.#groupNames.get(reference[1] as string) ?? []);
    const numbered = /^\\([1-9]\d*)/.exec(rest);
    if (numbered !== null && Number(numbered[1]) <= this.#totalGroups) return this.#backreference(numbered[0], [Number(numbered[1])]);
    const token =
      /^\\(?:u\{[0-9a-fA-F]+\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|c[a-zA-Z]|[0-3][0-7]{0,2}|[4-7][0-7]?|[^])/u.exec(
        rest,
      );
    let source = token === null ? rest.slice(0, 2) : token[0];
    if (!this.#isUnicode && /^\\(?:u\{|[pP]\{|u[dD][89abAB])/.test(source))
      source = source.startsWith('\\u{') || /^\\p/i.test(source) ? source.slice(0, 2) : source.slice(0, 6);
    if (this.#flags.includes('v') && /^\\p\{(?:RGI_|Basic_|Emoji_Keycap)/.test(source)) throw new UnknownPattern();
    this.#position += source.length;
    return this.#character(source);
  }

  #backreference(text: string, groups: readonly number[]): PatternNode {
    this.#position += text.length;
    this.#hasBackreferences = true;
    return { kind: 'backreference', groups, flags: this.#flags };
  }
}

/** Counts capture groups and collects their names before parsing, since a reference may precede its group. */
function countGroups(source: string, names: Map<string, number[]>): number {
  let count = 0;
  let isInClass = false;
  for (let position = 0; position < source.length; position++) {
    const char = source[position];
    if (char === '\\') position++;
    else if (char === '[') isInClass = true;
    else if (char === ']') isInClass = false;
    else if (char === '(' && !isInClass) {
      const nameMatch = /^\(\?<([^=!][^>]*)>/.exec(source.slice(position, position + 200));
      if (source[position + 1] === '?' && nameMatch === null) continue;
      count++;
      if (nameMatch !== null) names.set(nameMatch[1] as string, [...(names.get(nameMatch[1] as string) ?? []), count]);
    }
  }
  return count;
}

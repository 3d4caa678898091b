// Compiles a pattern's tree into instructions for the safe matcher, forwards or, within lookbehinds, backwards.
import type { CharacterNode, Pattern, PatternNode, RepeatNode } from './parse-pattern.ts';

/** Whether a character (a code unit, or a code point in unicode patterns) matches. */
type CharacterTest = (character: number) => boolean;

export type Instruction =
  | { readonly op: 'character'; readonly fits: CharacterTest; readonly direction: 1 | -1 }
  /** Continues at `first`, and at `second` if that fails. `id` identifies the branch when failures are recorded. */
  | { readonly op: 'branch'; first: number; second: number; readonly id: number }
  | { readonly op: 'jump'; target: number }
  | { readonly op: 'save'; readonly slot: number }
  /** Clears capture slots from (inclusive) to (exclusive). */
  | { readonly op: 'forget'; readonly from: number; readonly to: number }
  | { readonly op: 'mark'; readonly slot: number }
  /** Fails if nothing was consumed since the mark. */
  | { readonly op: 'progress'; readonly slot: number }
  | { readonly op: 'edge'; readonly edge: 'start' | 'end' | 'word' | 'inside'; readonly isMultiline: boolean }
  | { readonly op: 'look'; readonly start: number; next: number; readonly isNegative: boolean }
  | { readonly op: 'backreference'; readonly groups: readonly number[]; readonly ignoresCase: boolean; readonly direction: 1 | -1 }
  | { readonly op: 'match' };

export interface PatternProgram {
  readonly instructions: readonly Instruction[];
  readonly branchCount: number;
  /** Captures and marks, two slots per group. */
  readonly slotCount: number;
  readonly pattern: Pattern;
  readonly isUnicode: boolean;
  /** Whether a failure at a position is final, whatever was captured before, so that no position is tried twice. */
  readonly canRemember: boolean;
}

/** Maximum size of a program; larger ones, such as for `(a{1000}){1000}`, would be too slow. */
const SIZE_LIMIT = 20_000;

/** Returns the program of a pattern, or undefined if it would be too large. */
export function compilePattern(pattern: Pattern, flags: string): PatternProgram | undefined {
  const canRemember = !pattern.hasBackreferences && !hasEmptyOption(pattern.root);
  const writer = new ProgramWriter(pattern, canRemember, /[uv]/.test(flags));
  return writer.write() ? writer.program() : undefined;
}

class ProgramWriter {
  readonly #instructions: Instruction[] = [];
  #branchCount = 0;
  #slotCount: number;
  readonly #pattern: Pattern;
  readonly #canRemember: boolean;
  readonly #isUnicode: boolean;

  constructor(pattern: Pattern, canRemember: boolean, isUnicode: boolean) {
    this.#pattern = pattern;
    this.#canRemember = canRemember;
    this.#isUnicode = isUnicode;
    this.#slotCount = (pattern.groupCount + 1) * 2;
  }

  write(): boolean {
    this.#emit(this.#pattern.root, 1);
    this.#add({ op: 'match' });
    return this.#instructions.length < SIZE_LIMIT;
  }

  program(): PatternProgram {
    const instructions = this.#instructions;
    const branchCount = this.#branchCount;
    const slotCount = this.#slotCount;
    const pattern = this.#pattern;
    const isUnicode = this.#isUnicode;
    const canRemember = this.#canRemember;
    return { instructions, branchCount, slotCount, pattern, isUnicode, canRemember };
  }

  #add<T extends Instruction>(instruction: T): T {
    this.#instructions.push(instruction);
    return instruction;
  }

  get #here(): number {
    return this.#instructions.length;
  }

  #branch(): Extract<Instruction, { op: 'branch' }> {
    return this.#add({ op: 'branch', first: 0, second: 0, id: this.#branchCount++ });
  }

  #emit(node: PatternNode, direction: 1 | -1): void {
    if (this.#here >= SIZE_LIMIT) return;
    switch (node.kind) {
      case 'character':
        this.#add({ op: 'character', fits: characterTest(node, this.#isUnicode), direction });
        return;
      case 'sequence':
        for (const part of direction === 1 ? node.parts : node.parts.toReversed()) this.#emit(part, direction);
        return;
      case 'choice':
        this.#emitChoice(node.options, direction);
        return;
      case 'group':
        this.#add({ op: 'save', slot: node.index * 2 + (direction === 1 ? 0 : 1) });
        this.#emit(node.body, direction);
        this.#add({ op: 'save', slot: node.index * 2 + (direction === 1 ? 1 : 0) });
        return;
      case 'repeat':
        this.#emitRepeat(node, direction);
        return;
      case 'look': {
        const look = this.#add({ op: 'look', start: this.#here + 1, next: 0, isNegative: node.isNegative });
        this.#emit(node.body, node.isAhead ? 1 : -1);
        this.#add({ op: 'match' });
        look.next = this.#here;
        return;
      }
      case 'edge':
        this.#add({ op: 'edge', edge: node.edge, isMultiline: node.flags.includes('m') });
        return;
      case 'backreference':
        this.#add({ op: 'backreference', groups: node.groups, ignoresCase: node.flags.includes('i'), direction });
    }
  }

  #emitChoice(options: readonly PatternNode[], direction: 1 | -1): void {
    const ends: Extract<Instruction, { op: 'jump' }>[] = [];
    options.forEach((option, index) => {
      if (index === options.length - 1) {
        this.#emit(option, direction);
        return;
      }
      const branch = this.#branch();
      branch.first = this.#here;
      this.#emit(option, direction);
      ends.push(this.#add({ op: 'jump', target: 0 }));
      branch.second = this.#here;
    });
    for (const end of ends) end.target = this.#here;
  }

  #emitRepeat(node: RepeatNode, direction: 1 | -1): void {
    for (let turn = 0; turn < node.min && this.#here < SIZE_LIMIT; turn++) this.#emitTurn(node, direction);
    const exits: Extract<Instruction, { op: 'branch' }>[] = [];
    if (node.max === Infinity) {
      const start = this.#here;
      const branch = this.#branch();
      exits.push(branch);
      this.#emitOptionalTurn(node, direction, branch);
      this.#add({ op: 'jump', target: start });
    } else {
      for (let turn = node.min; turn < node.max && this.#here < SIZE_LIMIT; turn++) {
        const branch = this.#branch();
        exits.push(branch);
        this.#emitOptionalTurn(node, direction, branch);
      }
    }
    for (const exit of exits) {
      if (node.isLazy) exit.first = this.#here;
      else exit.second = this.#here;
    }
  }

  #emitOptionalTurn(node: RepeatNode, direction: 1 | -1, branch: Extract<Instruction, { op: 'branch' }>): void {
    if (node.isLazy) branch.second = this.#here;
    else branch.first = this.#here;
    const needsProgress = !this.#canRemember && canBeEmpty(node.body);
    const slot = needsProgress ? this.#slotCount++ : 0;
    if (needsProgress) this.#add({ op: 'mark', slot });
    this.#emitTurn(node, direction);
    if (needsProgress) this.#add({ op: 'progress', slot });
  }

  #emitTurn(node: RepeatNode, direction: 1 | -1): void {
    const [from, to] = node.groups;
    if (to > from) this.#add({ op: 'forget', from: from * 2, to: to * 2 });
    this.#emit(node.body, direction);
  }
}

/** Whether a node may match empty text. */
function canBeEmpty(node: PatternNode): boolean {
  switch (node.kind) {
    case 'character':
      return false;
    case 'sequence':
      return node.parts.every(canBeEmpty);
    case 'choice':
      return node.options.some(canBeEmpty);
    case 'group':
      return canBeEmpty(node.body);
    case 'repeat':
      return node.min === 0 || canBeEmpty(node.body);
    default:
      return true;
  }
}

/** Whether an optional iteration of a bounded repetition may be empty. The language rejects such iterations, which requires a mark. */
function hasEmptyOption(node: PatternNode): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.parts.some(hasEmptyOption);
    case 'choice':
      return node.options.some(hasEmptyOption);
    case 'group':
    case 'look':
      return hasEmptyOption(node.body);
    case 'repeat':
      return (node.max !== Infinity && node.max > node.min && canBeEmpty(node.body)) || hasEmptyOption(node.body);
    default:
      return false;
  }
}

const tests = new Map<string, CharacterTest>();

/** The host decides what a class or escape matches, one character at a time; results are cached. */
function characterTest(node: CharacterNode, isUnicode: boolean): CharacterTest {
  const flags = node.flags.replace(/[^isuv]/g, '');
  const key = `${flags}/${node.source}`;
  const cached = tests.get(key);
  if (cached !== undefined) return cached;
  const expression = new RegExp(`^(?:${node.source})$`, flags);
  const responses = new Map<number, boolean>();
  const fits = (character: number): boolean => {
    let response = responses.get(character);
    if (response === undefined) {
      response = expression.test(isUnicode ? String.fromCodePoint(character) : String.fromCharCode(character));
      if (responses.size < 5000) responses.set(character, response);
    }
    return response;
  };
  if (tests.size > 1000) tests.clear();
  tests.set(key, fits);
  return fits;
}

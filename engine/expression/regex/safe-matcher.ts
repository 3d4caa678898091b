// Matches a pattern in time proportional to pattern × text: no position is tried twice at the same instruction.
import { step, stepsFor, tooLarge } from '../budget.ts';
import type { Instruction, PatternProgram } from './pattern-program.ts';

/** Maximum product of branches and characters that can be recorded: 32 MB of bits. */
const MEMORY_BITS = 2 ** 28;
/** Number of instructions per charged step. */
const TURNS_PER_STEP = 4;

/** Records which branches were visited at each position. */
interface Visits {
  /** Whether this branch was visited before at this position; marks it as visited. */
  visit(branch: number, position: number): boolean;
}

/** Visits over a whole text, as bits. Clearing resets only the bits that were set. */
class DenseVisits implements Visits {
  readonly #words: Uint32Array;
  readonly #touched: number[] = [];
  readonly #width: number;

  constructor(branchCount: number, textLength: number) {
    this.#width = textLength + 1;
    const bits = branchCount * this.#width;
    if (bits > MEMORY_BITS) throw tooLarge();
    stepsFor(bits / 32);
    this.#words = new Uint32Array((bits >>> 5) + 1);
  }

  visit(branch: number, position: number): boolean {
    const index = branch * this.#width + position;
    const word = index >>> 5;
    const bit = 1 << (index & 31);
    const value = this.#words[word] as number;
    if ((value & bit) !== 0) return true;
    if (value === 0) this.#touched.push(word);
    this.#words[word] = value | bit;
    return false;
  }

  clear(): void {
    for (const word of this.#touched) this.#words[word] = 0;
    this.#touched.length = 0;
  }
}

/** Visits of a lookaround, which reads little of the text. */
class SparseVisits implements Visits {
  readonly #seen = new Set<string>();

  visit(branch: number, position: number): boolean {
    const key = `${branch}:${position}`;
    if (this.#seen.has(key)) return true;
    this.#seen.add(key);
    return false;
  }
}

/** A search in one text; created once per operation and used for all of its matches. */
export class SafeMatcher {
  readonly #program: PatternProgram;
  readonly #text: string;
  readonly #dense: DenseVisits | undefined;
  #visits: Visits | undefined;
  #turns = 0;
  #at = 0;
  #position = 0;
  #slots: number[] = [];
  /** Pairs: an instruction and the position at which to resume, or (negative) a slot and the value to restore. */
  #pending: number[] = [];

  constructor(program: PatternProgram, text: string) {
    this.#program = program;
    this.#text = text;
    this.#dense = program.canRemember ? new DenseVisits(program.branchCount, text.length) : undefined;
  }

  /** Returns the start and the end of the match and of each group (-1: not captured); undefined if there is no match exactly at `from`. */
  find(from: number, isSticky: boolean): readonly number[] | undefined {
    this.#visits = this.#dense;
    // A failed run restores both.
    this.#slots = Array<number>(this.#program.slotCount).fill(-1);
    this.#pending = [];
    const first = this.#program.instructions[0];
    const fits = first?.op === 'character' && first.direction === 1 && !this.#program.isUnicode ? first.fits : undefined;
    try {
      for (let start = from; start <= this.#text.length; start += this.#widthAt(start)) {
        if (fits !== undefined && !isSticky) {
          while (start < this.#text.length && !fits(this.#text.charCodeAt(start))) {
            this.#count();
            start++;
          }
        }
        if (this.#run(0, start)) {
          this.#slots[0] = start;
          this.#slots[1] = this.#position;
          return this.#slots;
        }
        if (isSticky) return undefined;
      }
      return undefined;
    } finally {
      this.#dense?.clear();
    }
  }

  #count(): void {
    if (++this.#turns % TURNS_PER_STEP === 0) step();
  }

  #widthAt(position: number): number {
    return this.#program.isUnicode && (this.#text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1;
  }

  /** Runs from an instruction to a match; returns false if all branches fail. Sets the position to the end of the match. */
  #run(at: number, position: number): boolean {
    const floor = this.#pending.length;
    this.#at = at;
    this.#position = position;
    for (;;) {
      this.#count();
      const instruction = this.#program.instructions[this.#at] as Instruction;
      if (instruction.op === 'match') {
        this.#dropChoices(floor);
        return true;
      }
      if (!this.#turn(instruction) && !this.#resume(floor)) return false;
    }
  }

  /** Executes one instruction; returns false if it fails. */
  #turn(instruction: Exclude<Instruction, { op: 'match' }>): boolean {
    switch (instruction.op) {
      case 'character':
        this.#at++;
        return this.#consume(instruction.direction, instruction.fits);
      case 'branch':
        if (this.#visits?.visit(instruction.id, this.#position) === true) return false;
        this.#pending.push(instruction.second, this.#position);
        this.#at = instruction.first;
        return true;
      case 'jump':
        this.#at = instruction.target;
        return true;
      case 'save':
      case 'mark':
        this.#at++;
        this.#setSlot(instruction.slot, this.#position);
        return true;
      case 'forget':
        this.#at++;
        for (let slot = instruction.from; slot < instruction.to; slot++) if (this.#slots[slot] !== -1) this.#setSlot(slot, -1);
        return true;
      case 'progress':
        this.#at++;
        return this.#slots[instruction.slot] !== this.#position;
      case 'edge':
        this.#at++;
        return this.#isAtEdge(instruction.edge, instruction.isMultiline);
      case 'look':
        return this.#look(instruction);
      default:
        this.#at++;
        return this.#repeatGroup(instruction);
    }
  }

  #setSlot(slot: number, value: number): void {
    this.#pending.push(-1 - slot, this.#slots[slot] as number);
    this.#slots[slot] = value;
  }

  /** Backtracks to the last untried choice and restores captures. */
  #resume(floor: number): boolean {
    while (this.#pending.length > floor) {
      const value = this.#pending.pop() as number;
      const target = this.#pending.pop() as number;
      if (target >= 0) {
        this.#at = target;
        this.#position = value;
        return true;
      }
      this.#slots[-1 - target] = value;
    }
    return false;
  }

  /** Drops choices above `floor` but keeps what is needed to restore captures. */
  #dropChoices(floor: number): void {
    let saved = floor;
    for (let index = floor; index < this.#pending.length; index += 2) {
      const target = this.#pending[index] as number;
      if (target >= 0) continue;
      this.#pending[saved] = target;
      this.#pending[saved + 1] = this.#pending[index + 1] as number;
      saved += 2;
    }
    this.#pending.length = saved;
  }

  #consume(direction: 1 | -1, fits: (character: number) => boolean): boolean {
    const text = this.#text;
    const position = this.#position;
    if (direction === 1) {
      if (position >= text.length) return false;
      const character = this.#program.isUnicode ? (text.codePointAt(position) as number) : text.charCodeAt(position);
      this.#position += character > 0xffff ? 2 : 1;
      return fits(character);
    }
    if (position <= 0) return false;
    let character = text.charCodeAt(position - 1);
    if (this.#program.isUnicode && position > 1 && (character & 0xfc00) === 0xdc00) {
      const pair = text.codePointAt(position - 2) as number;
      if (pair > 0xffff) character = pair;
    }
    this.#position -= character > 0xffff ? 2 : 1;
    return fits(character);
  }

  #isAtEdge(edge: 'start' | 'end' | 'word' | 'inside', isMultiline: boolean): boolean {
    const text = this.#text;
    const position = this.#position;
    if (edge === 'start') return position === 0 || (isMultiline && isLineEnd(text.charCodeAt(position - 1)));
    if (edge === 'end') return position === text.length || (isMultiline && isLineEnd(text.charCodeAt(position)));
    const isEdge = isWord(text.charCodeAt(position - 1)) !== isWord(text.charCodeAt(position));
    return isEdge === (edge === 'word');
  }

  #look(instruction: Extract<Instruction, { op: 'look' }>): boolean {
    const position = this.#position;
    const visits = this.#visits;
    const floor = this.#pending.length;
    // Failures inside depend on where the lookaround starts, so they are recorded only for this one.
    this.#visits = visits === undefined ? undefined : new SparseVisits();
    const isFound = this.#run(instruction.start, position);
    this.#visits = visits;
    if (isFound && instruction.isNegative) this.#resume(floor);
    this.#at = instruction.next;
    this.#position = position;
    return isFound !== instruction.isNegative;
  }

  #repeatGroup(instruction: Extract<Instruction, { op: 'backreference' }>): boolean {
    const slots = this.#slots;
    const position = this.#position;
    const group = instruction.groups.find((index) => slots[index * 2] !== -1 && slots[index * 2 + 1] !== -1);
    if (group === undefined) return true;
    const captured = this.#text.slice(slots[group * 2], slots[group * 2 + 1]);
    const start = instruction.direction === 1 ? position : position - captured.length;
    if (start < 0) return false;
    const candidate = this.#text.slice(start, start + captured.length);
    this.#position += instruction.direction * captured.length;
    return candidate === captured || (instruction.ignoresCase && candidate.toLowerCase() === captured.toLowerCase());
  }
}

function isLineEnd(character: number): boolean {
  return character === 10 || character === 13 || character === 0x2028 || character === 0x2029;
}

function isWord(character: number): boolean {
  return (
    (character >= 48 && character <= 57) ||
    (character >= 65 && character <= 90) ||
    character === 95 ||
    (character >= 97 && character <= 122)
  );
}

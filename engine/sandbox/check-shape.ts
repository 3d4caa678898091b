// What comes out of a code process is of a size and depth that the engine can work on, whatever the code did to make it.
import { AppError } from '../contract/errors.ts';

/** Values within each other: what walks through data calls itself for each level. */
export const deepest = 1000;
/** Values in all, when written out: parts that are shared count each time, and gaps in lists too. */
export const mostParts = 30_000_000;
/** Bytes of one buffer within json, which is written out number by number. */
export const mostBytes = 1_000_000;

/** Looks at the parts of one result as they arrive: what they hold is counted together. */
export class ShapeCheck {
  #parts = 0;
  readonly #where: string;

  constructor(where: string) {
    this.#where = where;
  }

  /** Throws AppError CODE_FAILED for data that is nested too deeply, or would be too large once written out. */
  check(value: unknown): void {
    if (typeof value === 'object' && value !== null) this.#visit(value, 0);
  }

  #visit(part: object, depth: number): void {
    if (depth > deepest) throw tooDeep(this.#where);
    if (Array.isArray(part)) {
      this.#count(part.length);
      for (let index = 0; index < part.length; index++) {
        const entry: unknown = part[index];
        if (typeof entry === 'object' && entry !== null) this.#visit(entry, depth + 1);
      }
    } else if (ArrayBuffer.isView(part)) {
      this.#count(part.byteLength);
    } else {
      for (const key in part) {
        const entry = (part as Record<string, unknown>)[key];
        this.#count(1);
        if (typeof entry === 'object' && entry !== null) this.#visit(entry, depth + 1);
      }
    }
  }

  #count(parts: number): void {
    this.#parts += parts;
    if (this.#parts > mostParts) throw tooLarge(this.#where);
  }
}

const tooDeep = (where: string): AppError =>
  new AppError('CODE_FAILED', `${where} is nested more than ${deepest} levels deep, or holds itself. Return flatter data.`);

const tooLarge = (where: string): AppError =>
  new AppError('CODE_FAILED', `${where} is too large: it holds more than ${mostParts.toLocaleString('en')} values. Return less data.`);

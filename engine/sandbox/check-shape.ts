// Limits the size and depth of results from a code process, whatever the code did to create them.
import { AppError } from '../contract/errors.ts';

/** Maximum depth, since functions that walk through data are recursive. */
export const deepest = 1000;
/** Maximum number of serialized values. Shared objects count each time, and so do gaps in lists. */
export const mostParts = 30_000_000;
/** Maximum size in bytes of a buffer within the json, which is serialized as a list of numbers. */
export const mostBytes = 1_000_000;

/** Checks the parts of one result as they arrive; their values are counted together. */
export class ShapeCheck {
  #parts = 0;
  readonly #where: string;

  constructor(where: string) {
    this.#where = where;
  }

  /** Throws AppError CODE_FAILED for data that is nested too deeply, or would be too large when serialized. */
  check(value: unknown): void {
    if (typeof value === 'object' && value !== null) this.#visit(value, 0);
  }

  #visit(part: object, depth: number): void {
    if (depth > deepest) throw tooDeep(this.#where);
    if (Array.isArray(part)) {
      this.count(part.length);
      for (let index = 0; index < part.length; index++) {
        const entry: unknown = part[index];
        if (typeof entry === 'object' && entry !== null) this.#visit(entry, depth + 1);
      }
    } else if (ArrayBuffer.isView(part)) {
      this.count(part.byteLength);
    } else {
      for (const key in part) {
        const entry = (part as Record<string, unknown>)[key];
        this.count(1);
        if (typeof entry === 'object' && entry !== null) this.#visit(entry, depth + 1);
      }
    }
  }

  /** Counts values that need no check of their own. Throws CODE_FAILED if there are too many. */
  count(parts: number): void {
    this.#parts += parts;
    if (this.#parts > mostParts) throw tooLarge(this.#where);
  }
}

const tooDeep = (where: string): AppError =>
  new AppError('CODE_FAILED', `${where} is nested more than ${deepest} levels deep, or contains itself. Return flatter data.`);

const tooLarge = (where: string): AppError =>
  new AppError('CODE_FAILED', `${where} is too large: it contains more than ${mostParts.toLocaleString('en')} values. Return less data.`);

// Where rows lie that are all of one height but for a few: without a list of them all.

export class RowOffsets {
  readonly #height: number;
  readonly #count: number;
  /** Rows of another height, from above. */
  readonly #others: readonly (readonly [row: number, height: number])[];

  constructor(count: number, height: number, others: ReadonlyMap<number, number> = new Map()) {
    this.#count = count;
    this.#height = height;
    this.#others = [...others].filter(([row]) => row < count).toSorted(([a], [b]) => a - b);
  }

  /** Pixels of all rows. */
  get total(): number {
    return this.offset(this.#count);
  }

  /** Pixels above a row. */
  offset(row: number): number {
    let offset = row * this.#height;
    for (const [other, height] of this.#others) {
      if (other >= row) break;
      offset += height - this.#height;
    }
    return offset;
  }

  height(row: number): number {
    return this.#others.find(([other]) => other === row)?.[1] ?? this.#height;
  }

  /** The row at so many pixels from above. */
  rowAt(pixels: number): number {
    let above = 0;
    let next = 0;
    for (const [row, height] of this.#others) {
      const top = above + (row - next) * this.#height;
      if (pixels < top) break;
      if (pixels < top + height) return this.#inside(row);
      above = top + height;
      next = row + 1;
    }
    return this.#inside(next + Math.floor((pixels - above) / this.#height));
  }

  #inside(row: number): number {
    return Math.max(0, Math.min(this.#count - 1, row));
  }
}

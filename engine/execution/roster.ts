// A set of current members, optimised for frequent changes.

/**
 * A set for members that stay a short while. `Set` and `Map` would keep them: each table that they outgrow points to its successor, so that
 * one which has become old holds all that came later until the next full collection, and every quick collection has to copy that.
 */
export class Roster<T extends object> {
  readonly #seats: (T | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#seats.length - this.#free.length;
  }

  /** Returns a function that removes the member; calling it twice does no harm. */
  add(member: T): () => void {
    const seat = this.#free.pop() ?? this.#seats.length;
    this.#seats[seat] = member;
    return () => {
      if (this.#seats[seat] !== member) return;
      this.#seats[seat] = undefined;
      this.#free.push(seat);
    };
  }

  /** In no particular order. */
  members(): readonly T[] {
    return this.#seats.filter((member) => member !== undefined);
  }

  find(isMeant: (member: T) => boolean): T | undefined {
    return this.#seats.find((member) => member !== undefined && isMeant(member));
  }
}

// Tells the values that a text editor has itself reported from those that come from elsewhere.

/**
 * Values that an uncontrolled editor has reported and that have not returned yet. Values return late, and several reports can return as one: the
 * last. Without this, a late value would replace newly typed text.
 */
export class Echoes {
  readonly #pending: string[] = [];

  /** Called with each text that the editor reports. */
  reported(text: string): void {
    this.#pending.push(text);
  }

  /** Whether the editor has reported this value. If so, this value and all earlier reports have returned. */
  isEcho(value: string): boolean {
    const at = this.#pending.indexOf(value);
    if (at < 0) return false;
    this.#pending.splice(0, at + 1);
    return true;
  }

  /** Must be called when the editor gets a value from elsewhere or loses the focus: earlier reports no longer count. */
  clear(): void {
    this.#pending.length = 0;
  }
}

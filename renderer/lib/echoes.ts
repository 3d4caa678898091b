// Tells the values that a text editor has itself reported from those that come from elsewhere.

/**
 * What an uncontrolled editor has reported and not seen return yet. Values return late, and several reports can return as one: the last.
 * Without this, a late value would replace what was typed since.
 */
export class Echoes {
  readonly #pending: string[] = [];

  /** Called with each text that the editor reports. */
  reported(text: string): void {
    this.#pending.push(text);
  }

  /** Whether a value is one that the editor has reported; then it, and all reported before it, have returned. */
  isEcho(value: string): boolean {
    const at = this.#pending.indexOf(value);
    if (at < 0) return false;
    this.#pending.splice(0, at + 1);
    return true;
  }

  /** Called when the editor takes a value from elsewhere, or is left: what was reported before no longer counts. */
  clear(): void {
    this.#pending.length = 0;
  }
}

// Which of the fields a node was told to use were found in no item at all: most often a misspelt name, worth a remark.
import type { ExecuteContext } from '../../sdk/index.ts';

export class FieldTracker {
  readonly #found = new Map<string, boolean>();

  /** Notes that a field was looked for. */
  look(name: string, found: boolean): void {
    if (found || !this.#found.has(name)) this.#found.set(name, found);
  }

  /** Fields found in none of the items looked at. */
  get missing(): string[] {
    return [...this.#found].filter(([, found]) => !found).map(([name]) => name);
  }

  /** Leaves a remark with the node's output when fields are missing. */
  hint(ctx: ExecuteContext): void {
    for (const name of this.missing) {
      ctx.hint({
        message: `The field "${name}" is in none of the input items. Check its spelling, or the node before this one.`,
        type: 'warning',
      });
    }
  }
}

// Tracks configured fields that no item has, usually because they are misspelt, and reports them as a hint.
import type { ExecuteContext } from '../../../sdk/index.ts';

export class FieldTracker {
  readonly #foundFields = new Map<string, boolean>();

  /** Records a lookup of a field. */
  look(name: string, isPresent: boolean): void {
    if (isPresent || !this.#foundFields.has(name)) this.#foundFields.set(name, isPresent);
  }

  /** Names of fields that no item has. */
  get missing(): string[] {
    return [...this.#foundFields].filter(([, isPresent]) => !isPresent).map(([name]) => name);
  }

  /** Adds a hint to the node's output if fields are missing. */
  hint(ctx: ExecuteContext): void {
    for (const name of this.missing) {
      ctx.hint({
        message: `The field "${name}" is not in any of the input items. Check its spelling, or the previous node.`,
        type: 'warning',
      });
    }
  }
}

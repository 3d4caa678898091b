// Caches the text of the last number that a node read. Nodes often request the text directly after the number; without the cache, the expression
// would be evaluated twice.
import { lastResultText } from '../expression/index.ts';

/** Remembers one number by the parameter and the item for which it was read. */
export class LastNumber {
  #path = '';
  #itemIndex = -1;
  #text: string | undefined;

  /** Notes the number that was just evaluated. */
  note(path: string, itemIndex: number): void {
    this.#path = path;
    this.#itemIndex = itemIndex;
    this.#text = lastResultText();
  }

  isAt(path: string, itemIndex: number): boolean {
    return this.#path === path && this.#itemIndex === itemIndex;
  }

  /** Text of the number if it is not exact. */
  get text(): string | undefined {
    return this.#text;
  }
}

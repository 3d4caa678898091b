// How much of each node is shown for the zoom, by an attribute on it. A few change in a frame: all at once would be one long task.
import type { ValueStore } from './stores.ts';
import type { Mounted } from './virtualisation.ts';

/** So many nodes show all that is in them in a frame, and so many hide it, which takes less. */
const NEAR_BUDGET = 8;
const FAR_BUDGET = 24;
const FAR = 'data-far';

export class NodeDetail {
  readonly #elements: ReadonlyMap<string, HTMLElement>;
  readonly #mounted: ValueStore<Mounted>;
  #isFar = false;
  /** What stood in the document when all of it was shown as wanted. */
  #settled: Mounted | undefined;

  /** `elements`: those of nodes and notes that stand in the document. */
  constructor(elements: ReadonlyMap<string, HTMLElement>, mounted: ValueStore<Mounted>) {
    this.#elements = elements;
    this.#mounted = mounted;
  }

  /** For what has just come into the document. */
  show(id: string, element: HTMLElement): void {
    element.toggleAttribute(FAR, this.#isHidden(id));
  }

  /** Brings the document nearer to what is wanted, first what is seen; returns whether it is there. */
  sync(isFar: boolean, isSeen: (id: string) => boolean): boolean {
    if (isFar === this.#isFar && this.#settled === this.#mounted.get()) return true;
    this.#isFar = isFar;
    const odd = [...this.#elements.keys()].filter((id) => this.#elements.get(id)?.hasAttribute(FAR) !== this.#isHidden(id));
    const budget = isFar ? FAR_BUDGET : NEAR_BUDGET;
    const isDone = odd.length <= budget;
    const chosen = isDone ? odd : [...odd.filter(isSeen), ...odd.filter((id) => !isSeen(id))].slice(0, budget);
    for (const id of chosen) this.#elements.get(id)?.toggleAttribute(FAR, this.#isHidden(id));
    this.#settled = isDone ? this.#mounted.get() : undefined;
    return isDone;
  }

  /** One that came while all was far is shown as then until the rest of it is there. */
  #isHidden(id: string): boolean {
    return this.#isFar || this.#mounted.get().get(id) === 'light';
  }
}

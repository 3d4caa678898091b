// Sets each node's level of detail for the zoom as an attribute, a few nodes per frame to avoid a long task.
import type { ValueStore } from '../stores.ts';
import type { Mounted, Sight } from '../geometry/virtualisation.ts';

/** Number of nodes per frame that gain detail. */
const NEAR_BUDGET = 8;
const FAR_BUDGET = 24;
const FAR = 'data-far';

export class NodeDetail {
  readonly #elements: ReadonlyMap<string, HTMLElement>;
  readonly #mounted: ValueStore<Mounted>;
  #sight: Sight = 'all';
  /** Elements in the document when all of them were last up to date. */
  #settled: Mounted | undefined;

  /** `elements`: those of nodes and notes in the document. */
  constructor(elements: ReadonlyMap<string, HTMLElement>, mounted: ValueStore<Mounted>) {
    this.#elements = elements;
    this.#mounted = mounted;
  }

  /** Called for an element that was added to the document. */
  show(id: string, element: HTMLElement): void {
    const sight = this.#sightOf(id);
    if (sight === undefined) element.removeAttribute(FAR);
    else element.setAttribute(FAR, sight);
  }

  /** Updates some of the elements, visible ones first; returns whether all are up to date. */
  sync(sight: Sight, isSeen: (id: string) => boolean): boolean {
    if (sight === this.#sight && this.#settled === this.#mounted.get()) return true;
    this.#sight = sight;
    const odd = [...this.#elements.keys()].filter((id) => (this.#elements.get(id)?.getAttribute(FAR) ?? undefined) !== this.#sightOf(id));
    const budget = sight === 'all' ? NEAR_BUDGET : FAR_BUDGET;
    const isDone = odd.length <= budget;
    const chosen = isDone ? odd : [...odd.filter(isSeen), ...odd.filter((id) => !isSeen(id))].slice(0, budget);
    for (const id of chosen) {
      const element = this.#elements.get(id);
      if (element !== undefined) this.show(id, element);
    }
    this.#settled = isDone ? this.#mounted.get() : undefined;
    return isDone;
  }

  /** Returns the value of the attribute; undefined if everything is shown. Elements with less detail than the zoom requires show what they have. */
  #sightOf(id: string): Exclude<Sight, 'all'> | undefined {
    const detail = this.#mounted.get().get(id);
    if (detail === 'light') return 'colour';
    if (this.#sight !== 'all') return this.#sight;
    return detail === 'face' ? 'name' : undefined;
  }
}

// Items on their way to package code and back, in slices: one end works on a slice while the other one is packed.
import type { Item, ItemList } from '../../contract/run-data.ts';
import type { ShapeCheck } from '../../sandbox/check-shape.ts';
import { workInSlices } from '../../sdk/slices.ts';
import type { OpenCall } from './package-process.ts';
import { areFew, MessageSize, packList, unpackList, type PackedList } from './packed-list.ts';
import type { CallContent, ParamWindow } from './protocol.ts';
import { itemOf } from './returned-data.ts';

/** An item in messages. */
const AN_ITEM = 'An item';

type Execution = Extract<CallContent, { readonly kind: 'execute' }>;

/**
 * Sends a call that runs a node, after the items of its inputs. `firstValues`: evaluates parameters, while the process reads the items. Throws, or
 * rejects with, TypeError for items that cannot be passed.
 */
export function sendExecution(
  call: OpenCall,
  content: Execution,
  firstValues: () => ParamWindow,
  over: () => AbortSignal,
): void | Promise<void> {
  const { inputs } = content.run;
  const run = { ...content.run, inputs: inputs.map((list) => (list === null ? null : [])) };
  const { context } = content;
  const sendCall = (items?: readonly (PackedList | null)[]): void => {
    const ahead = context.variable.length === 0 ? context : { ...context, firstValues: firstValues() };
    call.send({ type: 'call', content: { ...content, context: ahead, run }, ...(items === undefined ? {} : { items }) });
  };
  if (areFew(inputs)) return sendCall(inputs.map((list) => (list === null ? null : packList(list, AN_ITEM))));
  return workInSlices(over(), function* (pace) {
    try {
      for (const [input, given] of inputs.entries()) {
        const list = given ?? [];
        const size = new MessageSize();
        for (let from = 0; from < list.length;) {
          const slice = list.slice(from, from + size.items);
          const items = packList(slice, AN_ITEM);
          call.send({ type: 'input', input, items });
          from += slice.length;
          size.measured(slice.length, items);
          if (pace.isUsedUp(slice.length)) yield;
        }
      }
    } catch (error) {
      call.send({ type: 'abort', reason: (error as Error).message });
      throw error;
    }
    sendCall();
  });
}

/** The items that package code returns, by output. */
export class ReturnedItems {
  readonly #outputs = new Map<number, Item[]>();
  readonly #package: string;
  readonly #shape: ShapeCheck;

  /** `shape`: limits the data of the whole call. */
  constructor(name: string, shape: ShapeCheck) {
    this.#package = name;
    this.#shape = shape;
  }

  /** Adds items to an output. Throws NodeError for anything else. */
  add(output: number, packed: PackedList): void {
    const items = unpackList(packed, this.#shape);
    const list = this.#outputs.get(output) ?? [];
    this.#outputs.set(output, list);
    for (const item of items) list.push(itemOf(item, this.#package));
  }

  /** Returns the list of each output, for the value of a finished call: the number of items of each, or null for an output without data. */
  lists(counts: readonly (number | null)[]): readonly ItemList[] {
    return counts.map((count, output) => (count === null ? null : (this.#outputs.get(output) ?? [])));
  }
}

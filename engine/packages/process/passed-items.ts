// Items on their way to package code and back, in slices: one end works on a slice while the other one is packed.
import type { Channel } from '../../channel/channel.ts';
import type { Item, ItemList } from '../../contract/run-data.ts';
import type { ShapeCheck } from '../../sandbox/check-shape.ts';
import { workInSlices } from '../../sdk/slices.ts';
import type { PackedList } from './packed-form.ts';
import { areFew, MessageSize, packList } from './packed-list.ts';
import type { CallContent, PackageHandlers, PackageInput, ParamWindow } from './protocol.ts';
import { isPlainItem, itemOf } from './returned-data.ts';
import { unpackList } from './unpack-list.ts';

/** An item in messages. */
const AN_ITEM = 'An item';

type Execution = Extract<CallContent, { readonly kind: 'execute' }>;

/**
 * Calls `start` for a call that runs a node, after the items of its inputs are sent. `firstValues`: evaluates parameters, while the process reads the items. Throws, or
 * rejects with, TypeError for items that cannot be passed.
 */
export function sendExecution(
  channel: Pick<Channel<PackageHandlers>, 'notify'>,
  content: Execution,
  start: (input: PackageInput) => void,
  firstValues: () => ParamWindow,
  over: () => AbortSignal,
): void | Promise<void> {
  const { inputs } = content.run;
  const run = { ...content.run, inputs: inputs.map((list) => (list === null ? null : [])) };
  const { context } = content;
  const sendCall = (items?: readonly (PackedList | null)[]): void => {
    const ahead = context.variable.length === 0 ? context : { ...context, firstValues: firstValues() };
    start({ content: { ...content, context: ahead, run }, ...(items === undefined ? {} : { items }) });
  };
  if (areFew(inputs)) return sendCall(inputs.map((list) => (list === null ? null : packList(list, AN_ITEM))));
  return workInSlices(over(), function* (pace) {
    for (const [index, input] of inputs.entries()) {
      const list = input ?? [];
      const size = new MessageSize();
      for (let from = 0; from < list.length;) {
        const slice = list.slice(from, from + size.items);
        const items = packList(slice, AN_ITEM);
        channel.notify('input', { index, items });
        from += slice.length;
        size.measured(slice.length, items);
        if (pace.isUsedUp(slice.length)) yield;
      }
    }
    sendCall();
  });
}

/** The items that package code returns, by output. */
export class ReturnedItems {
  /** The lists that arrived for each output, which are joined at the end. */
  readonly #outputs = new Map<number, Item[][]>();
  readonly #package: string;
  readonly #shape: ShapeCheck;

  /** `shape`: limits the data of the whole call. */
  constructor(name: string, shape: ShapeCheck) {
    this.#package = name;
    this.#shape = shape;
  }

  /** Adds items to an output. Throws NodeError for anything else. */
  add(output: number, packed: PackedList): void {
    const list = unpackList(packed, this.#shape);
    // Unpacked items have no other owner, so most are passed on unchanged.
    for (let index = 0; index < list.length; index++) if (!isPlainItem(list[index])) list[index] = itemOf(list[index], this.#package);
    const lists = this.#outputs.get(output);
    if (lists === undefined) this.#outputs.set(output, [list as Item[]]);
    else lists.push(list as Item[]);
  }

  /** Returns the list of each output, for the value of a finished call: the number of items of each, or null for an output without data. */
  lists(counts: readonly (number | null)[]): readonly ItemList[] {
    return counts.map((count, output) => (count === null ? null : joined(this.#outputs.get(output))));
  }
}

/** Maximum number of lists that are joined at once: each is an argument of a call. */
const JOINED_AT_ONCE = 10_000;

function joined(lists: readonly Item[][] = []): Item[] {
  let all: Item[] = [];
  for (let from = 0; from < lists.length; from += JOINED_AT_ONCE) all = all.concat(...lists.slice(from, from + JOINED_AT_ONCE));
  return all;
}

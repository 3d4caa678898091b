import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../contract/errors.ts';
import type { Item } from '../contract/run-data.ts';
import { ExpressionError } from '../expression/index.ts';
import {
  eachItem,
  failedItem,
  mapItems,
  mapItemsAsync,
  NodeError,
  pairedWith,
  pairTo,
  routeItems,
  toItems,
  type ExecuteContext,
  type NodeOutput,
} from './index.ts';

/** The part of a context that the item loop uses. */
const contextOf = (items: readonly Item[], more: Partial<ExecuteContext> = {}): ExecuteContext =>
  ({ input: () => items, continueOnFail: false, signal: new AbortController().signal, ...more }) as unknown as ExecuteContext;

const numbered = (count: number): Item[] => Array.from({ length: count }, (_, n) => ({ json: { n } }));

/** The time in milliseconds, which only `work` advances. */
let elapsed = 0;

beforeEach(() => {
  elapsed = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
});
afterEach(() => vi.restoreAllMocks());

/** Simulates work that takes this many milliseconds. */
function work(milliseconds: number): void {
  elapsed += milliseconds;
}

/** Returns how often other work ran during `task`. */
async function turnsDuring(task: () => unknown): Promise<number> {
  let turns = 0;
  let isOver = false;
  const look = (): void => {
    turns++;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await task();
  isOver = true;
  return turns;
}

describe('mapItems', () => {
  it('maps each item to one, several or no items, with their lineage', () => {
    const results = [{ json: { one: 1 } }, [{ json: { two: 1 } }, { json: { two: 2 }, pairedItem: { item: 7 } }], null, undefined, []];
    expect(mapItems(contextOf(numbered(5)), (_, index) => results[index])).toEqual([
      [
        { json: { one: 1 }, pairedItem: { item: 0 } },
        { json: { two: 1 }, pairedItem: { item: 1 } },
        { json: { two: 2 }, pairedItem: { item: 7 } },
      ],
    ]);
  });

  it('keeps binary data and errors', () => {
    const binary = { file: { data: '', mimeType: 'text/plain' } };
    const error = { name: 'Error', message: 'no' };
    expect(mapItems(contextOf(numbered(1)), ({ json }) => ({ json, binary, error }))).toEqual([
      [{ json: { n: 0 }, binary, error, pairedItem: { item: 0 } }],
    ]);
  });

  it('stops at the item that fails and adds its index to the error', () => {
    const fail = (cause: unknown) => () => mapItems(contextOf(numbered(3)), (item, index) => { if (index === 1) throw cause; return item; }); // oxfmt-ignore
    expect(fail(new Error('no'))).toThrow(expect.objectContaining({ message: 'no', name: 'NodeOperationError', itemIndex: 1 }));
    expect(fail(new NodeError('no', { itemIndex: 5 }))).toThrow(expect.objectContaining({ itemIndex: 5 }));
    expect(fail('text')).toThrow(expect.objectContaining({ message: 'text', itemIndex: 1 }));
  });

  it('keeps the code and the hint of an error that is not of a node', () => {
    const reject = (): never => {
      throw new AppError('CREDENTIAL_NODE_REFUSED', 'no', { hint: 'Ask the owner.' });
    };
    expect(() => mapItems(contextOf(numbered(1)), reject)).toThrow(
      expect.objectContaining({ code: 'CREDENTIAL_NODE_REFUSED', message: 'no', hint: 'Ask the owner.', itemIndex: 0 }) as Error,
    );
    expect(failedItem(new AppError('CREDENTIAL_NODE_REFUSED', 'no'), 0).error).toMatchObject({ code: 'CREDENTIAL_NODE_REFUSED' });
  });

  it('keeps the parameter and the place of an error of an expression', () => {
    const context = { parameter: 'fields[0].value', type: 'invalid_syntax' };
    const reject = (): never => {
      throw new ExpressionError('invalid syntax', { code: 'EXPRESSION_SYNTAX', description: 'Near: $json.', context });
    };
    expect(() => mapItems(contextOf(numbered(1)), reject)).toThrow(
      expect.objectContaining({ code: 'EXPRESSION_SYNTAX', description: 'Near: $json.', itemIndex: 0, context }) as Error,
    );
  });

  it('keeps them in the item of a node that continues', () => {
    const context = { parameter: 'a', parameterLabel: 'Fields › Value (1)' };
    const error = new ExpressionError('invalid syntax', { code: 'EXPRESSION_SYNTAX', description: 'Near: $json.', context });
    expect(failedItem(error, 2)).toMatchObject({
      json: { error: 'Parameter "Fields › Value (1)": invalid syntax. Near: $json.' },
      error: { message: 'invalid syntax', description: 'Near: $json.', context: { ...context, itemIndex: 2 } },
    });
  });

  it('continues on failure if set', () => {
    const ctx = contextOf(numbered(3), { continueOnFail: true });
    const output = mapItems(ctx, (item, index) => { if (index === 1) throw new NodeError('no', { description: 'why', httpCode: '404' }); return item; }) as NodeOutput; // oxfmt-ignore
    expect(output[0]?.map(({ json }) => json)).toEqual([{ n: 0 }, { error: 'no' }, { n: 2 }]);
    expect(output[0]?.[1]).toMatchObject({
      pairedItem: { item: 1 },
      error: { message: 'no', description: 'why', httpCode: '404', context: { itemIndex: 1 } },
    });
  });

  it('reads the given input', () => {
    const inputs = [numbered(1), numbered(3)];
    const ctx = contextOf([], { input: (index = 0) => inputs[index] ?? [] });
    expect(mapItems(ctx, (item) => item, 1)).toEqual([[0, 1, 2].map((n) => ({ json: { n }, pairedItem: { item: n } }))]);
  });
});

describe('lists', () => {
  it('are mapped synchronously if the work is short', () => {
    expect(mapItems(contextOf(numbered(1000)), (item) => item)).not.toBeInstanceOf(Promise);
  });

  it('yield to other work, however few the items are', async () => {
    const visited: number[] = [];
    const visit = (_: Item, index: number): void => {
      work(3);
      visited.push(index);
    };
    expect(await turnsDuring(() => eachItem(contextOf(numbered(60)), visit))).toBeGreaterThan(3);
    expect(visited).toEqual(Array.from({ length: 60 }, (_, index) => index));
  });

  it('yield to other work if the callbacks never await I/O', async () => {
    const slow = async (item: Item): Promise<Item> => {
      work(3);
      return item;
    };
    expect(await turnsDuring(() => mapItemsAsync(contextOf(numbered(60)), slow))).toBeGreaterThan(3);
  });

  it('stop with the execution', async () => {
    const stop = new AbortController();
    const ctx = contextOf(numbered(1000), { signal: stop.signal });
    const done = mapItems(ctx, (item) => { work(1); return item; }) as Promise<NodeOutput>; // oxfmt-ignore
    stop.abort(new Error('stopped'));
    await expect(done).rejects.toThrow('stopped');
  });

  it('reject with a failure that comes late', async () => {
    const late = (index: number): null => {
      work(1);
      if (index === 90) throw new Error('late');
      return null;
    };
    await expect((async () => mapItems(contextOf(numbered(100)), (_, index) => late(index)))()).rejects.toMatchObject({
      message: 'late',
      itemIndex: 90,
    });
  });
});

describe('mapItemsAsync', () => {
  it('maps one item after the other', async () => {
    const order: string[] = [];
    const output = await mapItemsAsync(contextOf(numbered(2)), async (item, index) => {
      order.push(`start ${index}`);
      await Promise.resolve();
      order.push(`end ${index}`);
      return item;
    });
    expect(order).toEqual(['start 0', 'end 0', 'start 1', 'end 1']);
    expect(output).toEqual([[0, 1].map((n) => ({ json: { n }, pairedItem: { item: n } }))]);
  });

  it('turns failures into items if set, but never a stopped execution', async () => {
    const stop = new AbortController();
    const ctx = contextOf(numbered(3), { continueOnFail: true, signal: stop.signal });
    const [items] = await mapItemsAsync(ctx, async (_, index) => { if (index === 1) throw new Error('no'); return { json: {} }; }); // oxfmt-ignore
    expect(items?.map(({ json }) => json)).toEqual([{}, { error: 'no' }, {}]);
    const stopped = mapItemsAsync(ctx, async () => {
      stop.abort(new Error('stopped'));
      throw new Error('no');
    });
    await expect(stopped).rejects.toThrow();
  });
});

describe('routeItems', () => {
  it('routes each item to one output, several or none', () => {
    const routes = [1, [0, 1], null, 9];
    expect(routeItems(contextOf(numbered(4)), 2, (_, index) => routes[index] as number)).toEqual([
      [{ json: { n: 1 }, pairedItem: { item: 1 } }],
      [
        { json: { n: 0 }, pairedItem: { item: 0 } },
        { json: { n: 1 }, pairedItem: { item: 1 } },
      ],
    ]);
  });

  it('routes failed items to the first output if the node continues on failure', () => {
    const fail = (): number => {
      throw new Error('no');
    };
    expect(routeItems(contextOf(numbered(1), { continueOnFail: true }), 2, fail)).toMatchObject([
      [{ json: { error: 'no' }, error: { message: 'no' } }],
      [],
    ]);
    expect(() => routeItems(contextOf(numbered(1)), 2, fail)).toThrow('no');
  });
});

describe('lineage', () => {
  it('is shared between items and frozen', () => {
    expect(pairedWith(3)).toBe(pairedWith(3));
    expect(Object.isFrozen(pairedWith(3))).toBe(true);
    expect(pairedWith(5_000_000)).toEqual({ item: 5_000_000 });
  });

  it.each([
    ['input 0', pairTo({ json: { a: 1 } }, 2), { json: { a: 1 }, pairedItem: { item: 2 } }],
    ['another input', pairTo({ json: {} }, 2, 1), { json: {}, pairedItem: { item: 2, input: 1 } }],
    ['binary data', pairTo({ json: {}, binary: {} }, 0), { json: {}, binary: {}, pairedItem: { item: 0 } }],
    ['without marks of failure', pairTo({ json: {}, error: { name: 'Error', message: 'no' } }, 0), { json: {}, pairedItem: { item: 0 } }],
    [
      'a failed item',
      failedItem('text', 4),
      { json: { error: 'text' }, pairedItem: { item: 4 }, error: { name: 'Error', message: 'text', context: { itemIndex: 4 } } },
    ],
  ])('of %s', (_name, item, expected) => expect(item).toEqual(expected));

  it('of plain objects is the given item', () => {
    expect(toItems([{ a: 1 }, { a: 2 }], 3)).toEqual([
      { json: { a: 1 }, pairedItem: { item: 3 } },
      { json: { a: 2 }, pairedItem: { item: 3 } },
    ]);
    expect(toItems([{ a: 1 }])).toEqual([{ json: { a: 1 } }]);
  });
});

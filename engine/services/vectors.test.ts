// Documents of in-memory vector stores in the database: they survive restarts, and end with their workflow.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Principal } from '../execution/index.ts';
import type { StoredVector, VectorPort } from '../sdk/index.ts';
import { Store } from '../store/index.ts';
import { StoredVectors } from './vectors.ts';

let store: Store;
let count = 0;
beforeEach(async () => {
  store = await Store.inMemory();
  for (const id of ['w', 'v']) await store.workflows.add({ id, file: { id, name: id, nodes: [], connections: {} }, userId: null, now: 1 });
});
afterEach(() => store.close());

/** A process with an empty memory. */
const started = (mostBytes?: number): StoredVectors =>
  new StoredVectors({
    open: async () => store.vectors,
    ids: () => String(++count),
    now: () => count,
    ...(mostBytes === undefined ? {} : { mostBytes }),
  });

const owner = (workflow = 'w'): Principal => Principal.ofWorkflow({ id: workflow, ownerId: null });
const port = (vectors: StoredVectors, workflow = 'w'): VectorPort => vectors.of(owner(workflow), workflow);

const entry = (id: string, pageContent = id): StoredVector => ({
  id,
  document: { pageContent, metadata: { a: { b: [1] } }, id },
  vector: Float32Array.of(0.5, -1, 3),
});

const texts = async (vectors: VectorPort, scope: 'user' | 'workflow' = 'user'): Promise<readonly string[]> =>
  (await vectors.store('s', scope).entries()).map(({ document }) => document.pageContent);

describe('documents in the database', () => {
  it('survive a restart, with their vectors and metadata', async () => {
    await port(started())
      .store('s', 'user')
      .add([entry('1'), entry('2')], true);
    await port(started())
      .store('s', 'user')
      .add([entry('3')], true);
    const after = port(started());
    expect(await after.store('s', 'user').entries()).toEqual([entry('1'), entry('2'), entry('3')]);
    expect(await after.names('user')).toEqual(['s']);
  });

  it('are only in memory unless that is chosen', async () => {
    const vectors = started();
    await port(vectors)
      .store('s', 'user')
      .add([entry('1')], false);
    await port(vectors)
      .store('s', 'user')
      .add([entry('2')], true);
    expect(await texts(port(vectors))).toEqual(['1', '2']);
    expect(await texts(port(started()))).toEqual(['2']);
  });

  it('are noticed by other servers, when they are added and when they are cleared', async () => {
    const [one, other] = [started(), started()];
    await port(one)
      .store('s', 'user')
      .add([entry('1')], true);
    expect(await texts(port(other))).toEqual(['1']);
    await port(other)
      .store('s', 'user')
      .add([entry('2')], true);
    expect(await texts(port(one))).toEqual(['1', '2']);
    await port(one).store('s', 'user').clear();
    expect(await texts(port(other))).toEqual([]);
    expect(await port(other).names('user')).toEqual(['s'].slice(1));
  });

  it('end with the workflow that inserted them', async () => {
    await port(started())
      .store('s', 'user')
      .add([entry('1')], true);
    await port(started(), 'v')
      .store('s', 'user')
      .add([entry('2')], true);
    await store.workflows.remove('w');
    expect(await texts(port(started(), 'v'))).toEqual(['2']);
    // A run that outlives its workflow does not fail.
    await port(started())
      .store('s', 'user')
      .add([entry('3')], true);
    expect(await texts(port(started(), 'v'))).toEqual(['2']);
  });

  it('belong to a user, or to one workflow', async () => {
    await port(started())
      .store('s', 'user')
      .add([entry('1')], true);
    await port(started())
      .store('s', 'workflow')
      .add([entry('2')], true);
    expect(await texts(port(started(), 'v'))).toEqual(['1']);
    expect(await texts(port(started(), 'v'), 'workflow')).toEqual([]);
    expect(await texts(port(started()), 'workflow')).toEqual(['2']);
    const other = started().of(Principal.ofPerson('bob', { id: 'w', ownerId: null }), 'w');
    expect(await texts(other)).toEqual([]);
    expect(await other.names('workflow')).toEqual([]);
  });

  it('are rejected beyond the limit of a workflow, and for one that is not saved', async () => {
    const small = port(started(150)).store('s', 'user');
    await small.add([entry('1')], true);
    await expect(small.add([entry('2')], true)).rejects.toThrow('were not stored');
    expect(await texts(port(started()))).toHaveLength(1);
    const unsaved = started().of(Principal.ofPerson(null), 'new').store('s', 'user');
    await expect(unsaved.add([entry('1')], true)).rejects.toThrow('this one is not saved');
  });
});

// Static data for package code that is blocked until the latest has been read.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { CallResources } from './call-resources.ts';

const resources = (): CallResources => new CallResources(new AbortController().signal);

/** A node whose latest static data is read by `load`. */
function nodeWith(load: () => Promise<void>) {
  let isLoaded = false;
  const loadOnce = async (): Promise<void> => {
    await load();
    isLoaded = true;
  };
  return { loadStaticData: () => (isLoaded ? undefined : loadOnce()), staticData: () => ({ isLoaded }) };
}

it('the caller asks until it is read', async () => {
  const call = resources();
  const node = nodeWith(() => Promise.resolve());
  expect(call.staticData(node, 'node', true)).toBeUndefined();
  await nextTurn();
  expect(call.staticData(node, 'node', true)).toEqual({ isLoaded: true });
});

it('a caller that cannot wait gets the data that this server has', () => {
  expect(
    resources().staticData(
      nodeWith(() => Promise.resolve()),
      'node',
      false,
    ),
  ).toEqual({ isLoaded: false });
});

it('a failure reaches the caller, and the next question reads again', async () => {
  const call = resources();
  let isBroken = true;
  const node = nodeWith(() => (isBroken ? Promise.reject(new Error('away')) : Promise.resolve()));
  expect(call.staticData(node, 'node', true)).toBeUndefined();
  await nextTurn();
  expect(() => call.staticData(node, 'node', true)).toThrow('away');
  isBroken = false;
  expect(call.staticData(node, 'node', true)).toBeUndefined();
  await nextTurn();
  expect(call.staticData(node, 'node', true)).toEqual({ isLoaded: true });
});

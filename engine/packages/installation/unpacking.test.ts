// Unpacking of archives, a few at a time.
import type pacote from 'pacote';
import { expect, it } from 'vitest';
import { limitUnpacking } from './unpacking.ts';

it('unpacks as many archives at once as allowed, all of them in their order, also after failures', async () => {
  const started: string[] = [];
  const pending = new Map<string, PromiseWithResolvers<pacote.FetchResult>>();
  const library = {
    extract: (name: string) => {
      started.push(name);
      const result = Promise.withResolvers<pacote.FetchResult>();
      pending.set(name, result);
      return result.promise;
    },
  } as unknown as typeof pacote;
  limitUnpacking(library, 2);
  const results = ['a', 'b', 'c', 'd', 'e'].map((name) => library.extract(name));
  expect(started).toEqual(['a', 'b']);
  pending.get('b')?.reject(new Error('No space'));
  await expect(results[1]).rejects.toThrow('No space');
  expect(started).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c', 'd', 'e']) {
    pending.get(name)?.resolve({ from: name, resolved: '', integrity: '' });
    expect(await results[['a', 'b', 'c', 'd', 'e'].indexOf(name)]).toMatchObject({ from: name });
  }
  expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
  const more = library.extract('f');
  expect(started).toContain('f');
  pending.get('f')?.resolve({ from: 'f', resolved: '', integrity: '' });
  await more;
});

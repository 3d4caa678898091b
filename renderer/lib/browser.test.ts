// Ids have the expected format and are unique.
import { expect, it } from 'vitest';
import { newId } from './browser.ts';

it('is a UUID of version 4', () => {
  const ids = new Set(Array.from({ length: 100 }, newId));
  expect(ids.size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

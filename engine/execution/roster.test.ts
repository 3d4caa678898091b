// Adding and removing members.
import { expect, it } from 'vitest';
import { Roster } from './roster.ts';

it('contains the current members, in whatever order they were removed', () => {
  const roster = new Roster<{ readonly name: string }>();
  const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
  const removeA = roster.add(a);
  const removeB = roster.add(b);
  removeA();
  removeA();
  expect(roster.size).toBe(1);
  const removeC = roster.add(c);
  // The slot of the removed member has been reused.
  removeA();
  expect(roster.members().map(({ name }) => name)).toEqual(['c', 'b']);
  expect(roster.find(({ name }) => name === 'b')).toBe(b);
  removeB();
  removeC();
  expect([roster.size, roster.members(), roster.find(() => true)]).toEqual([0, [], undefined]);
});

// Members come and go.
import { expect, it } from 'vitest';
import { Roster } from './roster.ts';

it('knows who is here, whoever left before', () => {
  const roster = new Roster<{ readonly name: string }>();
  const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
  const removeA = roster.add(a);
  const removeB = roster.add(b);
  removeA();
  removeA();
  expect(roster.size).toBe(1);
  const removeC = roster.add(c);
  // Its place has been taken.
  removeA();
  expect(roster.members().map(({ name }) => name)).toEqual(['c', 'b']);
  expect(roster.find(({ name }) => name === 'b')).toBe(b);
  removeB();
  removeC();
  expect([roster.size, roster.members(), roster.find(() => true)]).toEqual([0, [], undefined]);
});

// The age of a time, from "just now" to years.
import { expect, it } from 'vitest';
import { ageOf } from './relative-time.tsx';

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

it.each([
  [-5 * minute, 'justNow', 0],
  [59 * second, 'justNow', 0],
  [minute, 'minute', 1],
  [59 * minute, 'minute', 59],
  [hour, 'hour', 1],
  [23.9 * hour, 'hour', 23],
  [day, 'day', 1],
  [6.9 * day, 'day', 6],
  [7 * day, 'week', 1],
  [30 * day, 'week', 4],
  [31 * day, 'month', 1],
  [364 * day, 'month', 11],
  [366 * day, 'year', 1],
  [800 * day, 'year', 2],
])('%d ms ago', (age, unit, count) => expect(ageOf(1e12 - age, 1e12)).toEqual({ unit, count }));

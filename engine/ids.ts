// Generates ids that sort by time, so that consecutive rows are neighbors in the database.
import { randomBytes } from 'node:crypto';

/** Crockford's base 32 in ascending order; it has no letters that look alike. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_DIGITS = 9;
const CHANCE_BYTES = 7;

/** Returns a generator of ids with 16 characters: nine for the time in milliseconds, seven random ones that increase within a millisecond. */
export function createIds(now: () => number): () => string {
  let last = 0;
  let chance: number[] = [];
  return () => {
    const time = Math.max(now(), last);
    if (time === last) countUp(chance);
    else chance = [...randomBytes(CHANCE_BYTES)].map((byte) => byte & 31);
    // Leaves room for increments.
    if (time !== last) chance[0] = (chance[0] ?? 0) & 15;
    last = time;
    return timeText(time) + chance.map((digit) => digits[digit]).join('');
  };
}

function timeText(time: number): string {
  let id = '';
  for (let rest = time; id.length < TIME_DIGITS; rest = Math.floor(rest / 32)) id = (digits[rest % 32] ?? '0') + id;
  return id;
}

function countUp(chance: number[]): void {
  for (let at = chance.length - 1; at >= 0; at--) {
    const digit = chance[at] ?? 0;
    chance[at] = (digit + 1) & 31;
    if (digit < 31) return;
  }
}

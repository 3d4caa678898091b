// Adds and removes members as a busy server does with its runs: `node build/bench/server/churn.ts roster|set`. Prints one line of JSON.
import { Roster } from '../../../engine/execution/roster.ts';

/** Microseconds of processor time, and the peak of resident memory in bytes. */
export interface Churn {
  readonly time: number;
  readonly peak: number;
}

const ROUNDS = 300;
const MEMBERS = 1000;
const CONCURRENT = 20;

/** What `Roster` is used instead of. */
class PlainSet {
  readonly #members = new Set<object>();

  add(member: object): () => void {
    this.#members.add(member);
    return () => void this.#members.delete(member);
  }
}

const numbers = Array.from({ length: 200 }, (_, n) => n);
const members = process.argv[2] === 'set' ? new PlainSet() : new Roster<object>();
for (let round = 0; round < ROUNDS; round++) {
  const removals: (() => void)[] = [];
  for (let id = 0; id < MEMBERS; id++) {
    removals.push(members.add({ id, items: numbers.map((n) => ({ n })) }));
    if (removals.length > CONCURRENT) removals.shift()?.();
  }
  for (const remove of removals) remove();
  await new Promise(setImmediate);
}
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ time: user + system, peak: process.resourceUsage().maxRSS * 1024 } satisfies Churn));

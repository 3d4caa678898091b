// Slows down repeated attempts: after a few free attempts, each pause is twice as long as the last. Memory is bounded. The servers of a team count
// together.
import { isIPv6 } from 'node:net';
import { AppError } from '../../contract/errors.ts';
import type { TeamCalls } from '../team-calls.ts';

export interface AttemptLimits {
  /** Number of attempts before the first pause. */
  readonly free: number;
  /** Length of the first pause in milliseconds; each further pause is twice as long. */
  readonly firstPause: number;
  readonly longestPause: number;
}

/** Lets the servers of a team count together. */
export interface SharedAttempts {
  readonly team: Pick<TeamCalls, 'tell' | 'on'> | undefined;
  /** Identifies the limiter among those of a server. */
  readonly name: string;
}

type Change = 'take' | 'giveBack' | 'forget';

/** Milliseconds without attempts after which the count is reset. */
const FORGET_AFTER = 3_600_000;
const MOST_KEYS = 5_000;

interface Attempts {
  readonly count: number;
  /** Attempts before this time are rejected, in milliseconds since the epoch. */
  readonly pausedUntil: number;
  readonly last: number;
}

export class AttemptLimiter {
  readonly #limits: AttemptLimits;
  readonly #now: () => number;
  /** Ordered by the time of the last attempt. */
  readonly #attempts = new Map<string, Attempts>();
  /** Sends the attempts at this server to the others, which count them too. */
  readonly #tell: (change: Change, key: string) => void;

  constructor(limits: AttemptLimits, now: () => number, shared?: SharedAttempts) {
    this.#limits = limits;
    this.#now = now;
    const topic = `attempts: ${shared?.name ?? ''}`;
    this.#tell = (change, key) => shared?.team?.tell(topic, [change, key]);
    shared?.team?.on(topic, (message) => {
      const [change, key] = message as [Change, string];
      if (change === 'take') this.#count(key);
      else if (change === 'giveBack') this.#takeBack(key);
      else this.#attempts.delete(key);
    });
  }

  /** Counts an attempt before it is made, so that concurrent attempts count as well. Throws TOO_MANY_REQUESTS during a pause. */
  take(key: string): void {
    const now = this.#now();
    const former = this.#attempts.get(key);
    const pause = former === undefined ? 0 : Math.min(former.pausedUntil - now, this.#limits.longestPause);
    if (pause > 0) throw tooMany(Math.ceil(pause / 1000));
    this.#count(key);
    this.#tell('take', key);
  }

  /** Takes back the count of an attempt that succeeded. */
  giveBack(key: string): void {
    this.#takeBack(key);
    this.#tell('giveBack', key);
  }

  /** Resets the count after a successful attempt. */
  forget(key: string): void {
    this.#attempts.delete(key);
    this.#tell('forget', key);
  }

  #count(key: string): void {
    const now = this.#now();
    const former = this.#attempts.get(key);
    const isForgotten = former === undefined || now - former.last > FORGET_AFTER;
    const count = isForgotten ? 1 : former.count + 1;
    this.#save(key, { count, pausedUntil: now + this.#pauseAfter(count), last: now });
  }

  #takeBack(key: string): void {
    const former = this.#attempts.get(key);
    if (former === undefined) return;
    const count = former.count - 1;
    if (count <= 0) this.#attempts.delete(key);
    else this.#attempts.set(key, { ...former, count, pausedUntil: 0 });
  }

  #pauseAfter(count: number): number {
    const { free, firstPause, longestPause } = this.#limits;
    return count < free ? 0 : Math.min(longestPause, firstPause * 2 ** (count - free));
  }

  #save(key: string, attempts: Attempts): void {
    this.#attempts.delete(key);
    this.#attempts.set(key, attempts);
    if (this.#attempts.size <= MOST_KEYS) return;
    const [oldest] = this.#attempts.keys();
    if (oldest !== undefined) this.#attempts.delete(oldest);
  }
}

function tooMany(seconds: number): AppError {
  const wait = seconds === 1 ? 'a second' : seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError('TOO_MANY_REQUESTS', `Too many attempts. Wait ${wait} and try again.`, { params: { seconds } });
}

/**
 * Returns the network of an address: one value for all loopback addresses, the /64 for IPv6, the address itself for IPv4 (also if mapped into
 * IPv6).
 */
export function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (!isIPv6(bare)) return bare.startsWith('127.') ? LOOPBACK : bare;
  const parts = partsOf(bare);
  const [high = 0, low = 0] = parts.slice(6);
  if (parts.slice(0, 5).every((part) => part === 0) && parts[5] === 0xffff)
    return networkOf([high >> 8, high & 255, low >> 8, low & 255].join('.'));
  if (parts.slice(0, 7).every((part) => part === 0) && low === 1) return LOOPBACK;
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

const LOOPBACK = '127.0.0.0/8';

/** Returns the eight groups of an IPv6 address as numbers. */
function partsOf(address: string): number[] {
  // The URL parser writes a trailing IPv4 address as two groups.
  const normalizedAddress = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = normalizedAddress.split('::');
  const numbers = (part: string): number[] => (part === '' ? [] : part.split(':').map((digits) => Number.parseInt(digits, 16)));
  const [front, back] = [numbers(head), numbers(tail ?? '')];
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
}

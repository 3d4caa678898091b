// Hashes and verifies passwords with argon2id on the thread pool, a few at a time. The library is loaded on first use.
import { AppError } from '../../contract/errors.ts';

export interface HashCost {
  /** Memory in KiB. */
  readonly memoryCost: number;
  /** Number of iterations. */
  readonly timeCost: number;
}

/** OWASP's minimum parameters for argon2id. */
const DEFAULT_COST: HashCost = { memoryCost: 19_456, timeCost: 2 };

/** Maximum number of concurrent hashes: the thread pool also serves file reads. */
const AT_ONCE = 2;
const MOST_WAITING = 64;

export class PasswordHasher {
  readonly #cost: HashCost;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #stranger: Promise<string> | undefined;

  constructor(cost: HashCost = DEFAULT_COST) {
    this.#cost = cost;
  }

  /** Throws TOO_MANY_REQUESTS. */
  hash(password: string): Promise<string> {
    return this.#inTurn(async () => (await library()).hash(password.normalize('NFC'), { ...this.#cost, parallelism: 1 }));
  }

  /** Whether the password matches the hash. Without a hash, returns false after the same time. Throws TOO_MANY_REQUESTS. */
  async matches(password: string, hash: string | null | undefined): Promise<boolean> {
    // Created in both cases, so that the response time of the first call does not reveal whether a hash exists.
    const stranger = await (this.#stranger ??= this.#hashOfNobody());
    const isRight = await this.#inTurn(async () => (await library()).verify(hash ?? stranger, password.normalize('NFC')));
    return isRight && hash !== null && hash !== undefined;
  }

  #hashOfNobody(): Promise<string> {
    const dummyHash = this.hash('nobody');
    // A rejected promise must not be cached.
    dummyHash.catch(() => (this.#stranger = undefined));
    return dummyHash;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= MOST_WAITING) {
        throw new AppError('TOO_MANY_REQUESTS', 'Too many people are signing in at this moment. Try again in a few seconds.');
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      // Passes the slot to the next caller in the queue, or frees it.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

const library = () => import('@node-rs/argon2');

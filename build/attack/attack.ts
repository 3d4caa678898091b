// What an area of the attack on the server is, and how it counts what held.
import type { Target } from './target.ts';

export interface Failure {
  /** What did not hold, as a sentence. */
  readonly what: string;
  /** The request, expression or code that shows it again. */
  readonly reproduce: string;
}

export interface Outcome {
  readonly tried: number;
  readonly failures: readonly Failure[];
}

export interface Attack {
  readonly area: string;
  run(target: Target): Promise<Outcome>;
}

/** Longest text of a failure that is shown. */
const SHOWN = 400;

/** Counts attacks and keeps those that got through. */
export class Tally implements Outcome {
  tried = 0;
  readonly failures: Failure[] = [];

  /** Counts one attack. `what` says what happened if it did not hold. */
  check(isHeld: boolean, what: string, reproduce: string): void {
    this.tried++;
    if (!isHeld) this.failures.push({ what: what.slice(0, SHOWN), reproduce: reproduce.slice(0, SHOWN) });
  }
}

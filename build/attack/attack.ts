// An area of the attack on the server, and the count of its attacks.
import type { Target } from './target.ts';

export interface Failure {
  /** What the attack achieved, as a sentence. */
  readonly what: string;
  /** The request, expression or code that reproduces it. */
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

/** Maximum length of a printed failure in characters. */
const SHOWN = 400;

/** Counts attacks and collects the successful ones. */
export class Tally implements Outcome {
  tried = 0;
  readonly failures: Failure[] = [];

  /** Counts one attack. `what`: what happened if it succeeded. */
  check(isPrevented: boolean, what: string, reproduce: string): void {
    this.tried++;
    if (!isPrevented) this.failures.push({ what: what.slice(0, SHOWN), reproduce: reproduce.slice(0, SHOWN) });
  }
}

// Runs workflows with nodes of a package, each against services that are played, and tells which do what they should.
import type { RunInstance } from './instance.ts';

/** A workflow with nodes of one make. */
export interface RunCase {
  /** What is special about the nodes. */
  readonly make: string;
  /** Node types, without the package. */
  readonly nodes: string;
  /** What is compared. */
  readonly checks: string;
  /** Throws Error if something is not as expected. */
  readonly run: (instance: RunInstance) => Promise<void>;
}

export interface RunOutcome extends Pick<RunCase, 'make' | 'nodes' | 'checks'> {
  readonly failure?: string;
}

export async function runCases(instance: RunInstance, cases: readonly RunCase[]): Promise<readonly RunOutcome[]> {
  const outcomes: RunOutcome[] = [];
  for (const { run, ...about } of cases) {
    try {
      await run(instance);
      outcomes.push(about);
    } catch (error) {
      const seen = instance.services.requests.map(({ method, host, path }) => `${method} ${host}${path}`).join(', ');
      outcomes.push({ ...about, failure: `${(error as Error).message}${seen === '' ? '' : ` (requests: ${seen})`}` });
    }
  }
  return outcomes;
}

// Order of test files: slow files start first, so that none of them runs alone at the end while other workers are idle.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slow files, longest first. All other files follow in Vitest's order. */
const long = [
  'journeys/packages',
  'e2e/life',
  'engine/packages/packages',
  'engine/watchdog/watchdog',
  'journeys/accessibility',
  'journeys/node-view-widths',
  'e2e/this-computer',
  'engine/crash',
  'e2e/ways-in',
  'engine/cli/cli',
  'engine/services/package',
  'journeys/credentials',
  'journeys/data-panes',
  'journeys/node-view-forms',
  'journeys/webhook-pages',
  'journeys/chat',
  'journeys/unsaved-work',
  'conformance/corpora',
  'e2e/',
  'engine/cli/package',
  'expression/hostile-arguments',
  'build/',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const at = long.findIndex((name) => moduleId.includes(name));
  return at === -1 ? long.length : at;
};

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

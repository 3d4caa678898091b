// Order of test files: slow files start first, so that none of them runs alone at the end while other workers are idle.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slow files, longest first. All other files follow in Vitest's order. */
const long = [
  'e2e/life',
  'e2e/shell',
  'engine/packages/packages',
  'expression/hostile-arguments',
  'e2e/this-computer',
  'journeys/packages',
  'journeys/accessibility',
  'journeys/data-panes',
  'journeys/node-view.',
  'journeys/unsaved-work',
  'journeys/node-view-forms',
  'engine/crash',
  'journeys/workflow-dialogs',
  'journeys/first-workflow',
  'engine/cli/cli',
  'engine/cli/package',
  'engine/watchdog/watchdog',
  'engine/services/package',
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

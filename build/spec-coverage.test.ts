// docs/spec-coverage.md: each row of the specification is built, and names tests that exist, or says how it is built otherwise and why.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** The specification, which is beside the project on some computers only. */
const folder = join(root, '../shared/spec');
const hasSpecification = existsSync(folder);
const read = (path: string): string => readFileSync(path, 'utf8');

interface Section {
  /** Numbers of the document and of its section, such as `2.7`. */
  readonly id: string;
  /** Cells of each row. */
  readonly rows: readonly (readonly string[])[];
}

const sections: readonly Section[] = read(join(root, 'docs/spec-coverage.md'))
  .split(/^## /m)
  .slice(1)
  .flatMap((document) => {
    const [, ...parts] = document.split(/^### /m);
    return parts.map((part) => ({ id: `${Number.parseInt(document, 10)}.${Number.parseInt(part, 10)}`, rows: rowsOf(part) }));
  });

function rowsOf(text: string): Section['rows'] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  // The first two lines are the head of the table.
  return lines.slice(2).map((line) =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
}

/** Whether a source has the text as a literal, in whichever quotes. */
const hasLiteral = (source: string, text: string): boolean =>
  ["'", '"', '`'].some((quote) => source.includes(quote + text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote));

const sources = new Map<string, string>();
function sourceOf(path: string): string {
  const source = sources.get(path) ?? (existsSync(join(root, path)) ? read(join(root, path)) : '');
  sources.set(path, source);
  return source;
}

function faultsOf(cells: readonly string[]): readonly string[] {
  const [row = '', built = '', test = ''] = cells;
  if (row === '' || built === '' || cells.length !== 3) return ['needs the three cells row, built and test'];
  const tests = test
    .split('<br>')
    .flatMap((cell) => (cell.trim() === '' ? [] : [/^`(?<path>\S+\.test\.tsx?): (?<title>.+)`$/.exec(cell.trim())]));
  const isBuilt = built === '✔';
  return [
    ...(isBuilt && tests.length === 0 ? ['names no test'] : []),
    ...(!isBuilt && built.split(/\s+/).length < 5 ? [`has no reason: ${built}`] : []),
    ...tests.flatMap((match) => {
      const { path, title } = match?.groups ?? {};
      if (path === undefined || title === undefined) return ['has a test that is not `path: title`'];
      const source = sourceOf(path);
      if (source === '') return [`names a file that does not exist: ${path}`];
      return hasLiteral(source, title) ? [] : [`names a test that ${path} does not have: ${title}`];
    }),
  ];
}

it('each row is built and names tests that exist, or has a reason', () => {
  const faults = sections.flatMap(({ id, rows }) =>
    rows.flatMap((cells) => faultsOf(cells).map((fault) => `${id} "${cells[0] ?? ''}" ${fault}`)),
  );
  expect(faults).toEqual([]);
});

it.each([
  [['a', '✔'], ['needs the three cells row, built and test']],
  [['a', '✔', ''], ['names no test']],
  [['a', 'Not yet', ''], ['has no reason: Not yet']],
  [['a', 'Otherwise: a link in place of an e-mail', ''], []],
  [['a', '✔', 'some test'], ['has a test that is not `path: title`']],
  [['a', '✔', '`build/none.test.ts: x`'], ['names a file that does not exist: build/none.test.ts']],
  [['a', '✔', '`build/spec-coverage.test.ts: the faults of %j are %j`<br>`build/spec-coverage.test.ts: the specification`'], []],
  [
    ['a', '✔', '`build/spec-coverage.test.ts: no such title`'],
    ['names a test that build/spec-coverage.test.ts does not have: no such title'],
  ],
])('the faults of %j are %j', (cells, expected) => expect(faultsOf(cells)).toEqual(expected));

describe.skipIf(!hasSpecification)('the specification', () => {
  const documents = hasSpecification
    ? readdirSync(folder).filter((name) => sections.some(({ id }) => id.startsWith(`${Number.parseInt(name, 10)}.`)))
    : [];

  it.each(documents)('has rows for each section of %s', (name) => {
    const numbers = [...read(join(folder, name)).matchAll(/^## (\d+)\./gm)].map(([, number]) => `${Number.parseInt(name, 10)}.${number}`);
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers.filter((id) => (sections.find((section) => section.id === id)?.rows.length ?? 0) === 0)).toEqual([]);
  });
});

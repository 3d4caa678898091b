// A restored folder takes the place of the data, also after the process was killed at any point.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockServer } from '../../store/index.ts';
import { confirmStage, previousDataName, stageOf, takeOverRestored } from './take-over.ts';

const now = new Date('2026-11-24T03:57:26.123Z');
const KEPT = 'before-restore-2026-11-24T03-57-26';

let dataDir: string;
let stage: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'millrace-take-over-'));
  write('db/millrace.sqlite', 'old');
  write('binary/1', 'old');
  write('local.token', 'old');
  write('desktop/settings.json', 'mine');
  stage = stageOf(dataDir, now);
  write(join(stage, 'db/millrace.sqlite'), 'new');
  write(join(stage, 'master.key'), 'new');
});
afterEach(() => rmSync(dataDir, { recursive: true }));

function write(path: string, text: string): void {
  const file = path.startsWith(dataDir) ? path : join(dataDir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const at = (...path: readonly string[]): string => join(dataDir, ...path);
const move = (from: string, to: string): void => {
  mkdirSync(dirname(at(to)), { recursive: true });
  renameSync(at(from), at(to));
};
/** All files with their texts. */
const content = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((file) => [file.slice(dataDir.length + 1), readFileSync(file, 'utf8')]),
  );
const old = { 'binary/1': 'old', 'db/millrace.sqlite': 'old', 'local.token': 'old' };
const replaced = {
  ...Object.fromEntries(Object.entries(old).map(([name, text]) => [`${KEPT}/${name}`, text])),
  'db/millrace.sqlite': 'new',
  'desktop/settings.json': 'mine',
  'master.key': 'new',
};

it('replaces the data, which is retained, and leaves that of the desktop application', () => {
  expect(previousDataName(stage)).toBe(KEPT);
  confirmStage(stage);
  expect(takeOverRestored(dataDir)).toEqual({ previousData: at(KEPT) });
  expect(content()).toEqual(replaced);
  expect(takeOverRestored(dataDir)).toBeUndefined();
  expect(content()).toEqual(replaced);
});

it('removes a folder that was not confirmed', () => {
  expect(takeOverRestored(dataDir)).toBeUndefined();
  expect(content()).toEqual({ ...old, 'desktop/settings.json': 'mine' });
});

it('does nothing for a folder that does not exist', () => expect(takeOverRestored(at('none'))).toBeUndefined());

it('waits while a server uses the data', () => {
  confirmStage(stage);
  const lock = lockServer(dataDir, now);
  expect(takeOverRestored(dataDir)).toBeUndefined();
  expect(existsSync(at('db/millrace.sqlite'))).toBe(true);
  lock.release();
  expect(takeOverRestored(dataDir)).toEqual({ previousData: at(KEPT) });
});

it.each<[string, () => void]>([
  ['the first file moved away', () => move('db', `${KEPT}/db`)],
  [
    'all data moved away',
    () => {
      for (const name of ['db', 'binary', 'local.token']) move(name, `${KEPT}/${name}`);
    },
  ],
  [
    'a part of the new data arrived',
    () => {
      for (const name of ['db', 'binary', 'local.token']) move(name, `${KEPT}/${name}`);
      move('.confirmed-restore-2026-11-24T03-57-26', '.arriving-restore-2026-11-24T03-57-26');
      move('.arriving-restore-2026-11-24T03-57-26/master.key', 'master.key');
    },
  ],
])('goes on after the process was killed when %s', (_name, kill) => {
  confirmStage(stage);
  kill();
  expect(takeOverRestored(dataDir)).toEqual({ previousData: at(KEPT) });
  expect(content()).toEqual(replaced);
});

it('keeps what was created after the data had moved away', () => {
  confirmStage(stage);
  for (const name of ['db', 'binary', 'local.token']) move(name, `${KEPT}/${name}`);
  move('.confirmed-restore-2026-11-24T03-57-26', '.arriving-restore-2026-11-24T03-57-26');
  write('db/millrace.sqlite', 'later');
  takeOverRestored(dataDir);
  expect(content()).toEqual({ ...replaced, [`${KEPT}/db.created-later/millrace.sqlite`]: 'later' });
});

it('leaves everything in its place if the data cannot move away', () => {
  confirmStage(stage);
  write(`${KEPT}/local.token/in-the-way`, 'x');
  expect(takeOverRestored(dataDir)).toEqual({ failure: expect.any(Error) as unknown });
  expect(content()).toMatchObject({ ...old, 'desktop/settings.json': 'mine' });
  expect(takeOverRestored(dataDir)).toBeUndefined();
  expect(content()).toMatchObject(old);
});

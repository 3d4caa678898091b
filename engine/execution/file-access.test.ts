import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyFile, createFilePort } from './file-access.ts';

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-files-')));
  for (const folder of ['open', 'open/deep', 'open-too', 'closed', 'open/own']) mkdirSync(join(root, folder));
  for (const file of ['open/a', 'open/deep/b', 'open-too/c', 'closed/d', 'open/own/key']) writeFileSync(join(root, file), file);
  symlinkSync(join(root, 'closed'), join(root, 'open/out'));
  symlinkSync(join(root, 'open'), join(root, 'in'));
});
afterAll(() => rmSync(root, { recursive: true }));

describe('files that nodes may use', () => {
  const at = (path: string): string => join(root, path);

  it.each([
    ['a file in the folder', 'open/a', 'open/a'],
    ['a file further down', 'open/deep/b', 'open/deep/b'],
    ['the folder itself', 'open', 'open'],
    ['a file that is not there yet', 'open/new/file', 'open/new/file'],
    ['a file by a link into the folder', 'in/a', 'open/a'],
    ['a way up and down again', 'closed/../open/a', 'open/a'],
  ])('are %s', async (_, path, real) => {
    expect(await createFilePort({ folders: [at('open')] }).allowedPath(at(path))).toBe(at(real));
  });

  it.each([
    ['a file elsewhere', 'closed/d'],
    ['a folder whose name begins the same', 'open-too/c'],
    ['a way out', 'open/../closed/d'],
    ['a link out', 'open/out/d'],
    ['a file that is not there, behind a link out', 'open/out/new'],
  ])('are not: %s', async (_, path) => {
    const files = createFilePort({ folders: [at('open')] });
    await expect(files.allowedPath(at(path))).rejects.toMatchObject({
      code: 'FILE_NOT_READABLE',
      message: `Access to the file "${at(path)}" is not allowed. Allowed folders: ${at('open')}.`,
    });
  });

  it('are those of several folders, and of the home folder', async () => {
    const files = createFilePort({ folders: [at('closed'), '~/open'], home: root });
    expect(await files.allowedPath(at('closed/d'))).toBe(at('closed/d'));
    expect(await files.allowedPath(at('open/a'))).toBe(at('open/a'));
  });

  it('are never those of the program, whatever is allowed', async () => {
    for (const folders of [[], [at('open')]]) {
      const files = createFilePort({ folders, blocked: [at('open/own')] });
      await expect(files.allowedPath(at('in/own/key'))).rejects.toThrow(/belongs to Millrace itself/);
      expect(await files.allowedPath(at('open/a'))).toBe(at('open/a'));
    }
  });

  it('are all where nothing limits them', async () => {
    expect(await anyFile.allowedPath(at('closed/d'))).toBe(at('closed/d'));
  });
});

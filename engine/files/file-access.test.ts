import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
    ['a file that does not exist yet', 'open/new/file', 'open/new/file'],
    ['a file by a link into the folder', 'in/a', 'open/a'],
    ['a path up and down again', 'closed/../open/a', 'open/a'],
  ])('are %s', async (_, path, real) => {
    expect(await createFilePort({ folders: [at('open')] }).allowedPath(at(path))).toBe(at(real));
  });

  it.each([
    ['a file elsewhere', 'closed/d'],
    ['a folder with the same prefix', 'open-too/c'],
    ['a path to the outside', 'open/../closed/d'],
    ['a link out', 'open/out/d'],
    ['a missing file behind a link to the outside', 'open/out/new'],
  ])('are not: %s', async (_, path) => {
    const files = createFilePort({ folders: [at('open')] });
    await expect(files.allowedPath(at(path))).rejects.toMatchObject({
      code: 'FILE_NOT_READABLE',
      message: `Access to the file "${at(path)}" is not allowed. Allowed folders: ${at('open')}.`,
    });
  });

  it('are in any of several folders', async () => {
    const files = createFilePort({ folders: [at('closed'), at('open')] });
    expect(await files.allowedPath(at('closed/d'))).toBe(at('closed/d'));
    expect(await files.allowedPath(at('open/a'))).toBe(at('open/a'));
  });

  it("are never the product's own, whatever is allowed", async () => {
    for (const folders of [['*'], [at('open')]]) {
      const files = createFilePort({ folders, blocked: [at('open/own')] });
      await expect(files.allowedPath(at('in/own/key'))).rejects.toThrow(/belongs to Millrace itself/);
      expect(await files.allowedPath(at('open/a'))).toBe(at('open/a'));
    }
  });

  it('are all files without a limit', async () => {
    expect(await anyFile.allowedPath(at('closed/d'))).toBe(at('closed/d'));
  });
});

describe('file access', () => {
  const at = (path: string): string => join(root, path);
  const files = anyFile;

  it('reads a regular file, also through a link', async () => {
    const gateway = createFilePort({ folders: [at('open')] });
    expect(Buffer.from(await gateway.read(at('in/a'), 100)).toString()).toBe('open/a');
    await (await gateway.open(at('open/a'), 'read')).close();
  });

  it('writes, replaces and appends', async () => {
    for (const [use, text] of [
      ['write', 'first'],
      ['write', 'one'],
      ['append', ' two'],
    ] as const) {
      // oxfmt-ignore
      const handle = await files.open(at('open/written'), use);
      await handle.writeFile(text);
      await handle.close();
    }
    expect(readFileSync(at('open/written'), 'utf8')).toBe('one two');
  });

  const devices = ['/dev/ptmx', '/dev/zero', '/dev/full', '/dev/tty'].filter((path) => existsSync(path));
  it.each(devices)('does not open a device: %s', async (path) => {
    for (const use of ['read', 'write', 'append'] as const) {
      await expect(files.open(path, use)).rejects.toMatchObject({
        code: 'FILE_NOT_READABLE',
        message: expect.stringContaining('it belongs to the operating system'),
      });
    }
  });

  it.skipIf(process.platform === 'win32')('waits for no pipe', async () => {
    execFileSync('mkfifo', [at('open/pipe')]);
    for (const use of ['read', 'write'] as const) await expect(files.open(at('open/pipe'), use)).rejects.toThrow('is not a regular file');
  });

  it.runIf(process.platform === 'linux').each(['/proc/self/environ', '/proc/1/environ', '/proc/self/task/../environ', '/sys/kernel/notes'])(
    'does not show what the kernel does: %s',
    async (path) => {
      await expect(files.read(path, 1e6)).rejects.toThrow(/belongs to the operating system/);
    },
  );

  it.runIf(process.platform === 'linux')('leads nowhere else by the links of processes', async () => {
    const gateway = createFilePort({ folders: ['*'], blocked: [at('open/own')] });
    for (const path of [`/proc/self/root${at('open/own/key')}`, `/proc/self/cwd/../../../../../../../../..${at('open/own/key')}`]) {
      await expect(gateway.read(path, 100)).rejects.toThrow(/belongs to Millrace itself/);
    }
  });

  describe.each([process.platform, 'darwin'] as const)(
    'if a folder on the way becomes a link after the path is checked (%s)',
    (platform) => {
      const own = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
      beforeEach(() => {
        Object.defineProperty(process, 'platform', { ...own, value: platform });
        mkdirSync(at('open/way/deep'), { recursive: true });
        for (const file of ['open/way/d', 'open/way/deep/e']) writeFileSync(at(file), 'open');
        mkdirSync(at('closed/deep'), { recursive: true });
        writeFileSync(at('closed/deep/e'), 'closed');
      });
      afterEach(() => {
        Object.defineProperty(process, 'platform', own);
        for (const path of ['open/way', 'open/moved']) rmSync(at(path), { recursive: true, force: true });
      });
      /** The folders are asked for between the check of a path and its use. */
      const swapping = () => {
        let isFirst = true;
        const folders = async () => {
          if (isFirst) {
            renameSync(at('open/way'), at('open/moved'));
            symlinkSync(at('closed'), at('open/way'));
          }
          isFirst = false;
          return { folders: [at('open')], hint: '' };
        };
        return createFilePort({ folders });
      };

      it.each(['way/d', 'way/deep/e', 'way/new', 'way/deep/new'])('nothing is read, changed or created: %s', async (path) => {
        for (const use of ['read', 'write', 'append'] as const) {
          if (use === 'read' && path.endsWith('new')) continue;
          await expect(swapping().open(at(`open/${path}`), use)).rejects.toMatchObject({ code: 'FILE_NOT_READABLE' });
          unlinkSync(at('open/way'));
          renameSync(at('open/moved'), at('open/way'));
        }
        await expect(swapping().read(at(`open/${path}`), 100)).rejects.toMatchObject({ code: 'FILE_NOT_READABLE' });
        expect(readdirSync(at('closed')).toSorted()).toEqual(['d', 'deep']);
        expect(readdirSync(at('closed/deep'))).toEqual(['e']);
        expect([readFileSync(at('closed/d'), 'utf8'), readFileSync(at('closed/deep/e'), 'utf8')]).toEqual(['closed/d', 'closed']);
      });
    },
  );

  it('does not follow a link placed where a file is written', async () => {
    symlinkSync(at('closed/new'), at('open/dangling'));
    await expect(files.open(at('open/dangling'), 'write')).rejects.toMatchObject({ code: 'FILE_NOT_READABLE' });
    expect(existsSync(at('closed/new'))).toBe(false);
  });

  it.each<[string, string, RegExp]>([
    ['a folder', 'open', /is a folder/],
    ['nothing', 'open/nothing', /does not exist/],
    ['a file below a file', 'open/a/b', /not a folder|does not exist/],
    ['an empty path', '', /is empty/],
    ['a null byte', 'open/a\0.txt', /null byte/],
  ])('refuses %s', async (_, path, message) => {
    await expect(files.read(path === '' ? '' : at(path), 100)).rejects.toThrow(message);
  });

  it("reads at most the requested bytes and the instance's limit", async () => {
    await expect(files.read(at('open/a'), 5)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
    const gateway = createFilePort({ folders: ['*'], maxBytes: 5 });
    await expect(gateway.read(at('open/a'), 100)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
    await expect(gateway.open(at('open/a'), 'read')).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
    await (await gateway.open(at('open/a'), 'append')).close();
  });
});

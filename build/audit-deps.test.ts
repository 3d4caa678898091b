// The lockfile audit: accepts the project's own lockfile and finds each planted fault.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'millrace-audit-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function audit(...args: readonly string[]): { readonly status: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'build/audit-deps.ts'), ...args], { encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

const sound = { version: '1.0.0', integrity: 'sha512-AAAA' };

/** The project's lockfile with additional packages. */
function planted(packages: object, otherFiles: object = {}): string {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { readonly packages: object };
  const path = join(folder, 'package-lock.json');
  writeFileSync(path, JSON.stringify({ ...lockfile, packages: { ...lockfile.packages, ...packages }, ...otherFiles }));
  return path;
}

describe('the audit of the lockfile', () => {
  it('passes for the project', () => {
    const { status, text } = audit();
    expect(text).toMatch(/^\d+ packages, \d+ findings, 0 not explained$/m);
    expect(status).toBe(0);
  });

  it.each<[string, string, object, RegExp]>([
    ['an install script', 'node_modules/evil', { ...sound, hasInstallScript: true }, /^evil .* install script .* NOT EXPLAINED$/m],
    ['a nested package', 'node_modules/a/node_modules/@b/c', { ...sound, hasInstallScript: true }, /^@b\/c .* install script /m],
    [
      'an install script of a package named like a built-in property',
      'node_modules/constructor',
      { ...sound, hasInstallScript: true },
      /NOT EXPLAINED/,
    ],
    ['no integrity', 'node_modules/evil', { version: '1.0.0' }, /^evil .* no integrity /m],
    ['an integrity that can be forged', 'node_modules/evil', { ...sound, integrity: 'sha1-AAAA' }, /^evil .* weak integrity /m],
    ['a repository', 'node_modules/evil', { ...sound, resolved: 'git+ssh://git@host.example/a/evil.git#1' }, /not from the registry/],
    [
      'a host that looks like the registry',
      'node_modules/evil',
      { ...sound, resolved: 'https://registry.npmjs.org.example/evil/-/evil-1.0.0.tgz' },
      /not from the registry/,
    ],
    [
      'an insecure address',
      'node_modules/evil',
      { ...sound, resolved: 'http://registry.npmjs.org/evil/-/evil-1.0.0.tgz' },
      /not from the registry/,
    ],
    [
      'another package of the registry',
      'node_modules/safe',
      { ...sound, resolved: 'https://registry.npmjs.org/evil/-/evil-1.0.0.tgz' },
      /another package under this name/,
    ],
    ['an alias', 'node_modules/safe', { ...sound, name: 'evil' }, /another package under this name/],
    ['a link to a folder', 'node_modules/evil', { resolved: '../evil', link: true }, /not a package of the registry/],
  ])('finds %s', (_, path, entry, finding) => {
    const { status, text } = audit(planted({ [path]: entry }));
    expect(text).toMatch(finding);
    expect(text).toMatch(/, 1 not explained$/m);
    expect(status).toBe(1);
  });

  it('accepts a registry URL', () => {
    const resolved = 'https://registry.npmjs.org/@a/b/-/b-1.0.0.tgz';
    expect(audit(planted({ 'node_modules/@a/b': { ...sound, resolved } })).status).toBe(0);
  });

  it('finds an explanation that is no longer needed', () => {
    const { status, text } = audit(planted({ 'node_modules/node': sound }));
    expect(text).toContain('Explained, but not found: node: install script');
    expect(status).toBe(1);
  });

  it('rejects lockfiles without information about install scripts', () => {
    expect(audit(planted({}, { lockfileVersion: 1 }))).toMatchObject({
      status: 1,
      text: expect.stringContaining('lockfile version 1') as string,
    });
  });
});

// The real keychain of Linux: a separate Secret Service on a separate session bus, if both are installed.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const programs = ['dbus-run-session', 'gnome-keyring-daemon'];
const missing = programs.filter((program) => spawnSync(program, ['--version']).error !== undefined);
if (missing.length > 0) process.stderr.write(`The keychain is not tested: ${missing.join(' and ')} not installed.\n`);

const probe = join(import.meta.dirname, '../testing/keychain-probe.ts');
/** Unlocks the keyring of a new home folder, then runs the command. */
const unlocked = 'printf "test\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null; exec "$@"';

let folder: string;
let environment: NodeJS.ProcessEnv;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-keychain-'));
  mkdirSync(join(folder, 'run'), { mode: 0o700 });
  environment = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: join(folder, 'run'), DBUS_SESSION_BUS_ADDRESS: '' };
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const probed = (...command: readonly string[]): unknown => {
  const [program, ...args] = [...command, process.execPath, probe, join(folder, command.length === 0 ? 'none' : 'data')] as const;
  return JSON.parse(execFileSync(program ?? '', args, { env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
};

describe.skipIf(missing.length > 0)('the Secret Service', () => {
  it('keeps the master key, also after a rotation, and no file does', () => {
    expect(probed('dbus-run-session', '--', 'sh', '-c', unlocked, 'sh')).toEqual({
      found: ['keychain secret', 'keychain secret'],
      warnings: [],
    });
    expect(existsSync(join(folder, 'data', 'master.key'))).toBe(false);
  });
});

describe.runIf(process.platform === 'linux')('without a Secret Service', () => {
  it('a file keeps the master key', () => {
    expect(probed()).toEqual({
      found: ['file secret', 'file secret'],
      warnings: expect.arrayContaining([
        expect.stringMatching(/^The keychain cannot be used, so the master key is kept in a file/),
      ]) as unknown,
    });
  });
});

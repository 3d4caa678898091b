// What workflows may reach of the computer: by default, by the settings, and never.
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFilePort } from './file-access.ts';
import { programFolders } from './own-folders.ts';
import { FileReach, type ReachPorts, type ReachSettings } from './reach.ts';

let root: string;
const at = (path: string): string => join(root, path);
const put = (path: string): string => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), 'content');
  return at(path);
};
let logged: string[];

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-reach-')));
  logged = [];
  for (const path of ['home/a.txt', 'data/db/millrace.sqlite', 'data/master.key', 'elsewhere/b.txt']) put(path);
});
afterEach(() => rmSync(root, { recursive: true }));

const log =
  (level: string) =>
  (message: string): void =>
    void logged.push(`${level}: ${message}`);
const logger = { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };

function reachOf(settings: Partial<ReachSettings> = {}, ports: Partial<ReachPorts> = {}) {
  const reach = new FileReach(
    { folders: [], commands: 'alone', hasCommands: true, dataDir: at('data'), home: at('home'), blocked: [], maxBytes: 1e6, ...settings },
    { hasOthers: async () => false, isReachable: () => false, asksForConsent: false, logger, ...ports },
  );
  return { reach, files: createFilePort(reach.rules) };
}
const notAllowed = { code: 'FILE_NOT_READABLE', message: expect.stringContaining('is not allowed') };

describe('by default', () => {
  it('files in the home folder and in the folder for files may be used while the owner is alone', async () => {
    const { files } = reachOf();
    expect(await files.allowedPath(at('home/a.txt'))).toBe(at('home/a.txt'));
    expect(await files.allowedPath(at('data/files/x'), 'write')).toBe(at('data/files/x'));
    await expect(files.allowedPath(at('elsewhere/b.txt'))).rejects.toMatchObject({
      message: `Access to the file "${at('elsewhere/b.txt')}" is not allowed. Allowed folders: ${at('home')}; ${at('data/files')}.`,
      hint: expect.stringContaining('MILLRACE_FILE_FOLDERS'),
    });
  });

  it.each<[string, Partial<ReachPorts>]>([
    ['somebody is invited', { hasOthers: async () => true }],
    ['other computers can reach it', { isReachable: () => true }],
  ])('only the folder for files may be used once %s', async (_, ports) => {
    const { files } = reachOf({}, ports);
    await expect(files.allowedPath(at('home/a.txt'))).rejects.toMatchObject({
      ...notAllowed,
      hint: expect.stringMatching(`the folder "${at('data/files')}", since .* name its folder in the setting MILLRACE_FILE_FOLDERS`),
    });
    if (process.platform !== 'win32') expect(statSync(at('data/files')).mode & 0o777).toBe(0o700);
    const handle = await files.open(at('data/files/new'), 'write');
    await handle.close();
    expect(existsSync(at('data/files/new'))).toBe(true);
  });

  it('follows a change at the next use, and the log says so', async () => {
    let hasOthers = false;
    const { reach, files } = reachOf({}, { hasOthers: async () => hasOthers });
    await reach.report({});
    await files.allowedPath(at('home/a.txt'));
    hasOthers = true;
    await expect(files.read(at('home/a.txt'), 10)).rejects.toMatchObject(notAllowed);
    await expect(reach.commandFolder()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    hasOthers = false;
    await files.read(at('home/a.txt'), 10);
    expect(logged.filter((line) => line.includes('may use files in'))).toEqual([
      expect.stringContaining(`in: ${at('home')}; ${at('data/files')}.`),
      expect.stringContaining(`in: ${at('data/files')}.`),
      expect.stringContaining(`in: ${at('home')}; ${at('data/files')}.`),
    ]);
  });

  it('a home folder that is a whole disk does not count', async () => {
    const { reach, files } = reachOf({ home: '/' });
    await expect(files.allowedPath(at('elsewhere/b.txt'))).rejects.toMatchObject(notAllowed);
    expect(await reach.commandFolder()).toBe(at('data/files'));
  });

  it('a link in place of the folder for files opens nothing else of the data folder', async () => {
    symlinkSync(at('data'), at('data/files'));
    const { files } = reachOf({}, { hasOthers: async () => true });
    for (const path of ['data/files/master.key', 'data/master.key', 'data/files/db/millrace.sqlite'])
      await expect(files.allowedPath(at(path))).rejects.toMatchObject(notAllowed);
  });
});

describe('the settings', () => {
  it('name other folders, for others too', async () => {
    const { files } = reachOf({ folders: ['~/in', at('elsewhere')] }, { hasOthers: async () => true });
    expect(await files.allowedPath(put('home/in/c'))).toBe(at('home/in/c'));
    expect(await files.allowedPath(at('elsewhere/b.txt'))).toBe(at('elsewhere/b.txt'));
    await expect(files.allowedPath(at('home/a.txt'))).rejects.toMatchObject({ hint: expect.stringContaining('MILLRACE_FILE_FOLDERS') });
  });

  it.each([['*'], ['/']])('open all folders with %s, loudly if others use the instance', async (folder) => {
    const open = reachOf({ folders: [folder], commands: 'always' }, { hasOthers: async () => true });
    expect(await open.files.allowedPath(at('elsewhere/b.txt'))).toBe(at('elsewhere/b.txt'));
    await open.reach.report({ MILLRACE_BLOCK_OWN_FILES: 'false' });
    expect(logged).toEqual([
      expect.stringMatching(/^warn: MILLRACE_FILE_FOLDERS opens every folder/),
      expect.stringMatching(/^warn: MILLRACE_COMMANDS=always lets workflows run commands/),
      expect.stringMatching(/^warn: MILLRACE_BLOCK_OWN_FILES has no effect/),
    ]);
    logged = [];
    await reachOf({ folders: [folder], commands: 'always' }).reach.report({});
    expect(logged).toEqual([]);
  });

  it('leave the folders to the person who is asked for consent; files of nodes need none', async () => {
    const { files } = reachOf({}, { asksForConsent: true, hasOthers: async () => true });
    expect(await files.allowedPath(at('elsewhere/b.txt'))).toBe(at('elsewhere/b.txt'));
    await expect(files.allowedPath(at('data/master.key'))).rejects.toMatchObject(notAllowed);
    expect(await Promise.all(['data/files/x', 'elsewhere/b.txt', 'data/filesx'].map((path) => files.isOwn(at(path))))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('allow commands to others only expressly, and the error names the setting', async () => {
    expect(await reachOf().reach.commandFolder()).toBe(at('home'));
    await expect(reachOf({}, { isReachable: () => true }).reach.commandFolder()).rejects.toMatchObject({
      code: 'FORBIDDEN',
      hint: expect.stringContaining('MILLRACE_COMMANDS=always'),
    });
    expect(await reachOf({ commands: 'always' }, { hasOthers: async () => true }).reach.commandFolder()).toBe(at('data/files'));
    expect(await reachOf({}, { hasOthers: async () => true, asksForConsent: true }).reach.commandFolder()).toBe(at('home'));
    const [program = ''] = programFolders();
    expect(await reachOf({ folders: [program, at('elsewhere')] }).reach.commandFolder()).toBe(at('elsewhere'));
  });
});

describe('whatever the settings are, nodes use no', () => {
  const everything = () => reachOf({ folders: ['*'] }).files;

  it('files of the program', async () => {
    const files = everything();
    const [program = ''] = programFolders();
    expect(readFileSync(join(program, 'package.json'), 'utf8')).toContain('"name": "millrace"');
    const own = ['package.json', 'out/engine/parsing-worker.js', 'out/renderer/index.html', 'node_modules/undici/index.js', 'new.js'];
    for (const path of [...own.map((file) => join(program, file)), process.execPath, join(dirname(program), 'node_modules', 'x.js')]) {
      for (const use of ['read', 'write', 'append'] as const) {
        await expect(files.allowedPath(path, use), path).rejects.toThrow(/belongs to Millrace itself/);
      }
    }
  });

  it('data folders, also of other instances, and through links', async () => {
    put('other/db/millrace.sqlite');
    put('other/files/x');
    put('locked/master.key');
    mkdirSync(at('locked/db'));
    put('home/project/master.key');
    symlinkSync(at('other'), at('home/link'));
    const files = everything();
    for (const path of [
      'data/master.key',
      'data/new',
      'other/x',
      'other',
      'other/files/x',
      'other/db/new/x',
      'locked/master.key',
      'home/link/files/x',
    ])
      await expect(files.allowedPath(at(path)), path).rejects.toMatchObject(notAllowed);
    expect(await files.allowedPath(at('home/project/master.key'))).toBe(at('home/project/master.key'));
  });

  it.skipIf(process.platform === 'win32')('hard links to the key and the database', async () => {
    const { files } = reachOf({ folders: ['*'] });
    for (const path of ['master.key', 'db/millrace.sqlite']) {
      linkSync(at(`data/${path}`), at('elsewhere/innocent'));
      await expect(files.read(at('elsewhere/innocent'), 100)).rejects.toThrow(/belongs to Millrace itself/);
      await expect(files.open(at('elsewhere/innocent'), 'write')).rejects.toThrow(/belongs to Millrace itself/);
      rmSync(at('elsewhere/innocent'));
    }
    expect(readFileSync(at('data/master.key'), 'utf8')).toBe('content');
  });

  it.each(['/proc/self/environ', '/sys/kernel', '/dev/shm/x', '/dev/null', '/run/secrets/token', '/run/credentials/x'])(
    'files of the system: %s',
    async (path) => {
      if (realpathSync('/') === '/') await expect(everything().allowedPath(path)).rejects.toThrow(/belongs to the operating system/);
    },
  );

  it.each([
    '.ssh/id_ed25519', '.ssh', '.aws/credentials', '.gnupg/x', '.config/gcloud/credentials.db', '.azure/x', '.kube/config', '.docker/config.json', '.netrc', '.npmrc', '.pgpass',
    '.git-credentials', '.password-store/x', '.local/share/keyrings/login.keyring', '.mozilla/firefox/p/cookies.sqlite', '.config/google-chrome/Default/Cookies', '.config/google-chrome-beta/x',
    '.config/chromium/Default/Cookies', '.config/microsoft-edge/x', '.config/BraveSoftware/x', 'snap/chromium/common/chromium/x', '.var/app/com.google.Chrome/config/google-chrome/x',
    'Library/Application Support/Google/Chrome/Default/Cookies', 'Library/Application Support/Firefox/x', 'Library/Keychains/login.keychain-db', 'Library/Application Support/Microsoft Edge/x',
    'AppData/Local/Google/Chrome/User Data/x', 'AppData/Roaming/Mozilla/Firefox/x', 'AppData/Local/Microsoft/Edge/User Data/x', 'AppData/Roaming/Microsoft/Protect/x', '.bash_history',
    '.cargo/credentials.toml', '.m2/settings.xml', '.n8n/config', '.config/Millrace/settings.json',
    '.SSH/id_rsa', '.Aws/credentials', '.ſsh/id_rsa', '.s\u200bsh/id_rsa', '.ssh./id_rsa', '.ssh /id_rsa', '.netrc::$DATA', '.ＮＥＴＲＣ', '.NETRC', 'x\\.ssh\\id_rsa',
  ])('secrets of any home: %s', async (path) => {
    const files = everything();
    for (const home of [at('home'), '/home/other', '/root']) await expect(files.allowedPath(`${home}/${path}`)).rejects.toThrow(/may contain secrets/);
  }); // oxfmt-ignore

  it.each([
    '.bashrc', '.bash_profile', '.profile', '.zshrc', '.zshenv', '.config/fish/config.fish', '.config/autostart/x.desktop', '.config/systemd/user/x.service', '.config/environment.d/x.conf',
    'Library/LaunchAgents/x.plist', 'AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Startup/x.bat', 'Documents/WindowsPowerShell/Microsoft.PowerShell_profile.ps1', '.gitconfig',
    'project/.git/hooks/pre-commit', '.local/bin/ls', '.vimrc', '.BASHRC', '.bashrc.', '.local/share/applications/x.desktop',
  ])('file that is run as its user, for writing: %s', async (path) => {
    const files = everything();
    for (const use of ['write', 'append'] as const) await expect(files.allowedPath(at(`home/${path}`), use)).rejects.toThrow(/other programs run what is written/);
    expect(await files.allowedPath(at(`home/${path}`))).toContain(path);
    put(`home/${path}`);
    await expect(files.open(at(`home/${path}`), 'write')).rejects.toMatchObject(notAllowed);
    expect(readFileSync(at(`home/${path}`), 'utf8')).toBe('content');
  }); // oxfmt-ignore

  it('secrets and start files by links', async () => {
    put('home/.ssh/id_rsa');
    put('home/.bashrc');
    symlinkSync(at('home/.ssh'), at('elsewhere/keys'));
    symlinkSync(at('home/.bashrc'), at('elsewhere/rc'));
    await expect(everything().read(at('elsewhere/keys/id_rsa'), 10)).rejects.toThrow(/may contain secrets/);
    await expect(everything().open(at('elsewhere/rc'), 'append')).rejects.toThrow(/other programs run/);
  });

  it.each([
    'home/.sshx/a',
    'home/ssh/a',
    'home/.awsome',
    'home/notes/.profile.md',
    'home/.config/app.json',
    'home/.n8n-files/a',
    'home/etc/passwd',
    'home/db/x',
  ])('name that only resembles one, except that it may: %s', async (path) => {
    for (const use of ['read', 'write'] as const) expect(await everything().allowedPath(at(path), use)).toBe(at(path));
  });
});

describe('the folders of the program', () => {
  it('are its package and its executable; of an application, all of it', () => {
    put('lib/node_modules/millrace/package.json');
    const code = at('lib/node_modules/millrace/out/engine');
    const node = programFolders({ code, executable: at('bin/node'), isApplication: false });
    for (const path of ['lib/node_modules/millrace', 'bin/node', 'lib/node_modules', 'node_modules']) expect(node).toContain(at(path));
    expect(node).not.toContain(at('bin'));
    expect(programFolders({ code, executable: at('opt/Millrace/millrace'), isApplication: true, image: at('M.AppImage') })).toEqual(
      expect.arrayContaining([at('opt/Millrace'), at('M.AppImage')]),
    );
    expect(programFolders({ code, executable: at('Millrace.app/Contents/MacOS/Millrace'), isApplication: true })).toContain(
      at('Millrace.app'),
    );
  });
});

// Folders and commands that workflows may use: by default, with settings, and those that are always forbidden.
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
import { defaultDataDir } from '../data-dir.ts';
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
    { hasOthers: async () => false, hasWorkflows: async () => false, isReachable: () => false, asksForConsent: false, logger, ...ports },
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
      message: `Access to the file "${at('elsewhere/b.txt')}" is not allowed. Allowed folders: ${at('home')}; ${at('data/files')} (setting MILLRACE_FILE_FOLDERS).`,
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

  it('a path outside is only said to be outside, whatever lies there', async () => {
    put('other/db/millrace.sqlite');
    const { files } = reachOf({}, { hasOthers: async () => true });
    for (const path of ['other/x', 'data/master.key', 'home/.ssh/id', 'home/.bashrc', 'nothing'])
      await expect(files.allowedPath(at(path), 'write')).rejects.toMatchObject({
        message: `Access to the file "${at(path)}" is not allowed. Allowed folders: ${at('data/files')} (setting MILLRACE_FILE_FOLDERS).`,
        hint: expect.stringContaining('MILLRACE_FILE_FOLDERS'),
      });
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

  it.each<[string, Partial<ReachPorts>]>([
    ['somebody is invited', { hasOthers: async () => true }],
    ['other computers can reach it', { isReachable: () => true }],
  ])('warns at the start if there are workflows and %s', async (_, ports) => {
    await reachOf({}, ports).reach.report({});
    expect(logged.map((line) => line.slice(0, 4))).toEqual(['info', 'info']);
    logged = [];
    await reachOf({}, { ...ports, hasWorkflows: async () => true }).reach.report({});
    expect(logged).toEqual([
      expect.stringMatching(
        /^warn: Nodes may use files in: .*data.files\. The home folder and all others are closed, since .* MILLRACE_FILE_FOLDERS names/,
      ),
      expect.stringMatching(/^warn: Execute Command runs nothing, since .* MILLRACE_COMMANDS=always/),
    ]);
    logged = [];
    await reachOf(
      { folders: [at('elsewhere')], commands: 'always' },
      { isReachable: () => true, hasWorkflows: async () => true },
    ).reach.report({});
    expect(logged.filter((line) => line.includes('closed'))).toEqual([]);
    logged = [];
    await reachOf({}, { hasWorkflows: async () => true }).reach.report({});
    expect(logged.map((line) => line.slice(0, 4))).toEqual(['info']);
  });

  it('a home folder that is a whole disk does not count', async () => {
    const { reach, files } = reachOf({ home: '/' });
    await expect(files.allowedPath(at('elsewhere/b.txt'))).rejects.toMatchObject(notAllowed);
    expect(await reach.commandFolder()).toBe(at('data/files'));
  });

  it.each<[string, NodeJS.Platform | undefined, string]>([
    ['the default on Linux', 'linux', ''],
    ['the default on macOS', 'darwin', ''],
    ['the default on Windows', 'win32', ''],
    ['a hidden folder', undefined, '.config/millrace'],
    ['a folder of n8n', undefined, '.n8n/millrace'],
  ])('the folder for files may be used wherever the data folder lies: %s', async (_, platform, folder) => {
    const dataDir = platform === undefined ? at(`home/${folder}`) : defaultDataDir({}, platform, at('home'));
    mkdirSync(dataDir, { recursive: true });
    const { files } = reachOf({ dataDir }, { hasOthers: async () => true });
    await (await files.open(join(dataDir, 'files/x'), 'write')).close();
    expect(await files.read(join(dataDir, 'files/x'), 10)).toHaveLength(0);
    expect(await files.allowedPath(join(dataDir, 'files/etc/profile'), 'write')).toBe(join(dataDir, 'files/etc/profile'));
    await expect(files.allowedPath(join(dataDir, 'files/.ssh/id'))).rejects.toThrow(/"\.ssh" may contain secrets/);
    await expect(files.allowedPath(join(dataDir, 'files/.bashrc'), 'write')).rejects.toThrow(/other programs run/);
    await expect(files.allowedPath(join(dataDir, 'x'))).rejects.toMatchObject(notAllowed);
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
    for (const entry of ['binary', 'db', 'files', 'packages']) {
      put(`with-${entry}/master.key`);
      mkdirSync(at(`with-${entry}/${entry}`));
    }
    put('home/project/master.key');
    put('home/project/a');
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
      'with-binary/x',
      'with-db/x',
      'with-files/files/x',
      'with-packages/x',
      'home/project/master.key',
      'home/link/files/x',
    ])
      await expect(files.allowedPath(at(path)), path).rejects.toMatchObject(notAllowed);
    expect(await files.allowedPath(at('home/project/a'))).toBe(at('home/project/a'));
  });

  it.skipIf(process.platform === 'win32')('hard links to the key and the database', async () => {
    const { files } = reachOf({ folders: ['*'], blocked: [put('elsewhere/key-of-a-setting')] });
    for (const path of ['data/master.key', 'data/db/millrace.sqlite', put('data/db/millrace.sqlite-wal'), 'elsewhere/key-of-a-setting']) {
      linkSync(path.startsWith(root) ? path : at(path), at('elsewhere/innocent'));
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

  it.each(['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/sudoers', '/etc/sudoers.d/x', '/etc/ssh/ssh_host_ed25519_key', '/etc/ssl/private/x.key', '/private/etc/shadow'])(
    'secrets of the system: %s',
    async (path) => {
      for (const use of ['read', 'write'] as const) await expect(everything().allowedPath(path, use)).rejects.toThrow(/"etc\/.*" may contain secrets/);
    },
  ); // oxfmt-ignore

  it.each([
    '/etc/cron.d/x', '/etc/crontab', '/etc/profile.d/x.sh', '/etc/passwd', '/etc/ld.so.preload', '/etc/systemd/system/x.service', '/var/spool/cron/root', '/private/etc/profile',
    '/etc/rc.local', '/etc/udev/rules.d/x', '/etc/xdg/autostart/x.desktop', '/usr/local/bin/ls', '/home/ada/bin/ls', '/root/bin/ls', '/Users/ada/bin/ls', '/usr/lib/x', '/bin/x', '/sbin/x', '/lib/systemd/x',
  ])('file that the system runs, for writing: %s', async (path) => {
    for (const use of ['write', 'append'] as const) await expect(everything().allowedPath(path, use)).rejects.toThrow(/other programs run what is written/);
  }); // oxfmt-ignore

  it.each([
    '.ssh/id_ed25519', '.ssh', '.aws/credentials', '.gnupg/x', '.config/gcloud/credentials.db', '.azure/x', '.kube/config', '.docker/config.json', '.netrc', '.npmrc', '.pgpass',
    '.git-credentials', '.password-store/x', '.local/share/keyrings/login.keyring', '.mozilla/firefox/p/cookies.sqlite', '.config/google-chrome/Default/Cookies', '.config/google-chrome-beta/x',
    '.config/chromium/Default/Cookies', '.config/microsoft-edge/x', '.config/BraveSoftware/x', 'snap/chromium/common/chromium/x', '.var/app/com.google.Chrome/config/google-chrome/x',
    'Library/Application Support/Google/Chrome/Default/Cookies', 'Library/Application Support/Firefox/x', 'Library/Keychains/login.keychain-db', 'Library/Application Support/Microsoft Edge/x',
    'AppData/Local/Google/Chrome/User Data/x', 'AppData/Roaming/Mozilla/Firefox/x', 'AppData/Local/Microsoft/Edge/User Data/x', 'AppData/Roaming/Microsoft/Protect/x', '.bash_history',
    '.cargo/credentials.toml', '.m2/settings.xml', '.n8n/config', '.config/Millrace/settings.json',
    '.local/share/fish/fish_history', '.histfile', '.zhistory', 'AppData/Roaming/Microsoft/Windows/PowerShell/PSReadLine/ConsoleHost_history.txt',
    '.local/share/powershell/PSReadLine/ConsoleHost_history.txt', '.config/mozilla/firefox/x', '.cache/mozilla/x', '.zen/p/cookies.sqlite', '.config/chromium-browser/x', '.config/yandex-browser/x',
    '.cache/google-chrome/x', '.claude/x', '.claude.json', '.codex/auth.json', '.gemini/x', '.config/sops/age/keys.txt', '.config/Signal/config.json', '.config/filezilla/sitemanager.xml', '.authinfo',
    '.authinfo.gpg', '.subversion/auth/svn.simple/x', 'Library/Application Support/Signal/x', 'AppData/Roaming/FileZilla/x', 'AppData/Roaming/Subversion/auth/x', 'project/master.key',
    '.SSH/id_rsa', '.Aws/credentials', '.ſsh/id_rsa', '.s\u200bsh/id_rsa', '.ssh./id_rsa', '.ssh /id_rsa', '.netrc::$DATA', '.ＮＥＴＲＣ', '.NETRC', 'x\\.ssh\\id_rsa',
  ])('secrets of any home: %s', async (path) => {
    const files = everything();
    for (const home of [at('home'), '/home/other', '/root']) await expect(files.allowedPath(`${home}/${path}`)).rejects.toThrow(/may contain secrets/);
  }); // oxfmt-ignore

  it.each([
    '.bashrc', '.bash_profile', '.profile', '.zshrc', '.zshenv', '.config/fish/config.fish', '.config/autostart/x.desktop', '.config/systemd/user/x.service', '.config/environment.d/x.conf',
    'Library/LaunchAgents/x.plist', 'AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Startup/x.bat', 'Documents/WindowsPowerShell/Microsoft.PowerShell_profile.ps1', '.gitconfig',
    'project/.git/hooks/pre-commit', '.local/bin/ls', '.vimrc', '.BASHRC', '.bashrc.', '.bash_completion', '.cargo/env', '.cargo/bin/x', '.nvm/nvm.sh', '.pyenv/bin/x', '.pyenv/shims/x', '.oh-my-zsh/x', '.rbenv/shims/x', '.bun/bin/x',
    '.local/lib/python3.12/site-packages/x.pth', '.vscode/extensions/x', '.Rprofile', '.ipython/profile_default/startup/x.py', '.npm-global/bin/x', 'go/bin/x', '.deno/bin/x', '.local/share/applications/x.desktop',
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
    'home/project/bin/x',
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

// The module `app`: names and folders, the life cycle from start to quit, and settings of the system.
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { closeContext } from './chromium.ts';
import { hosted } from './hosted.ts';
import { Guarded, guard, preventable, record, recorder } from './record.ts';
import { SingleInstance } from './single-instance.ts';

const home = (name: string): string => join(homedir(), name);

function folderOf(mainFile: string): string {
  let folder = dirname(mainFile);
  while (folder !== dirname(folder) && !existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

const appFolder = folderOf(resolve(process.argv[1] ?? 'main.js'));
/** Folder of the resources of an installed application, which has no main file among its arguments. */
const installed = process.env['ELECTRON_STAND_IN_RESOURCES'];
if (installed !== undefined) process.argv.splice(1, 1);
const packageFile = join(appFolder, 'package.json');
const info = (existsSync(packageFile) ? JSON.parse(readFileSync(packageFile, 'utf8')) : {}) as Partial<
  Record<'name' | 'productName' | 'version', string>
>;

const valueOf = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);

const commandLine = guard('app.commandLine', {
  hasSwitch: (name: string) => process.argv.includes(`--${name}`) || valueOf(name) !== undefined,
});

/** Only macOS has one. */
const dock = guard('app.dock', {
  setMenu: recorder('app.dock.setMenu'),
  hide: recorder('app.dock.hide'),
  show: () => {
    record('app.dock.show');
    return Promise.resolve();
  },
});

const events = [
  'ready',
  'activate',
  'window-all-closed',
  'before-quit',
  'will-quit',
  'quit',
  'second-instance',
  'open-file',
  'open-url',
  'browser-window-focus',
  'web-contents-created',
  'render-process-gone',
];

export class App extends Guarded {
  readonly isPackaged = installed !== undefined;
  readonly commandLine = commandLine;
  readonly dock = process.platform === 'darwin' ? dock : undefined;
  name = info.productName ?? info.name ?? 'Electron';
  readonly #ready = Promise.withResolvers<void>();
  readonly #instance = new SingleInstance((message) => {
    this.emit('second-instance', preventable(), message.argv, message.cwd, message.data);
  });
  readonly #paths = new Map<string, string>([
    ['home', homedir()],
    ['appData', process.env['XDG_CONFIG_HOME'] ?? home('.config')],
    ['temp', tmpdir()],
    ['exe', process.execPath],
    ['module', process.execPath],
    ...['Desktop', 'Documents', 'Downloads', 'Music', 'Pictures', 'Videos'].map((name) => [name.toLowerCase(), home(name)] as const),
  ]);
  #login: Record<string, unknown> = { openAtLogin: false };
  #isReady = false;
  #isQuitting = false;

  /** Called once, when the main file has started. */
  static becomeReady(app: App): void {
    app.#isReady = true;
    app.emit('ready', preventable(), {});
    app.#ready.resolve();
  }

  static isQuitting(app: App): boolean {
    return app.#isQuitting;
  }

  whenReady = (): Promise<void> => this.#ready.promise;
  isReady = (): boolean => this.#isReady;
  getName = (): string => this.name;
  setName = (name: string): void => void (this.name = name);
  getVersion = (): string => info.version ?? '0.0.0';
  getAppPath = (): string => appFolder;
  getLocale = (): string => 'en-US';
  focus = recorder('app.focus');
  hide = recorder('app.hide');
  show = recorder('app.show');
  relaunch = recorder('app.relaunch');
  setAppUserModelId = recorder('app.setAppUserModelId');
  addRecentDocument = recorder('app.addRecentDocument');
  clearRecentDocuments = recorder('app.clearRecentDocuments');

  getPath(name: string): string {
    if (name === 'userData') return this.#userData();
    if (name === 'sessionData') return this.#paths.get('sessionData') ?? this.#userData();
    if (name === 'logs') return this.#paths.get('logs') ?? join(this.#userData(), 'logs');
    const path = this.#paths.get(name);
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }

  setBadgeCount(count = 0): boolean {
    record('app.setBadgeCount', count);
    return true;
  }

  setUserTasks(tasks: readonly object[]): boolean {
    record('app.setUserTasks', tasks);
    return true;
  }

  setLoginItemSettings(settings: Readonly<Record<string, unknown>>): void {
    record('app.setLoginItemSettings', settings);
    this.#login = { ...this.#login, ...settings };
  }

  getLoginItemSettings(): Record<string, unknown> {
    return { ...this.#login, executableWillLaunchAtLogin: this.#login['openAtLogin'], launchItems: [], wasOpenedAtLogin: false };
  }

  setAsDefaultProtocolClient(protocol: string, ...rest: readonly unknown[]): boolean {
    record('app.setAsDefaultProtocolClient', protocol, ...rest);
    return true;
  }

  requestSingleInstanceLock(data: object = {}): boolean {
    return this.#instance.take(this.#userData(), data);
  }

  releaseSingleInstanceLock(): void {
    this.#instance.release();
  }

  /** As Electron does: windows may prevent that they are closed, and listeners may stop it before and after. */
  quit(): void {
    if (this.#isQuitting) return;
    const before = preventable();
    this.emit('before-quit', before);
    if (!before.defaultPrevented) void this.#closeAll();
  }

  exit(code = 0): void {
    this.#isQuitting = true;
    this.emit('quit', preventable(), code);
    void this.#end(code);
  }

  async #closeAll(): Promise<void> {
    this.#isQuitting = true;
    for (const entry of hosted.slice()) {
      entry.window.close();
      if (!entry.isClosing && !entry.window.isDestroyed()) {
        this.#isQuitting = false;
        return;
      }
    }
    await Promise.all(hosted.map(({ gone }) => gone.promise));
    const will = preventable();
    this.emit('will-quit', will);
    if (will.defaultPrevented) {
      this.#isQuitting = false;
      return;
    }
    this.emit('quit', preventable(), 0);
    await this.#end(0);
  }

  async #end(code: number): Promise<void> {
    this.releaseSingleInstanceLock();
    await closeContext();
    process.exit(code);
  }

  #userData(): string {
    const folder = this.#paths.get('userData') ?? valueOf('user-data-dir') ?? mkdtempSync(join(tmpdir(), 'electron-stand-in-'));
    this.#paths.set('userData', folder);
    mkdirSync(folder, { recursive: true });
    return folder;
  }
}

export const app = new App('app', events);
export const resourcesFolder = installed ?? join(appFolder, 'resources');
export const becomeReady = (): void => App.becomeReady(app);
export const isQuitting = (): boolean => App.isQuitting(app);

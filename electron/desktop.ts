// The application with its window: builds the parts of the shell around the engine.
import { app } from 'electron';
import { createEngine, type Engine, type ServerSettings } from '../engine/index.ts';
import { BackupDesk, finishRestore } from './backups.ts';
import { serveCommands, type Commands } from './commands.ts';
import { linkScheme } from './deep-link.ts';
import { engineSettingsOf, logFileIn } from './engine-settings.ts';
import { askAfterFailure } from './failure.ts';
import { serveFiles } from './files.ts';
import type { Flags } from './flags.ts';
import { serveRequests } from './ipc.ts';
import { listenOrAsk } from './listening.ts';
import { followLoginSetting, wasOpenedAtLogin } from './login.ts';
import { openMenus } from './menu/menu.ts';
import { followExecutions } from './notifications.ts';
import { createOpener, type Opener } from './opening.ts';
import { declarePages, servePages } from './pages.ts';
import { rendererFolder } from './places.ts';
import { followSleep, pausesOnBattery, staysAwake } from './power.ts';
import { servePush } from './push.ts';
import { quitInOrder, restartNormally, type Quitting } from './quitting.ts';
import { denyPermissions, guardPages } from './security.ts';
import { followSwitches, followTheme, openSettings, switchesOf } from './settings.ts';
import { listenForOpened, isOnlyInstance, openHandedOver } from './single-instance.ts';
import { noticeTray, openTray } from './tray.ts';
import { ShellState } from './shell-state.ts';
import { ComputerDesk } from './this-computer.ts';
import { Updates } from './updates.ts';
import { MainWindow } from './windows/main-window.ts';

export async function runDesktop(flags: Flags): Promise<void> {
  if (!isOnlyInstance(flags.opened)) return app.exit(0);
  const openReceived = listenForOpened();
  declarePages();
  guardPages();
  const notifyRestored = finishRestore(flags.dataDir);
  const desktop = new Desktop(flags);
  const hasStarted = desktop.startEngine();
  await app.whenReady();
  denyPermissions();
  const { opening, opener } = desktop.openWindow();
  serveFiles(opener);
  openHandedOver(opener);
  openReceived(opener);
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  if (flags.opened.length > 0) opener.open(flags.opened, process.cwd());
  try {
    await opening;
    notifyRestored();
    if (await hasStarted) await desktop.listen();
  } catch (error) {
    // Quitting interrupts the start.
    if (!desktop.isQuitting) throw error;
  }
}

class Desktop {
  readonly #flags: Flags;
  readonly #settings = openSettings();
  readonly #engineSettings: ServerSettings;
  readonly #engine: Engine;
  readonly #shell: ShellState;
  readonly #updates: Updates;
  readonly #computer: ComputerDesk;
  readonly #quitting: Quitting;
  readonly #closers: (() => void)[] = [];
  readonly #logs = app.getPath('logs');

  constructor(flags: Flags) {
    const settings = this.#settings;
    const engineSettings = engineSettingsOf(settings, flags);
    this.#flags = flags;
    this.#engineSettings = engineSettings;
    // It listens once it is ready, so that a port in use does not keep it from starting.
    this.#engine = createEngine({
      dataDir: flags.dataDir,
      settings: engineSettings,
      listen: 'nowhere',
      logFile: logFileIn(this.#logs),
      asksForConsent: true,
      arePaused: settings.get('pausesOnBattery'),
    });
    const isSafeMode = engineSettings.safeMode;
    this.#shell = new ShellState({
      update: { type: 'unknown' },
      theme: settings.get('theme'),
      isSafeMode,
      isPaused: false,
      isInstalled: app.isPackaged,
      lacksPort: false,
      switches: switchesOf(settings),
    });
    this.#updates = new Updates({ isSafeMode, onState: (update) => this.#shell.change({ update }) });
    this.#computer = new ComputerDesk(this.#engine, settings, () => this.#shell.change({ lacksPort: false }));
    this.#closers.push(() => this.#updates.close());
    this.#quitting = quitInOrder({
      stop: () => this.#engine.stop(),
      end: () => {
        this.#closers.toReversed().forEach((close) => close());
        this.#updates.end();
      },
      onCanceled: () => this.#updates.postpone(),
    });
  }

  get isQuitting(): boolean {
    return this.#quitting.hasStarted;
  }

  /** Starts the engine, and serves what pages request of it. Resolves with whether it has started. */
  startEngine(): Promise<boolean> {
    const hasStarted = reportFailures(this.#engine, this.#engine.start(), { dataDir: this.#flags.dataDir, logs: this.#logs });
    followSwitches(this.#settings, this.#shell);
    this.#shell.serve({
      checkForUpdate: () => this.#updates.check(),
      downloadUpdate: () => this.#updates.download(),
      installUpdate: () => this.#updates.install(),
      postponeUpdate: () => this.#updates.postpone(),
      leaveSafeMode: restartNormally,
    });
    serveRequests(this.#engine);
    servePush(this.#engine);
    new BackupDesk(this.#engine, this.#flags.dataDir).serve();
    return hasStarted;
  }

  /** Opens the main window. `opening` is settled when its page is loaded. */
  openWindow(): { readonly opening: Promise<void>; readonly opener: Opener } {
    const settings = this.#settings;
    servePages(rendererFolder, this.#engine);
    const window = new MainWindow({ settings, quitting: this.#quitting, onHidden: () => noticeTray(settings, () => window.show()) });
    const show = (): void => window.show();
    const commands = serveCommands(() => window.contents);
    this.#closers.push(this.#followExecutions(window, commands), openTray(show));
    this.#followSystem();
    openMenus(commands, settings, show);
    app.on('activate', show);
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin') app.quit();
    });
    return { opening: window.open(!this.#flags.isHidden && !wasOpenedAtLogin()), opener: createOpener(commands, show) };
  }

  /** Notifies the user of executions, and keeps the computer awake during them. Returns a function that ends this. */
  #followExecutions(window: MainWindow, commands: Commands): () => void {
    const executions = followExecutions(this.#engine, {
      onOpen: (id) => {
        window.show();
        commands.send({ type: 'show', path: `/execution/${id}` });
      },
      onFailures: (count) => window.showFailures(count),
    });
    app.on('browser-window-focus', () => executions.seen());
    const stayAwake = staysAwake(this.#settings);
    const unsubscribe = this.#engine.onBusy((isBusy) => {
      stayAwake(isBusy);
      this.#updates.busy(isBusy);
    });
    return () => {
      unsubscribe();
      executions.close();
    };
  }

  #followSystem(): void {
    followSleep(this.#engine);
    const pause = pausesOnBattery(this.#settings, this.#engine, (isPaused) => this.#shell.change({ isPaused }));
    this.#shell.serve({ runOnBattery: () => pause.runAnyway() });
    this.#closers.push(() => pause.close());
    followTheme(this.#settings, this.#shell);
    followLoginSetting(this.#settings);
  }

  /** Lets the started engine listen, and checks for updates. */
  async listen(): Promise<void> {
    const { port: configuredPort, host: configuredHost } = this.#engineSettings;
    const host = await this.#computer.hostAtStart(configuredHost, this.#flags.settings.host !== undefined);
    const address = await listenOrAsk(this.#engine, { host, port: configuredPort });
    this.#computer.address = address;
    this.#shell.change({ lacksPort: address === undefined });
    if (address !== undefined && configuredPort !== 0 && address.port !== configuredPort) this.#settings.set('port', address.port);
    await this.#updates.start();
  }
}

/** Asks the user after a failure. Resolves with whether the engine has started. */
function reportFailures({ ended }: Engine, started: Promise<unknown>, paths: Parameters<typeof askAfterFailure>[2]): Promise<boolean> {
  let when: 'start' | 'stopped' = 'start';
  ended.catch((error: unknown) => void askAfterFailure(error, when, paths));
  return started.then(
    () => {
      when = 'stopped';
      return true;
    },
    () => false,
  );
}

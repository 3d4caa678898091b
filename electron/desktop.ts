// The application with its window: builds the parts of the shell around the engine.
import { app } from 'electron';
import { createEngine, type Engine } from '../engine/index.ts';
import { BackupDesk, finishRestore } from './backups.ts';
import { serveCommands } from './commands.ts';
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
import { createOpener } from './opening.ts';
import { declarePages, servePages } from './pages.ts';
import { rendererFolder } from './places.ts';
import { followSleep, pausesOnBattery, staysAwake } from './power.ts';
import { servePush } from './push.ts';
import { quitInOrder, restartNormally } from './quitting.ts';
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
  const { dataDir } = flags;
  const notifyRestored = finishRestore(dataDir);
  const logs = app.getPath('logs');
  const settings = openSettings();
  const engineSettings = engineSettingsOf(settings, flags);
  // It listens once it is ready, so that a port in use does not keep it from starting.
  const engine = createEngine({
    dataDir,
    settings: engineSettings,
    listen: 'nowhere',
    logFile: logFileIn(logs),
    asksForConsent: true,
    arePaused: settings.get('pausesOnBattery'),
  });
  const closers: (() => void)[] = [];
  const isSafeMode = engineSettings.safeMode;
  const shell = new ShellState({
    update: { type: 'unknown' },
    theme: settings.get('theme'),
    isSafeMode,
    isPaused: false,
    isInstalled: app.isPackaged,
    lacksPort: false,
    switches: switchesOf(settings),
  });
  followSwitches(settings, shell);
  const updates = new Updates({ isSafeMode, onState: (update) => shell.change({ update }) });
  shell.serve({
    checkForUpdate: () => updates.check(),
    downloadUpdate: () => updates.download(),
    installUpdate: () => updates.install(),
    postponeUpdate: () => updates.postpone(),
    leaveSafeMode: restartNormally,
  });
  closers.push(() => updates.close());
  const quitting = quitInOrder({
    stop: () => engine.stop(),
    end: () => {
      closers.toReversed().forEach((close) => close());
      updates.end();
    },
    onCanceled: () => updates.postpone(),
  });
  const started = engine.start();
  const hasStarted = reportFailures(engine, started, { dataDir, logs });
  serveRequests(engine);
  const computer = new ComputerDesk(engine, settings, () => shell.change({ lacksPort: false }));
  servePush(engine);
  new BackupDesk(engine, dataDir).serve();
  await app.whenReady();
  denyPermissions();
  servePages(rendererFolder, engine);
  const window = new MainWindow({ settings, quitting, onHidden: () => noticeTray(settings, () => window.show()) });
  const show = (): void => window.show();
  const commands = serveCommands(() => window.contents);
  const executions = followExecutions(engine, {
    onOpen: (id) => {
      show();
      commands.send({ type: 'show', path: `/execution/${id}` });
    },
    onFailures: (count) => window.showFailures(count),
  });
  const stayAwake = staysAwake(settings);
  const endBusy = engine.onBusy((isBusy) => {
    stayAwake(isBusy);
    updates.busy(isBusy);
  });
  closers.push(() => executions.close(), endBusy, openTray(show));
  app.on('browser-window-focus', () => executions.seen());
  followSleep(engine);
  const pause = pausesOnBattery(settings, engine, (isPaused) => shell.change({ isPaused }));
  shell.serve({ runOnBattery: () => pause.runAnyway() });
  closers.push(() => pause.close());
  followTheme(settings, shell);
  followLoginSetting(settings);
  openMenus(commands, settings, show);
  app.on('activate', show);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  const opening = window.open(!flags.isHidden && !wasOpenedAtLogin());
  const opener = createOpener(commands, show);
  serveFiles(opener);
  openHandedOver(opener);
  openReceived(opener);
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  if (flags.opened.length > 0) opener.open(flags.opened, process.cwd());
  const finishStart = async (): Promise<void> => {
    await opening;
    notifyRestored();
    if (!(await hasStarted)) return;
    const { port: configuredPort } = engineSettings;
    const host = await computer.hostAtStart(engineSettings.host, flags.settings.host !== undefined);
    const address = await listenOrAsk(engine, { host, port: configuredPort });
    computer.address = address;
    shell.change({ lacksPort: address === undefined });
    if (address !== undefined && configuredPort !== 0 && address.port !== configuredPort) settings.set('port', address.port);
    await updates.start();
  };
  await finishStart().catch((error: unknown) => {
    // Quitting interrupts the start.
    if (!quitting.hasStarted) throw error;
  });
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

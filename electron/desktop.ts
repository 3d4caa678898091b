// The application with its window: builds the parts of the shell around the engine.
import { app } from 'electron';
import { createEngine, readSettings, type Engine } from '../engine/index.ts';
import { launchUtility } from './code-processes.ts';
import { askAfterFailure } from './failure.ts';
import type { Flags } from './flags.ts';
import { serveRequests } from './ipc.ts';
import { listenOrAsk } from './listening.ts';
import { logFileIn } from './logs.ts';
import { declarePages, servePages } from './pages.ts';
import { rendererFolder } from './places.ts';
import { servePush } from './push.ts';
import { quitInOrder } from './quitting.ts';
import { denyPermissions, guardPages } from './security.ts';
import { openSettings } from './settings.ts';
import { noticeTray, openTray } from './tray.ts';
import { ComputerDesk } from './this-computer.ts';
import { MainWindow } from './windows/main-window.ts';

export async function runDesktop(flags: Flags): Promise<void> {
  declarePages();
  guardPages();
  const { dataDir } = flags;
  const logs = app.getPath('logs');
  const settings = openSettings();
  const port = settings.get('port');
  const remembered = { ...(port === undefined ? {} : { port }), ...(settings.get('isOnLan') ? { host: '0.0.0.0' } : {}) };
  const engineSettings = readSettings(process.env, { ...remembered, ...flags.settings });
  // It listens once it is ready, so that a port in use does not keep it from starting.
  const engine = createEngine({ dataDir, settings: engineSettings, listen: 'nowhere', logFile: logFileIn(logs), launch: launchUtility });
  const closers: (() => void)[] = [];
  const quitting = quitInOrder(
    () => engine.stop(),
    () => closers.toReversed().forEach((close) => close()),
  );
  const started = engine.start();
  reportFailures(engine, started, { dataDir, logs });
  serveRequests(engine);
  const computer = new ComputerDesk(engine, settings);
  servePush(engine);
  await app.whenReady();
  denyPermissions();
  servePages(rendererFolder, engine);
  const window = new MainWindow({ settings, quitting, onHidden: () => noticeTray(settings) });
  closers.push(openTray(() => window.show()));
  app.on('activate', () => window.show());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  await window.open(!flags.isHidden);
  await started;
  const { host, port: wanted } = engineSettings;
  const address = await listenOrAsk(engine, { host, port: wanted });
  computer.address = address;
  if (address !== undefined && wanted !== 0 && address.port !== wanted) settings.set('port', address.port);
}

/** A failure after the start is told in other words. */
function reportFailures({ ended }: Engine, started: Promise<unknown>, places: Parameters<typeof askAfterFailure>[2]): void {
  let when: 'start' | 'stopped' = 'start';
  started.then(
    () => (when = 'stopped'),
    () => undefined,
  );
  ended.catch((error: unknown) => void askAfterFailure(error, when, places));
}

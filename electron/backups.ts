// Backups from the menu: native dialogs for files, and a restore in a process of its own, whose result takes the place of the data at the next start.
import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, shell, utilityProcess, type WebContents } from 'electron';
import { channels, type BackupOutcome, type RestoreOutcome } from '../engine/contract/desktop.ts';
import { confirmStage, previousDataName, ownSettings, stageOf, takeOverRestored, type EngineGateway } from '../engine/index.ts';
import { reasonOf } from './failure.ts';
import { restoreFile } from './places.ts';
import { restart } from './quitting.ts';
import type { RestoreResult, RestoreCall } from './restore-process.ts';
import { text } from './text.ts';
import { assertOwnSender } from './trust.ts';

/** Maximum length of a passphrase. */
const LONGEST = 1000;

const filters = [
  { name: text('backup.files'), extensions: ['backup'] },
  { name: text('backup.allFiles'), extensions: ['*'] },
];

export class BackupDesk {
  readonly #engine: Pick<EngineGateway, 'backup'>;
  readonly #dataDir: string;
  /** Path of the backup that the user has chosen. */
  #chosen: string | undefined;
  #isRestoring = false;

  constructor(engine: Pick<EngineGateway, 'backup'>, dataDir: string) {
    this.#engine = engine;
    this.#dataDir = dataDir;
  }

  serve(): void {
    ipcMain.handle(channels.backUp, (event, passphrase: unknown) => {
      assertOwnSender(event.senderFrame);
      return this.#backUp(event.sender, passphrase === null ? undefined : checked(passphrase));
    });
    ipcMain.handle(channels.chooseBackup, (event) => {
      assertOwnSender(event.senderFrame);
      return this.#choose(event.sender);
    });
    ipcMain.handle(channels.restore, (event, passphrase: unknown) => {
      assertOwnSender(event.senderFrame);
      return this.#restore(event.sender, checked(passphrase));
    });
  }

  async #backUp(sender: WebContents, passphrase: string | undefined): Promise<BackupOutcome> {
    const name = `millrace-${new Date().toISOString().slice(0, 10)}.backup`;
    const options = { defaultPath: join(app.getPath('documents'), name), filters };
    const { canceled, filePath } = await dialog.showSaveDialog(windowOf(sender), options);
    if (canceled || filePath === '') return { type: 'canceled' };
    try {
      return { type: 'done', report: await this.#engine.backup(filePath, passphrase) };
    } catch (error) {
      return { type: 'failed', message: reasonOf(error) };
    }
  }

  async #choose(sender: WebContents): Promise<string | null> {
    const { filePaths } = await dialog.showOpenDialog(windowOf(sender), { properties: ['openFile'], filters });
    const [path] = filePaths;
    if (path === undefined) return null;
    this.#chosen = path;
    return basename(path);
  }

  async #restore(sender: WebContents, passphrase: string): Promise<RestoreOutcome> {
    const file = this.#chosen;
    if (file === undefined || this.#isRestoring) return { type: 'canceled' };
    this.#isRestoring = true;
    const stage = stageOf(this.#dataDir, new Date());
    try {
      const restoreResult = await restored({ file, folder: stage, passphrase, settings: ownSettings({ keyStore: 'file' }) });
      if (restoreResult.type === 'failed') return { type: 'failed', message: reasonOf(restoreResult) };
      if (!(await isConfirmed(sender, restoreResult, previousDataName(stage)))) return { type: 'canceled' };
      confirmStage(stage);
      restart();
      return { type: 'restarting' };
    } finally {
      this.#isRestoring = false;
      if (existsSync(stage)) rmSync(stage, { recursive: true, force: true });
    }
  }
}

/**
 * Puts a restored backup in its place. Call it before the engine starts. Returns a function that tells the user, to be called when the window is
 * open. Throws if the engine must not start.
 */
export function finishRestore(dataDir: string): () => void {
  const result = takeOverRestored(dataDir);
  if (result === undefined) return () => undefined;
  if ('failure' in result) return () => dialog.showErrorBox(text('restore.failed'), reasonOf(result.failure));
  return () => void notifyRestored(result.previousData);
}

async function notifyRestored(previousData: string): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message: text('restore.done'),
    detail: text('restore.kept', { folder: basename(previousData) }),
    buttons: [text('restore.ok'), text('restore.showFolder')],
    defaultId: 0,
    cancelId: 0,
  });
  if (response === 1) await shell.openPath(previousData);
}

/** Restores a backup in a process of its own. */
function restored(call: RestoreCall): Promise<RestoreResult> {
  const child = utilityProcess.fork(restoreFile, [], { stdio: 'ignore', serviceName: 'Millrace Restore' });
  const { promise, resolve } = Promise.withResolvers<RestoreResult>();
  child.once('message', (restoreResult: RestoreResult) => {
    resolve(restoreResult);
    child.kill();
  });
  child.once('exit', () => resolve({ type: 'failed', message: text('restore.ended') }));
  child.postMessage(call);
  return promise;
}

async function isConfirmed(
  sender: WebContents,
  { report }: Extract<RestoreResult, { type: 'restored' }>,
  folder: string,
): Promise<boolean> {
  const { createdAt, workflows, executions, credentials, isVaultOpen, packages } = report;
  const date = new Date(createdAt).toLocaleString(app.getLocale());
  const locked = credentials > 0 && !isVaultOpen ? [text('restore.locked')] : [];
  const packageNames = packages.map(({ name, version }) => `${name} ${version}`).join(', ');
  const lacking = packageNames === '' ? [] : [text('restore.packages', { packages: packageNames })];
  const { response } = await dialog.showMessageBox(windowOf(sender), {
    type: 'question',
    message: text('restore.question', { date }),
    detail: [
      text('restore.contents', { workflows, executions, credentials }),
      ...locked,
      ...lacking,
      text('restore.replaces', { folder }),
    ].join('\n\n'),
    buttons: [text('restore.replace'), text('restore.discard')],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}

function windowOf(sender: WebContents): BrowserWindow {
  const window = BrowserWindow.fromWebContents(sender);
  if (window === null) throw new Error('The call was refused, because its window is closed.');
  return window;
}

function checked(passphrase: unknown): string {
  if (typeof passphrase === 'string' && passphrase.length <= LONGEST) return passphrase;
  throw new Error('The call was refused, because it has no passphrase.');
}

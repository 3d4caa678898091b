// Updates of the installed application: checked for regularly, downloaded when the user asks, and installed when the application quits.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { AppUpdater, UpdateInfo } from 'electron-updater';
import type { AppUpdate, UpdateFailure, UpdateState } from '../engine/contract/desktop.ts';
import { withOwnSecrets } from '../engine/index.ts';
import { systemReasonOf } from './system-errors.ts';

/** Milliseconds between two checks. */
const CHECK_EVERY = 6 * 60 * 60 * 1000;

export interface UpdatePorts {
  readonly isSafeMode: boolean;
  readonly onState: (state: UpdateState) => void;
}

export class Updates {
  readonly #ports: UpdatePorts;
  #updater: AppUpdater | undefined;
  #state: UpdateState = { type: 'unknown' };
  #step: 'check' | 'download' | 'install' = 'check';
  #isBusy = false;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the application quits in order to be updated, and starts again afterwards. */
  #restarts = false;

  constructor(ports: UpdatePorts) {
    this.#ports = ports;
  }

  /** Looks for an update now and regularly. */
  async start(): Promise<void> {
    if (this.#ports.isSafeMode) return this.#show({ type: 'off', reason: 'safeMode' });
    // Packages contain this file, which names the server.
    if (!app.isPackaged || !existsSync(join(process.resourcesPath, 'app-update.yml')))
      return this.#show({ type: 'off', reason: 'notInstalled' });
    const { autoUpdater } = (await import('electron-updater')).default;
    autoUpdater.logger = null;
    if (!autoUpdater.isUpdaterActive()) return this.#show({ type: 'off', reason: 'notInstalled' });
    this.#updater = follow(autoUpdater, {
      show: (state) => this.#show(state),
      fail: (error) => this.#fail(error),
    });
    this.#timer = setInterval(() => void this.check(), CHECK_EVERY);
    await this.check();
  }

  async check(): Promise<void> {
    if (this.#updater === undefined || !['unknown', 'none', 'available', 'failed'].includes(this.#state.type)) return;
    this.#step = 'check';
    // Failures are events too.
    await this.#updater.checkForUpdates().catch(() => undefined);
  }

  async download(): Promise<void> {
    if (this.#state.type !== 'available' && !(this.#state.type === 'failed' && this.#state.step === 'download')) return;
    this.#step = 'download';
    await this.#updater?.downloadUpdate().catch(() => undefined);
  }

  /** Restarts with the new version as soon as no workflow runs. */
  install(): void {
    if (this.#state.type !== 'ready') return;
    this.#show({ ...this.#state, isWaiting: true });
    this.#restartIfIdle();
  }

  /** The update is installed when the user quits. */
  postpone(): void {
    this.#restarts = false;
    if (this.#state.type === 'ready') this.#show({ ...this.#state, isWaiting: false });
  }

  /** Must be called when workflows begin to run, and when none runs anymore. */
  busy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.#restartIfIdle();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Ends the program, whose windows are closed and whose engine has stopped. A downloaded update is installed. */
  end(): void {
    if (!this.#restarts || this.#updater === undefined) return app.quit();
    this.#step = 'install';
    // The new version starts while this one ends.
    app.releaseSingleInstanceLock();
    this.#updater.once('error', () => app.quit());
    const updater = this.#updater;
    withOwnSecrets(() => updater.quitAndInstall(true, true));
  }

  #restartIfIdle(): void {
    if (this.#state.type !== 'ready' || !this.#state.isWaiting || this.#isBusy || this.#restarts) return;
    this.#restarts = true;
    app.quit();
  }

  #show(state: UpdateState): void {
    this.#state = state;
    this.#ports.onState(state);
  }

  #fail(error: Error): void {
    const [first = ''] = error.message.split('\n');
    const message = systemReasonOf(error) ?? first;
    this.#show({ type: 'failed', step: this.#step, reason: reasonOf(error), message });
  }
}

interface Followers {
  readonly show: (state: UpdateState) => void;
  readonly fail: (error: Error) => void;
}

function follow(updater: AppUpdater, { show, fail }: Followers): AppUpdater {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = true;
  let update: AppUpdate = { version: '' };
  updater.on('checking-for-update', () => show({ type: 'checking' }));
  updater.on('update-not-available', () => show({ type: 'none' }));
  updater.on('update-available', (info) => {
    update = updateOf(info);
    show({ type: 'available', update });
  });
  updater.on('download-progress', ({ percent }) => show({ type: 'downloading', update, percent: Math.floor(percent) }));
  updater.on('update-downloaded', () => show({ type: 'ready', update, isWaiting: false }));
  updater.on('error', fail);
  return updater;
}

function updateOf({ version, releaseDate, releaseNotes }: UpdateInfo): AppUpdate {
  const notes = typeof releaseNotes === 'string' ? releaseNotes : releaseNotes?.map(({ note }) => note ?? '').join('\n\n');
  return {
    version,
    ...(typeof releaseDate === 'string' ? { releasedAt: releaseDate } : {}),
    ...(notes === undefined || notes.trim() === '' ? {} : { notes: notes.trim() }),
  };
}

const reasons: Readonly<Record<string, UpdateFailure>> = {
  ERR_CHECKSUM_MISMATCH: 'checksum',
  ERR_UPDATER_INVALID_SIGNATURE: 'signature',
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: 'notPublished',
};
/** Codes of Node and messages of Chromium. */
const network =
  /\b(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b|net::ERR_(?:INTERNET|NAME|CONNECTION|NETWORK|TIMED|ADDRESS|PROXY)/;

function reasonOf(error: Error): UpdateFailure {
  const { code = '' } = error as { readonly code?: string };
  return reasons[code] ?? (network.test(`${code} ${error.message}`) ? 'unreachable' : 'other');
}

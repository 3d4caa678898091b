// The order of quitting: windows close, then runs finish or are parked, then the program ends. Quitting a second time ends it immediately.
import { spawn } from 'node:child_process';
import { app } from 'electron';
import { withOwnSecrets } from '../engine/index.ts';
import { flagsForRestart, splitArguments } from './flags.ts';

export interface Quitting {
  /** Whether windows close for good, and not to the tray. */
  readonly hasStarted: boolean;
  /** Called if a window stays open, for example because of unsaved changes. */
  cancel(): void;
}

export interface QuittingPorts {
  /** Finishes or parks runs. */
  readonly stop: () => Promise<void>;
  /** Releases everything else, and ends the program. */
  readonly end: () => void;
  /** Called if a window stays open. */
  readonly onCanceled?: () => void;
}

export function quitInOrder({ stop, end, onCanceled }: QuittingPorts): Quitting {
  let phase: 'running' | 'closing' | 'stopping' | 'stopped' = 'running';
  app.on('before-quit', (event) => {
    if (phase === 'running') phase = 'closing';
    if (phase !== 'stopping') return;
    event.preventDefault();
    phase = 'stopped';
    app.exit(1);
  });
  app.on('will-quit', (event) => {
    if (phase === 'stopped') return;
    event.preventDefault();
    if (phase === 'stopping') return;
    phase = 'stopping';
    void stop()
      .catch(() => undefined)
      .then(() => {
        if (phase === 'stopped') return;
        phase = 'stopped';
        if (restartFlags !== undefined) startAgain(restartFlags);
        end();
      });
  });
  return {
    get hasStarted() {
      return phase !== 'running';
    },
    cancel: () => {
      restartFlags = undefined;
      if (phase !== 'closing') return;
      phase = 'running';
      onCanceled?.();
    },
  };
}

const SAFE_MODE = '--safe-mode';

/** Flags of the restart; undefined if the application only quits. A window that stays open cancels the restart as well. */
let restartFlags: readonly string[] | undefined;

/** Quits the application and restarts it with the same flags, except for the files and links it was started with. */
export const restart = (): void => restartWith([...ordinaryFlags(), ...(isSafe() ? [SAFE_MODE] : [])]);

export const restartSafely = (): void => restartWith([...ordinaryFlags(), SAFE_MODE]);

/** Leaves safe mode. */
export function restartNormally(): void {
  // The new process inherits the environment.
  delete process.env['MILLRACE_SAFE_MODE'];
  restartWith(ordinaryFlags());
}

const ownArguments = (): ReturnType<typeof splitArguments> => splitArguments(process.argv.slice(1), app.isPackaged);
const ordinaryFlags = (): readonly string[] => flagsForRestart(ownArguments().own);
const isSafe = (): boolean => ownArguments().own.includes(SAFE_MODE);

function restartWith(flags: readonly string[]): void {
  restartFlags = flags;
  app.quit();
}

/** Starts the new instance. This one's engine must have stopped. */
function startAgain(flags: readonly string[]): void {
  const image = app.isPackaged ? process.env['APPIMAGE'] : undefined;
  if (image === undefined) {
    withOwnSecrets(() => app.relaunch({ args: [...ownArguments().electron, ...flags] }));
    return;
  }
  // Electron starts the next program from the image's mount, which is gone when this program has ended.
  app.releaseSingleInstanceLock();
  withOwnSecrets(() =>
    spawn(image, flags, { detached: true, stdio: 'ignore' })
      .on('error', () => undefined)
      .unref(),
  );
}

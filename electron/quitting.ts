// The order of quitting: windows close, then runs finish or are parked, then the program ends. Quitting a second time ends it immediately.
import { app } from 'electron';
import { withOwnSecrets } from '../engine/index.ts';

export interface Quitting {
  /** Whether windows close for good, and not to the tray. */
  readonly hasBegun: boolean;
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
        end();
      });
  });
  return {
    get hasBegun() {
      return phase !== 'running';
    },
    cancel: () => {
      if (phase !== 'closing') return;
      phase = 'running';
      onCanceled?.();
    },
  };
}

const SAFE_MODE = '--safe-mode';

/** Quits in order and starts again with the same flags. */
export const restart = (): void => restartWith(process.argv.slice(1));

export const restartSafely = (): void => restartWith([...ordinaryFlags(), SAFE_MODE]);

/** Leaves safe mode. */
export function restartNormally(): void {
  // The new process inherits the environment.
  delete process.env['MILLRACE_SAFE_MODE'];
  restartWith(ordinaryFlags());
}

const ordinaryFlags = (): readonly string[] => process.argv.slice(1).filter((flag) => flag !== SAFE_MODE);

function restartWith(args: readonly string[]): void {
  withOwnSecrets(() => app.relaunch({ args: [...args] }));
  app.quit();
}

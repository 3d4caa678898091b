// Sleep and wakefulness: triggers are scheduled again after sleep, and the computer stays awake while workflows run.
import { powerMonitor, powerSaveBlocker } from 'electron';
import type { EngineDoor } from '../engine/index.ts';
import type { Settings } from './settings.ts';

/** Schedules triggers and waiting executions again after the computer slept. */
export function followSleep(engine: Pick<EngineDoor, 'resume'>): void {
  powerMonitor.on('resume', () => void engine.resume().catch(() => undefined));
}

/** Returns a function to call when workflows begin to run, and when none runs anymore. */
export function staysAwake(settings: Settings): (isBusy: boolean) => void {
  let isBusy = false;
  let blocker: number | undefined;
  const apply = (): void => {
    const isNeeded = isBusy && settings.get('keepsAwake');
    if (isNeeded && blocker === undefined) blocker = powerSaveBlocker.start('prevent-app-suspension');
    else if (!isNeeded && blocker !== undefined) {
      powerSaveBlocker.stop(blocker);
      blocker = undefined;
    }
  };
  settings.onChange('keepsAwake', apply);
  return (busy) => {
    isBusy = busy;
    apply();
  };
}

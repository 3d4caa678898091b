// Sleep and wakefulness: triggers are scheduled again after sleep, and the computer stays awake while workflows run.
import { powerMonitor, powerSaveBlocker } from 'electron';
import type { EngineGateway } from '../engine/index.ts';
import { isOnBattery } from './power-supply.ts';
import type { Settings } from './settings.ts';

/** Schedules triggers and waiting executions again after the computer slept. */
export function followSleep(engine: Pick<EngineGateway, 'resume'>): void {
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

/** Milliseconds between two looks at the power supply, whose changes Linux does not report. */
const LOOK_EVERY = 30_000;

export interface BatteryPause {
  /** Lets schedules run until the power supply changes. */
  runAnyway(): void;
  close(): void;
}

/**
 * Pauses schedules and polls while the computer runs on battery, if the user wants it. Call it when the application is ready. `onState` is called
 * with whether they are paused.
 */
export function pausesOnBattery(
  settings: Settings,
  engine: Pick<EngineGateway, 'pauseSchedules'>,
  onState: (isPaused: boolean) => void,
): BatteryPause {
  let isOnBattery = runsOnBattery();
  let runsAnyway = false;
  const apply = (): void => {
    const isPaused = isOnBattery && !runsAnyway && settings.get('pausesOnBattery');
    onState(isPaused);
    engine.pauseSchedules(isPaused).catch(() => undefined);
  };
  const look = (): void => {
    const isNow = runsOnBattery();
    if (isNow === isOnBattery) return;
    isOnBattery = isNow;
    runsAnyway = false;
    apply();
  };
  powerMonitor.on('on-battery', look);
  powerMonitor.on('on-ac', look);
  powerMonitor.on('resume', look);
  const timer = setInterval(look, LOOK_EVERY);
  settings.onChange('pausesOnBattery', apply);
  // If the setting is on, the engine starts paused, because the power supply is not known before.
  apply();
  return {
    runAnyway: () => {
      runsAnyway = true;
      apply();
    },
    close: () => clearInterval(timer),
  };
}

/** Electron knows the power supply on Windows and macOS only. */
const runsOnBattery = (): boolean => powerMonitor.isOnBatteryPower() || (process.platform === 'linux' && isOnBattery());

// The modules `powerMonitor` and `powerSaveBlocker`. Tests emit the monitor's events.
import { Guarded, guard, record } from './record.ts';

export class PowerMonitor extends Guarded {
  /** Tests set it. */
  onBatteryPower = false;

  isOnBatteryPower(): boolean {
    return this.onBatteryPower;
  }
}

export const powerMonitor = new PowerMonitor('powerMonitor', ['suspend', 'resume', 'on-ac', 'on-battery']);

const blockers = new Set<number>();
let last = -1;

export const powerSaveBlocker = guard('powerSaveBlocker', {
  start: (type: string) => {
    record('powerSaveBlocker.start', type);
    blockers.add(++last);
    return last;
  },
  stop: (id: number) => {
    record('powerSaveBlocker.stop', id);
    return blockers.delete(id);
  },
  isStarted: (id: number) => blockers.has(id),
});

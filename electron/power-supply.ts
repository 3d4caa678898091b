// Whether a Linux computer runs on battery, by the power supplies that the kernel lists (Documentation/ABI/testing/sysfs-class-power).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = '/sys/class/power_supply';

/** Types of supplies that feed the computer. A USB port is listed even if nothing is connected to it. */
const feeding: ReadonlySet<string> = new Set(['Mains', 'USB', 'Wireless']);

/** Whether a battery of the computer itself feeds it, and nothing else does. */
export function isOnBattery(folder = FOLDER): boolean {
  const supplies = namesIn(folder).map((name) => join(folder, name));
  const isFed = supplies.some((supply) => feeding.has(valueOf(supply, 'type')) && valueOf(supply, 'online') === '1');
  return !isFed && supplies.some(isDischarging);
}

function isDischarging(supply: string): boolean {
  // Mice and headsets have batteries too.
  const isOwn = valueOf(supply, 'scope') !== 'Device';
  return isOwn && valueOf(supply, 'type') === 'Battery' && valueOf(supply, 'status') === 'Discharging';
}

/** Returns an empty text for a value that the supply does not have. */
function valueOf(supply: string, name: string): string {
  try {
    return readFileSync(join(supply, name), 'utf8').trim();
  } catch {
    return '';
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

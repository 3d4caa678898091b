// Power supplies as Linux lists them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isOnBattery } from './power-supply.ts';

type Supply = Readonly<Record<string, string>>;

function folderWith(supplies: readonly Supply[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-power-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [index, values] of supplies.entries()) {
    mkdirSync(join(folder, `supply${index}`));
    for (const [name, value] of Object.entries(values)) writeFileSync(join(folder, `supply${index}`, name), `${value}\n`);
  }
  return folder;
}

const battery = (status: string): Supply => ({ type: 'Battery', status, scope: 'System' });
const mains = (online: string): Supply => ({ type: 'Mains', online });
const mouse = { type: 'Battery', status: 'Discharging', scope: 'Device' };

it.each<[string, readonly Supply[], boolean]>([
  ['a computer without supplies', [], false],
  ['a laptop without its adapter', [mains('0'), battery('Discharging')], true],
  ['a laptop with its adapter', [mains('1'), battery('Charging')], false],
  ['a laptop with its adapter, whose battery is drained by a heavy load', [mains('1'), battery('Discharging')], false],
  ['a laptop fed by one of two USB ports', [{ type: 'USB', online: '0' }, { type: 'USB', online: '1' }, battery('Full')], false],
  ['a battery without a scope', [{ type: 'Battery', status: 'Discharging' }], true],
  ['a desktop computer with a wireless mouse', [mouse], false],
])('%s', (_name, supplies, expected) => expect(isOnBattery(folderWith(supplies))).toBe(expected));

it('a system without the folder', () => expect(isOnBattery('/nowhere/power_supply')).toBe(false));

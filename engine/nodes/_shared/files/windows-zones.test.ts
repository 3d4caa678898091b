// Time zones of Windows: every one has a zone that Node knows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IANAZone } from 'luxon';
import { expect, it } from 'vitest';
import { ianaZoneOf } from './windows-zones.ts';

it.each([
  ['W. Europe Standard Time', 'Europe/Berlin'],
  ['(UTC-05:00) Eastern Time (US & Canada)', 'America/New_York'],
  ['(UTC-05:00) Eastern Time (US and Canada)', 'America/New_York'],
  ['(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna', 'Europe/Berlin'],
  ['Eastern Daylight Time', 'America/New_York'],
  ['Eastern', 'America/New_York'],
  ['UTC-11', 'Etc/GMT+11'],
  ['UTC+12', 'Etc/GMT-12'],
  ['__proto__', undefined],
  ['', undefined],
])('%s is %s', (name, zone) => {
  expect(ianaZoneOf(name)).toBe(zone);
});

it('every zone is known, by its id and by its shown name', () => {
  const source = readFileSync(join(import.meta.dirname, 'windows-zones.ts'), 'utf8');
  const rows = [...source.matchAll(/^([^'|\n]+)\|([^|\n]+)\|(\S+)$/gm)];
  expect(rows.length).toBeGreaterThan(135);
  for (const [, id = '', displayName = '', zone = ''] of rows) {
    expect(IANAZone.isValidZone(zone), zone).toBe(true);
    expect(ianaZoneOf(id), id).toBe(zone);
    expect(IANAZone.isValidZone(ianaZoneOf(`(UTC+00:00) ${displayName}`) ?? ''), displayName).toBe(true);
  }
});

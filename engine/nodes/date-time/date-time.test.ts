// Date & Time: both versions, and the format tokens of the first.
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.dateTime';
const berlin = { timezone: 'Europe/Berlin' };

describe('date & time 1', () => {
  it.each([
    ['in the usual format', { value: '2026-03-14T20:00:00Z' }, '03/14/2026'],
    ["in the workflow's zone", { value: '2026-03-14T23:30:00Z', toFormat: 'YYYY-MM-DD' }, '2026-03-15'],
    ['in another zone', { value: '2026-03-14T23:30:00Z', toFormat: 'YYYY-MM-DD', options: { toTimezone: 'UTC' } }, '2026-03-14'],
    [
      'from another zone',
      { value: '2026-03-14T23:30:00', custom: true, toFormat: 'HH:mm', options: { fromTimezone: 'America/New_York' } },
      '04:30',
    ],
    ['from a custom format', { value: '4.3.26', toFormat: 'YYYY-MM-DD', options: { fromFormat: 'DD.MM.YY' } }, '2026-03-04'],
    ['from an explicit timestamp', { value: '1000000', toFormat: 'x', options: { fromFormat: 'X' } }, '1000000000'],
    ['a timestamp in seconds', { value: '={{ 1773500400 }}', toFormat: 'X' }, '1773500400'],
    ['a timestamp in milliseconds, as text', { value: '1773500400123', custom: true, toFormat: 'HH:mm:ss.SSS' }, '16:00:00.123'],
    ['an empty value stays empty', { value: '={{ null }}' }, null],
    ['adds', { action: 'calculate', value: '2026-01-31T12:00:00Z', duration: 1, timeUnit: 'months' }, '2026-02-28T12:00:00.000Z'],
    [
      'subtracts',
      { action: 'calculate', value: '2026-01-31T12:00:00Z', operation: 'subtract', duration: 90, timeUnit: 'minutes' },
      '2026-01-31T10:30:00.000Z',
    ],
  ])('%s', async (_, parameters, expected) => {
    const { json, error } = await runNode({
      type,
      version: 1,
      parameters: { dataPropertyName: 'a.b', ...parameters },
      items: [{ kept: 1 }],
      settings: berlin,
    });
    expect(error).toBeUndefined();
    expect(json).toEqual([{ kept: 1, 'a.b': expected }]);
  });

  it.each([
    ['1.5 days', 1.5, 'days', '2026-03-03T12:00:00.000Z'],
    ['1.5 weeks', 1.5, 'weeks', '2026-03-12T12:00:00.000Z'],
    ['1.5 years', 1.5, 'years', '2027-09-01T12:00:00.000Z'],
    ['1.5 hours', 1.5, 'hours', '2026-03-01T13:30:00.000Z'],
  ])('adds %s, with integer days and months', async (_, duration, timeUnit, data) => {
    const parameters = { action: 'calculate', value: '2026-03-01T12:00:00Z', duration, timeUnit };
    const { json } = await runNode({ type, version: 1, parameters, settings: { timezone: 'UTC' } });
    expect(json).toEqual([{ data }]);
  });

  it('does not guess the meaning of digits when calculating', async () => {
    const { error } = await runNode({ type, version: 1, parameters: { action: 'calculate', value: '20260105', duration: 1 } });
    expect(error?.message).toBe('Unrecognized date input. Please specify a format in the "From Format" field.');
  });

  it.each([
    ['a value that is not a date', { value: 'soon' }, '"soon" is not a readable date'],
    ['an unknown zone', { value: '2026-01-01', options: { toTimezone: 'Mars/Base' } }, '"Mars/Base"'],
    ['an unknown unit', { action: 'calculate', value: '2026-01-01', timeUnit: 'moons' }, '"moons"'],
  ])('rejects %s', async (_, parameters, message) => {
    const { error } = await runNode({ type, version: 1, parameters, settings: berlin });
    expect(error?.message).toContain(message);
  });
});

describe('date & time 2', () => {
  it.each([
    ['now', {}, { currentDate: '2026-01-15T13:00:00.000+01:00' }],
    ['today', { includeTime: false }, { currentDate: '2026-01-15T00:00:00.000+01:00' }],
    ['now elsewhere', { outputFieldName: 'x', options: { timezone: 'GMT' } }, { x: '2026-01-15T12:00:00.000Z' }],
    ['adds', { operation: 'addToDate', magnitude: '2026-03-28T12:00:00', duration: 1 }, { newDate: '2026-03-29T12:00:00.000+02:00' }],
    [
      'subtracts',
      { operation: 'subtractFromDate', magnitude: '2026-03-28', duration: 2, timeUnit: 'hours' },
      { newDate: '2026-03-27T22:00:00.000+01:00' },
    ],
    ['formats', { operation: 'formatDate', date: '2026-03-04T10:00:00' }, { formattedDate: '03/04/2026' }],
    [
      'formats as told',
      { operation: 'formatDate', date: '2026-03-04T10:00:00', format: 'custom', customFormat: 'd. MMMM yyyy' },
      { formattedDate: '4. March 2026' },
    ],
    ['formats as timestamp', { operation: 'formatDate', date: '1970-01-01T00:00:05Z', format: 'X' }, { formattedDate: '5' }],
    [
      'formats in UTC unless told',
      { operation: 'formatDate', date: '2026-03-04T23:00:00-08:00', format: 'custom', customFormat: 'dd HH ZZ' },
      { formattedDate: '05 07 +00:00' },
    ],
    [
      'formats with the offset of the text if it is ahead of UTC',
      { operation: 'formatDate', date: '2026-03-04T23:00:00+05:30', format: 'custom', customFormat: 'dd HH ZZ' },
      { formattedDate: '04 23 +05:30' },
    ],
    [
      'formats as nothing in an empty format',
      { operation: 'formatDate', date: '2026-03-04', format: 'custom', customFormat: '' },
      { formattedDate: '' },
    ],
    [
      "formats in the workflow's zone when told",
      { operation: 'formatDate', date: '2026-03-04T23:00:00-08:00', format: 'custom', customFormat: 'dd HH', options: { timezone: true } },
      { formattedDate: '05 08' },
    ],
    [
      'reads a form of its own',
      { operation: 'formatDate', date: '04|03|2026', format: 'yyyy-MM-dd', options: { fromFormat: 'dd|MM|yyyy' } },
      { formattedDate: '2026-03-04' },
    ],
    ['formats an empty value as empty', { operation: 'formatDate', date: '={{ null }}' }, { formattedDate: null }],
    ['extracts', { operation: 'extractDate', date: '2026-03-04', part: 'week' }, { datePart: 10 }],
    ['extracts the month by default', { operation: 'extractDate', date: '2026-03-04' }, { datePart: 3 }],
    ['rounds down', { operation: 'roundDate', date: '2026-03-04T10:00:00' }, { roundedDate: '2026-03-01T00:00:00.000+01:00' }],
    [
      'rounds up',
      { operation: 'roundDate', date: '2026-03-04T10:00:00', mode: 'roundUp', to: 'week' },
      { roundedDate: '2026-03-09T00:00:00.000+01:00' },
    ],
    [
      'rounds the beginning of a unit up to the next',
      { operation: 'roundDate', date: '2026-03-01', mode: 'roundUp' },
      { roundedDate: '2026-04-01T00:00:00.000+02:00' },
    ],
    [
      'rounds up from a day that the next month does not have',
      { operation: 'roundDate', date: '2026-01-31', mode: 'roundUp' },
      { roundedDate: '2026-02-01T00:00:00.000+01:00' },
    ],
    [
      'tells days between',
      { operation: 'getTimeBetweenDates', startDate: '2026-03-01', endDate: '2026-03-04' },
      { timeDifference: { days: 3 } },
    ],
    [
      'tells the time between in several units',
      { operation: 'getTimeBetweenDates', startDate: '2026-01-01', endDate: '2026-03-04T06:00:00', units: ['month', 'day', 'hour'] },
      { timeDifference: { months: 2, days: 3, hours: 6 } },
    ],
    [
      'tells the time between as one text',
      {
        operation: 'getTimeBetweenDates',
        startDate: '2026-01-01',
        endDate: '2026-03-04',
        units: ['month', 'day'],
        options: { isoString: true },
      },
      { timeDifference: 'P2M3D' },
    ],
  ])('%s', async (_, parameters, expected) => {
    const { json, error } = await runNode({ type, version: 2, parameters, items: [{ kept: 1 }], settings: berlin });
    expect(error).toBeUndefined();
    expect(json).toEqual([expected]);
  });

  it('keeps the input fields if set', async () => {
    const parameters = { operation: 'extractDate', date: '={{ $json.at }}', part: 'year', options: { includeInputFields: true } };
    const { outputs } = await runNode({ type, version: 2, parameters, items: [{ at: '2026-03-04', n: 1 }] });
    expect(outputs).toEqual([[{ json: { at: '2026-03-04', n: 1, datePart: 2026 }, pairedItem: { item: 0 } }]]);
  });

  it.each([
    ['a value that is not a date', { operation: 'extractDate', date: 'soon' }, '"soon" is not a readable date'],
    ['no unit', { operation: 'getTimeBetweenDates', startDate: '2026-01-01', endDate: '2026-01-02', units: [] }, 'No unit'],
    ['an invalid part', { operation: 'extractDate', date: '2026-01-01', part: 'moon' }, '"moon"'],
  ])('rejects %s', async (_, parameters, message) => {
    const { error } = await runNode({ type, version: 2, parameters });
    expect(error?.message).toContain(message);
  });
});

describe('formats of version 1', () => {
  const resultOf = async (parameters: object, timezone = 'America/New_York') => {
    const { json, error } = await runNode({ type, version: 1, parameters: { custom: true, ...parameters }, settings: { timezone } });
    return error?.message ?? json?.[0]?.['data'];
  };
  const formatted = (toFormat: string, value = '2026-03-02T07:08:09.045', timezone?: string) => resultOf({ value, toFormat }, timezone);
  const read = (value: unknown, fromFormat: string, more: object = {}) =>
    resultOf({ value, toFormat: 'YYYY-MM-DDTHH:mm:ss.SSSZ', options: { fromFormat, ...more } });

  it.each([
    ['YYYY-MM-DD[T]HH:mm:ss.SSSZ', '2026-03-02T07:08:09.045-05:00'],
    ['M/D/YY h:m:s a', '3/2/26 7:8:9 am'],
    ['dddd, MMMM Do', 'Monday, March 2nd'],
    ['ddd dd d E', 'Mon Mo 1 1'],
    ['MMM DDD DDDD', 'Mar 61 061'],
    ['Q Qo', '1 1st'],
    ['W WW w GGGG', '10 10 10 2026'],
    ['hh A kk k', '07 AM 07 7'],
    ['S SS SSSSSS', '0 04 045000'],
    ['X x', '1772453289 1772453289045'],
    ['ZZ z', '-0500 EST'],
    ['LT|L|LL', '7:08 AM|03/02/2026|March 2, 2026'],
    ['llll', 'Mon, Mar 2, 2026 7:08 AM'],
    ['[at] H [o]', 'at 7 o'],
    ['YYYYYY Y', '+002026 2026'],
    ['ggggg GGGGG N y', '02026 02026 AD 2026'],
    ['\\Q [', 'Q ['],
    ['', '2026-03-02T07:08:09-05:00'],
  ])('writes %s', async (format, expected) => {
    expect(await formatted(format)).toBe(expected);
  });

  it('writes the ordinal number of each day, and abbreviations of zones', async () => {
    for (const [day, expected] of [
      ['01', '1st'],
      ['03', '3rd'],
      ['11', '11th'],
      ['13', '13th'],
      ['22', '22nd'],
    ] as const) {
      expect(await formatted('Do', `2026-03-${day}`)).toBe(expected);
    }
    expect(await formatted('z', '2026-03-02', 'Asia/Kolkata')).toBe('IST');
    expect(await formatted('', '2026-03-02', 'UTC')).toBe('2026-03-02T00:00:00Z');
  });

  it.each([
    ['DD.MM.YYYY HH:mm:ss', '19.03.2021 08:00:00', '2021-03-19T08:00:00.000-04:00'],
    ['MM/DD/YYYY', '3/9/2021', '2021-03-09T00:00:00.000-05:00'],
    ['MMMM DD YYYY', 'March 03 2021', '2021-03-03T00:00:00.000-05:00'],
    ['YYYY-MM-DD [at] h A', '2021-03-03 at 4 PM', '2021-03-03T16:00:00.000-05:00'],
    ['YYYY-MM-DDTHH:mmZ', '2021-03-03T04:00+02:00', '2021-03-02T21:00:00.000-05:00'],
    ['YYYY-MM-DD', '2024-02-29T13:14:15.678Z', '2024-02-29T00:00:00.000-05:00'],
    ['YYYY-MM-DD', '2023-12-25 10:11', '2023-12-25T00:00:00.000-05:00'],
    ['YYYY-MM-DD HH:mm', '2023-12-25', '2023-12-25T00:00:00.000-05:00'],
    ['DD-MM-YYYY', '25/12/2023', '2023-12-25T00:00:00.000-05:00'],
    ['DD/MM/YYYY', '25.12.2023', '2023-12-25T00:00:00.000-05:00'],
    ['Do MMMM YYYY', '25th December 2023', '2023-12-25T00:00:00.000-05:00'],
    ['YYYY-MM-DD', ' 2023-02-03 ', '2023-02-03T00:00:00.000-05:00'],
    ['YYYY-MM-DD', '20240105', '2024-01-05T00:00:00.000-05:00'],
    ['DD/MM/YYYY', '25/12/2023 junk', '2023-12-25T00:00:00.000-05:00'],
    ['MM/DD/YY', '12/25/68', '2068-12-25T00:00:00.000-05:00'],
    ['MM/DD/YY', '12/25/69', '1969-12-25T00:00:00.000-05:00'],
    ['X', '2023-06-15T12:00:00.000Z', '1969-12-31T19:33:43.000-05:00'],
    ['x', '1772453289045', '2026-03-02T07:08:09.045-05:00'],
  ])('reads %s in %s', async (format, value, expected) => {
    expect(await read(value, format)).toBe(expected);
  });

  it('reads numbers, dates and texts in another zone', async () => {
    expect(await read('={{ 20240105 }}', 'YYYYMMDD')).toBe('2024-01-05T00:00:00.000-05:00');
    expect(await read('={{ new Date(0) }}', 'MM/DD/YYYY')).toBe('1969-12-31T19:00:00.000-05:00');
    expect(await read('={{ DateTime.fromMillis(0) }}', 'MM/DD/YYYY')).toBe('1969-12-31T19:00:00.000-05:00');
    expect(await read('05.01.2024 10:00', 'DD.MM.YYYY HH:mm', { fromTimezone: 'Asia/Tokyo' })).toBe('2024-01-04T20:00:00.000-05:00');
    expect(await resultOf({ action: 'calculate', value: '25/12/2023 junk', duration: 1, options: { fromFormat: 'DD-MM-YYYY' } })).toBe(
      '2023-12-26T05:00:00.000Z',
    );
  });

  it.each([
    ['MM/DD/YYYY', '2024-02-29T13:14:15.678Z'],
    ['MM/DD/YYYY', 'soon'],
    ['MM/DD/YYYY', '={{ [] }}'],
    ['MM/DD/YYYY', '={{ true }}'],
    ['DD.MM.YYYY', '30.02.2024'],
    ['MMMM YYYY', 'Brumaire 2024'],
  ])('does not read %s in %s', async (format, value) => {
    expect(await read(value, format)).toMatch(`is not a readable date. It should look like "${format}".`);
  });
});

// The process runs in UTC; the workflow's zone is another one.
import { describe, expect, it } from 'vitest';
import { sampleScope } from '../../testing/sample-run.ts';
import { previewExpression } from '../index.ts';

const valueIn = (code: string, timezone = 'Europe/Berlin'): unknown => {
  const preview = previewExpression(
    `={{ ${code} }}`,
    sampleScope({ items: [{ json: {} }], timezone, now: () => Date.parse('2025-07-01T10:00:00Z') }),
  );
  return preview.ok ? preview.value : preview.text;
};

describe('a JavaScript date in the zone of the workflow', () => {
  it.each([
    ['parts', 'new Date(2025, 0, 15, 12).toISOString()', '2025-01-15T11:00:00.000Z'],
    ['parts of summer', 'new Date(2025, 6, 15, 12).toISOString()', '2025-07-15T10:00:00.000Z'],
    ['a year of two digits', 'new Date(99, 0).getFullYear()', 1999],
    ['hours', 'new Date("2025-01-15T23:30:00Z").getHours()', 0],
    ['the day', 'new Date("2025-01-15T23:30:00Z").getDate() + " " + new Date("2025-01-15T23:30:00Z").getDay()', '16 4'],
    ['the offset', 'new Date("2025-01-15T12:00:00Z").getTimezoneOffset()', -60],
    ['UTC', 'new Date("2025-01-15T23:30:00Z").getUTCHours()', 23],
    [
      'setting hours',
      '(() => { const d = new Date("2025-01-15T12:00:00Z"); d.setHours(0, 0, 0, 0); return d.toISOString() })()',
      '2025-01-14T23:00:00.000Z',
    ],
    [
      'setting a date over a change of the clock',
      '(() => { const d = new Date(2025, 2, 29, 12); d.setDate(30); return d.toISOString() })()',
      '2025-03-30T10:00:00.000Z',
    ],
    ['its text', 'String(new Date("2025-01-15T12:00:00Z"))', 'Wed Jan 15 2025 13:00:00 GMT+0100 (Central European Standard Time)'],
    ['its text in a template', '`${new Date("2025-07-15T12:00:00Z")}`', 'Tue Jul 15 2025 14:00:00 GMT+0200 (Central European Summer Time)'],
    ['its date', 'new Date("2025-01-15T23:30:00Z").toDateString()', 'Thu Jan 16 2025'],
    ['a language', 'new Date("2025-01-15T23:30:00Z").toLocaleDateString("en-US")', '1/16/2025'],
    ['a language with a zone', 'new Date("2025-01-15T23:30:00Z").toLocaleTimeString("en-GB", { timeZone: "UTC" })', '23:30:00'],
    ['now', 'new Date().getHours()', 12],
    ['the text of now', 'Date().slice(0, 24)', 'Tue Jul 01 2025 12:00:00'],
    ['a text without a zone', 'new Date("2025-01-15T12:00").toISOString()', '2025-01-15T11:00:00.000Z'],
    ['a lenient text', 'new Date("January 15, 2025 12:00").toISOString()', '2025-01-15T11:00:00.000Z'],
    ['a lenient date', 'new Date("2025/01/15").toISOString()', '2025-01-14T23:00:00.000Z'],
    ['a text with a zone', 'new Date("2025-01-15T12:00:00+05:00").toISOString()', '2025-01-15T07:00:00.000Z'],
    ['a lenient text with a zone', 'new Date("Wed Jan 15 2025 12:00:00 GMT+0500 (X)").toISOString()', '2025-01-15T07:00:00.000Z'],
    ["a mail's date", 'new Date("Wed, 15 Jan 2025 12:00:00 EST").toISOString()', '2025-01-15T17:00:00.000Z'],
    ['a date only, which is in UTC', 'new Date("2025-01-15").toISOString()', '2025-01-15T00:00:00.000Z'],
    ['`Date.parse`', 'Date.parse("2025-01-15 12:00")', Date.parse('2025-01-15T11:00:00Z')],
    ['nonsense', 'new Date("x").getHours()', Number.NaN],
    ['the text of nonsense', 'String(new Date("x"))', 'Invalid Date'],
    ['a difference', 'new Date(2025, 0, 16) - new Date(2025, 0, 15)', 86_400_000],
    ['a sum', '(new Date(2025, 0, 16) + "").slice(0, 24)', 'Thu Jan 16 2025 00:00:00'],
  ])('%s', (_what, code, expected) => expect(valueIn(code)).toBe(expected));

  it('is the same wherever the program runs', () => {
    expect(valueIn('new Date(2025, 0, 15, 12).toISOString()', 'America/New_York')).toBe('2025-01-15T17:00:00.000Z');
  });
});

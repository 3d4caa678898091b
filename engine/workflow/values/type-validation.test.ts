// Field types: accepted values, conversions and error messages.
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { parseDateTime, validateFieldType } from './type-validation.ts';

const invalid = Symbol('invalid');

function outcome(value: unknown, type: string, options = {}): unknown {
  const result = validateFieldType('field', value, type, options);
  return result.valid ? result.newValue : invalid;
}

describe('validateFieldType', () => {
  it.each<[type: string, value: unknown, expected: unknown]>([
    ['string', 'a', 'a'],
    ['string', 42, 42],
    ['number', 5, 5],
    ['number', ' 5.5 ', 5.5],
    ['number', true, 1],
    ['number', 7n, 7],
    ['number', '', invalid],
    ['number', 'five', invalid],
    ['number', Number.NaN, invalid],
    ['number', [5], invalid],
    ['boolean', false, false],
    ['boolean', ' True ', true],
    ['boolean', 'false', false],
    ['boolean', 0, false],
    ['boolean', '01', true],
    ['boolean', 2, invalid],
    ['boolean', 'yes', invalid],
    ['boolean', {}, invalid],
    ['object', { a: 1 }, { a: 1 }],
    ['object', "{a: 'b'}", { a: 'b' }],
    ['object', '[1]', invalid],
    ['object', 'not json', invalid],
    ['object', [1], invalid],
    ['array', [1], [1]],
    ['array', "['a', 'b']", ['a', 'b']],
    ['array', '{}', invalid],
    ['array', 'a, b', invalid],
    ['time', '23:59', '23:59'],
    ['time', '23:59:01+0100', '23:59:01+0100'],
    ['time', '08:00-05', '08:00-05'],
    ['time', '24:00', invalid],
    ['time', '8', invalid],
    ['time', 800, invalid],
    ['url', 'example.com/a', 'https://example.com/a'],
    ['url', 'localhost:5678', 'https://localhost:5678'],
    ['url', 'http://127.0.0.1:80/x?y#z', 'http://127.0.0.1:80/x?y#z'],
    ['url', 'http://[::1]/', 'http://[::1]/'],
    ['url', 'ftp://user:pass@ftp.example.com', 'ftp://user:pass@ftp.example.com'],
    ['url', 'file:///home/ada/a.txt', 'file:///home/ada/a.txt'],
    ['url', 'file://server/share/a.txt', 'file://server/share/a.txt'],
    ['url', 'file:///', invalid],
    ['url', 'file://', invalid],
    ['url', 'file:/etc', invalid],
    ['url', 'mailto:a@b.c', invalid],
    ['url', 'javascript:alert(1)', invalid],
    ['url', 'data:text/html,x', invalid],
    ['url', 'just words', invalid],
    ['url', 'word', invalid],
    ['url', 'http://', invalid],
    ['url', '', invalid],
    ['url', 5, invalid],
    ['jwt', 'aGVhZA.cGF5.c2ln', 'aGVhZA.cGF5.c2ln'],
    ['jwt', 'aGVhZA.cGF5', invalid],
    ['jwt', {}, invalid],
    ['string-alphanumeric', 'a_1', 'a_1'],
    ['string-alphanumeric', '1a', invalid],
    ['string-alphanumeric', 5, invalid],
    ['binary', { mimeType: 'a/b', data: '' }, { mimeType: 'a/b', data: '' }],
    ['binary', { mimeType: 'a/b', id: 'x' }, { mimeType: 'a/b', id: 'x' }],
    ['binary', { data: 'x' }, invalid],
    ['binary', 'x', invalid],
    [
      'form-fields',
      '[{"fieldLabel": "Name", "fieldType": "text", "requiredField": true}]',
      [{ fieldLabel: 'Name', fieldType: 'text', requiredField: true }],
    ],
    ['form-fields', [{ fieldOptions: { values: [] } }], [{ fieldOptions: { values: [] } }]],
    ['form-fields', [{ fieldType: 'spaceship' }], invalid],
    ['form-fields', [{ fieldLabel: 5 }], invalid],
    ['form-fields', [{ multiselect: 'yes' }], invalid],
    ['form-fields', [{ fieldOptions: [] }], invalid],
    ['form-fields', ['name'], invalid],
    ['form-fields', '{}', invalid],
    ['somethingNew', 'a', 'a'],
    ['dateTime', 'soon', invalid],
  ])('%s of %o', (type, value, expected) => {
    expect(outcome(value, type)).toEqual(expected);
  });

  it.each([null, undefined])('accepts %s for every type', (value) => {
    for (const type of ['string', 'number', 'dateTime', 'options', 'binary'])
      expect(validateFieldType('field', value, type)).toEqual({ valid: true, newValue: value });
  });

  it.each<[type: string, value: unknown, expected: unknown]>([
    ['string', 5, invalid],
    ['string', 'a', 'a'],
    ['number', '5', invalid],
    ['boolean', 'true', invalid],
    ['object', '{}', invalid],
    ['object', [], invalid],
    ['array', '[]', invalid],
    ['dateTime', 1_700_000_000, invalid],
    ['url', 'example.com', 'https://example.com'],
  ])('strict: %s of %j', (type, value, expected) => {
    expect(outcome(value, type, { strict: true })).toEqual(expected);
  });

  it.each<[value: unknown, expected: unknown]>([
    ['a', 'a'],
    [5, '5'],
    [false, 'false'],
    [{ a: 1 }, '{"a":1}'],
    [[1], '[1]'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [DateTime.fromISO('2030-01-01T00:00:00Z', { setZone: true }), '2030-01-01T00:00:00.000Z'],
    [new Date(Number.NaN), invalid],
  ])('makes text of %j when told', (value, expected) => {
    expect(outcome(value, 'string', { parseStrings: true })).toBe(expected);
  });

  it('accepts only listed options', () => {
    const valueOptions = [
      { name: 'Small', value: 's' },
      { name: 'Large', value: 'l' },
    ];
    expect(outcome('l', 'options', { valueOptions })).toBe('l');
    expect(validateFieldType('Size', 'xl', 'options', { valueOptions }).errorMessage).toBe(
      "'Size' expects one of the following values: [s, l] but we got 'xl'",
    );
    expect(outcome('l', 'options')).toBe(invalid);
  });

  it.each<[value: unknown, type: string, message: string]>([
    ['a', 'number', "'Age' expects a number but we got 'a'"],
    [{}, 'number', "'Age' expects a number but we got object"],
    [[], 'boolean', "'Age' expects a boolean but we got array"],
    ['x', 'dateTime', "'Age' expects a dateTime but we got 'x'. Consider using the ISO format or a Luxon date, such as $now."],
    ['a b', 'string-alphanumeric', 'Value is not a valid alphanumeric string, only letters, numbers and underscore allowed'],
  ])('words the refusal of %j as %s', (value, type, message) => {
    expect(validateFieldType('Age', value, type).errorMessage).toBe(message);
  });
});

describe('dates', () => {
  const zone = 'Europe/Brussels';
  it.each<[value: unknown, expected: string | undefined]>([
    ['2030-01-31', '2030-01-31T00:00:00.000+01:00'],
    ['2030-01-31T08:00:00', '2030-01-31T08:00:00.000+01:00'],
    ['2030-01-31T08:00:00-05:00', '2030-01-31T08:00:00.000-05:00'],
    ['2030-01-31T08:00:00.4999Z', '2030-01-31T08:00:00.499Z'],
    ['2030-01-31 08:00:00', '2030-01-31T08:00:00.000+01:00'],
    ['Thu, 31 Jan 2030 08:00:00 +0200', '2030-01-31T08:00:00.000+02:00'],
    ['1-Feb-2024', '2024-02-01T00:00:00.000+01:00'],
    ['Feb 1, 2024 10:30', '2024-02-01T10:30:00.000+01:00'],
    ['1/31/2024', '2024-01-31T00:00:00.000+01:00'],
    [new Date(0), '1970-01-01T01:00:00.000+01:00'],
    [1_700_000_000, '2023-11-14T23:13:20.000+01:00'],
    [1_700_000_000_000, '2023-11-14T23:13:20.000+01:00'],
    ['1700000000000', '2023-11-14T23:13:20.000+01:00'],
    ['1700000000', '2023-11-14T23:13:20.000+01:00'],
    [' 2030-01-31 ', '2030-01-31T00:00:00.000+01:00'],
    ['12', undefined],
    [12, undefined],
    [Number.NaN, undefined],
    ['', undefined],
    ['in 2024', undefined],
    ['order 2024-5', undefined],
    ['2024-13-45', undefined],
    ['1994-11-05M08:15:30', undefined],
    ['99-Foo-2024', undefined],
    [new Date(Number.NaN), undefined],
    [DateTime.invalid('test'), undefined],
    [true, undefined],
    [{}, undefined],
  ])('reads %j', (value, expected) => {
    expect(parseDateTime(value, zone)?.toISO()).toBe(expected);
  });

  it.each<[value: unknown, expected: string | undefined]>([
    ['2030-01-31', '2030-01-31T00:00:00.000+01:00'],
    ['5', '2001-05-01'],
    [5, '2001-05-01'],
    [0, '2000-01-01'],
    ['1-Feb-2024', '2024-02-01'],
    ['', undefined],
    ['someday', undefined],
    ['{"a":1}', undefined],
    ['1700000000000', undefined],
    [1_700_000_000_000, undefined],
    [true, undefined],
    [['x'], undefined],
  ])('reads %j as a typed date', (value, expected) => {
    for (const strict of [false, true]) {
      const result = validateFieldType('Day', value, 'dateTime', { strict, timezone: zone });
      const date = result.valid ? (result.newValue as DateTime).toISO() : undefined;
      expect(date?.slice(0, expected?.length)).toBe(expected);
    }
  });

  it('moves a day that its month does not have into the next month', () => {
    expect(validateFieldType('Day', '2024-02-30', 'dateTime').valid).toBe(true);
    expect(validateFieldType('Day', '2024-02-32', 'dateTime').valid).toBe(false);
  });

  it('keeps the instant of a text with a zone', () => {
    expect(parseDateTime('Wed Nov 15 2023 17:10:49 GMT+0100 (CET)', 'UTC')?.toMillis()).toBe(Date.UTC(2023, 10, 15, 16, 10, 49));
  });

  it('keeps a DateTime with its zone', () => {
    const date = DateTime.fromISO('2030-01-01T00:00:00', { zone: 'Asia/Tokyo' });
    expect(parseDateTime(date, zone)).toBe(date);
  });

  it('reads texts without a zone in the host’s zone by default', () => {
    expect(parseDateTime('2030-01-31T08:00:00')?.toMillis()).toBe(new Date(2030, 0, 31, 8).getTime());
    expect(parseDateTime('Feb 1, 2024 10:30')?.toMillis()).toBe(new Date(2024, 1, 1, 10, 30).getTime());
  });
});

it('accepts any DateTime as a date, even an invalid one, but no invalid Date', () => {
  const invalidDate = DateTime.invalid('no date');
  expect(validateFieldType('f', invalidDate, 'dateTime')).toEqual({ valid: true, newValue: invalidDate });
  expect(validateFieldType('f', new Date(Number.NaN), 'dateTime').valid).toBe(false);
});

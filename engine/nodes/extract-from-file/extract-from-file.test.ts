// Extract from File: every file format, every option, and hostile files.
import { deflateRawSync } from 'node:zlib';
import { utils, write, type BookType } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../contract/run-data.ts';
import { runNode, type NodeOutcome } from '../../testing/run-node.ts';
import { samplePdf } from '../../testing/sample-pdf.ts';

const type = 'n8n-nodes-base.extractFromFile';
const fileItem = (content: string | Uint8Array): Item => ({
  json: { id: 1 },
  binary: { data: { data: Buffer.from(content).toString('base64'), mimeType: 'text/plain', fileName: 'a.txt' } },
});
const run = (content: string | Uint8Array, parameters: Record<string, unknown> = {}, version = 1.1): Promise<NodeOutcome> =>
  runNode({ type, version, parameters, items: [fileItem(content)] });

describe('CSV', () => {
  it.each<[what: string, content: string | Uint8Array, options: Record<string, unknown>, expected: unknown[]]>([
    [
      'texts by header',
      'a,b\n1,x\n2,"y, ""z"""\n',
      {},
      [
        { a: '1', b: 'x' },
        { a: '2', b: 'y, "z"' },
      ],
    ],
    ['without empty cells', 'a,b\n1,\n', {}, [{ a: '1' }]],
    ['with empty cells', 'a,b\n1,\n', { includeEmptyCells: true }, [{ a: '1', b: '' }]],
    ['without header', 'a,b\n1,2\n', { headerRow: false }, [{ row: { 0: 'a', 1: 'b' } }, { row: { 0: '1', 1: '2' } }]],
    ['another delimiter', 'a;b\n1;2', { delimiter: ';' }, [{ a: '1', b: '2' }]],
    ['tabs', 'a\tb\n1\t2', { delimiter: '\\t' }, [{ a: '1', b: '2' }]],
    ['some rows', 'a\n1\n2\n3', { maxRowCount: 2 }, [{ a: '1' }, { a: '2' }]],
    ['no rows', 'a\n1', { maxRowCount: 0 }, []],
    ['a later start', 'junk\na\n1', { fromLine: 2 }, [{ a: '1' }]],
    ['a mark', '\uFEFFa\n1', {}, [{ a: '1' }]],
    ['a mark that stays', '\uFEFF"a,b",c\n1,2', { enableBOM: false }, [{ '\uFEFFa,b': '1', c: '2' }]],
    ['another encoding', Uint8Array.from([0x61, 0x0a, 0xe9]), { encoding: 'latin1' }, [{ a: 'é' }]],
    ['quotes within', 'a\nx"y', { relaxQuotes: true }, [{ a: 'x"y' }]],
    ['broken records left out', 'a,b\n1\n2,3', { skipRecordsWithErrors: { value: { enabled: true } } }, [{ a: '2', b: '3' }]],
    ['hostile names', '__proto__,constructor\n1,2', {}, [JSON.parse('{"__proto__":"1","constructor":"2"}')]],
    ['nothing', '', {}, []],
    ['line ends of Windows, blank lines', 'a\r\n\r\n1\r\n', {}, [{ a: '1' }]],
  ])('%s', async (_what, content, options, expected) => {
    const { json, error } = await run(content, { options });
    expect(error).toBeUndefined();
    expect(JSON.stringify(json)).toBe(JSON.stringify(expected));
  });

  it.each([
    ['a broken record', 'a,b\n1', {}, 'cannot be read as CSV'],
    [
      'more broken records than allowed',
      'a,b\n1\n2\n3',
      { skipRecordsWithErrors: { value: { enabled: true, maxSkippedRecords: 1 } } },
      'cannot be read as CSV',
    ],
    ['a stray quote', 'a\nx"y', {}, 'cannot be read as CSV'],
  ])('rejects %s', async (_what, content, options, message) => {
    expect((await run(content, { options })).error?.message).toContain(message);
  });

  it('keeps a mark in version 1, unless the option is on', async () => {
    expect((await run('\uFEFFa\n1', {}, 1)).json).toEqual([{ '\uFEFFa': '1' }]);
    expect((await run('\uFEFFa\n1', { options: { enableBOM: true } }, 1)).json).toEqual([{ a: '1' }]);
  });

  it.each<[version: number, expected: object]>([
    [1, { a: '3', b: '2', '': '5' }],
    [1.1, { a: '1', b: '2', a_1: '3', '': '4', _1: '5' }],
  ])('several columns of one name, in version %d', async (version, expected) => {
    expect((await run('a,b,a,,\n1,2,3,4,5', {}, version)).json).toEqual([expected]);
  });

  it('pairs rows with the item of their file', async () => {
    const { outputs } = await runNode({ type, items: [fileItem('a\n1'), fileItem('a\n2\n3')] });
    expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 1 }]);
  });
});

describe('dates of spreadsheets', () => {
  const cells: readonly (readonly [serial: number, format: string, text: unknown])[] = [
    [46205, 'yyyy/mm/dd', '2026-07-02'],
    [46205, 'm/d/yy', '2026-07-02'],
    [46205.5, 'm/d/yy', '2026-07-02T12:00:00'],
    [46205, 'm/d/yy h:mm', '2026-07-02T00:00:00'],
    [46205.604166666664, 'd mmm yyyy hh:mm', '2026-07-02T14:30:00'],
    [0.5, 'h:mm', '12:00:00'],
    [46205.5, 'h:mm', '2026-07-02T12:00:00'],
    [1.25, '[h]:mm', '30:00'],
    [46205, '"day" 0', 46205],
    [46205, 'General', 46205],
    [46205, '0.00', 46205],
  ];
  const book = (format: BookType, date1904: boolean): Uint8Array => {
    const shift = (serial: number): number => (date1904 && serial > 1462 ? serial - 1462 : serial);
    const row = cells.map(([v, z]) => ({ t: 'n' as const, v: shift(v), z }));
    const sheet = utils.aoa_to_sheet([cells.map((_, at) => `c${at}`), row]);
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'S');
    book.Workbook = { WBProps: { date1904 } };
    return write(book, { type: 'buffer', bookType: format }) as Uint8Array;
  };
  const values = async (content: Uint8Array, version: number, options = {}): Promise<unknown[]> => {
    const { json, error } = await run(content, { operation: 'xlsx', options }, version);
    expect(error).toBeUndefined();
    return Object.values(json[0] ?? {});
  };

  it.each<[BookType, boolean]>([
    ['xlsx', false],
    ['xlsx', true],
    ['xlsb', false],
    ['biff8', false],
    ['biff8', true],
  ])('are ISO texts in %s (counted from 1904: %s)', async (format, date1904) => {
    const expected = cells.map(([, , text]) => (date1904 && typeof text === 'number' ? text - 1462 : text));
    expect(await values(book(format, date1904), 1.1)).toEqual(expected);
  });

  it('are serial numbers as raw data, and in version 1', async () => {
    const serials = cells.map(([serial]) => serial);
    expect(await values(book('xlsx', false), 1.1, { rawData: true })).toEqual(serials);
    expect(await values(book('xlsx', false), 1)).toEqual(serials);
  });
});

describe('cells of spreadsheets', () => {
  /** A spreadsheet whose dates are written as such (`t="d"`), without a format for dates. */
  const dated = (date1904: boolean): Uint8Array => {
    const at = (iso: string): object => ({ t: 'd', v: new Date(iso), z: 'General' });
    const sheet = utils.aoa_to_sheet([['when', 'day', 'n']]);
    Object.assign(sheet, { A2: at('2026-07-03T10:00:00Z'), B2: at('2026-07-03T00:00:00Z'), C2: { t: 'n', v: 46206 }, '!ref': 'A1:C2' });
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'S');
    book.Workbook = { WBProps: { date1904 } };
    return write(book, { type: 'buffer', bookType: 'xlsx', cellDates: true }) as Uint8Array;
  };

  it.each([false, true])('of dates are ISO texts (counted from 1904: %s)', async (date1904) => {
    const { json, error } = await run(dated(date1904), { operation: 'xlsx' }, 1.1);
    expect(error).toBeUndefined();
    expect(json).toEqual([{ when: '2026-07-03T10:00:00', day: '2026-07-03', n: 46206 }]);
    const raw = await run(dated(false), { operation: 'xlsx', options: { rawData: true } }, 1.1);
    expect(raw.json).toEqual([{ when: expect.closeTo(46206.416667, 4) as number, day: 46206, n: 46206 }]);
  });

  it.each<[format: string, value: number, shown: unknown]>([
    ['00000', 1234, '01234'],
    ['00000', 90210, '90210'],
    ['00000\\-0000', 12340001, '01234-0001'],
    ['000-00-0000', 12345678, '012-34-5678'],
    ['"A"000', 7, 'A007'],
    ['00000;@', 1234, '01234'],
    ['0', 7, 7],
    ['0.00', 7.5, 7.5],
    ['00.00', 7.5, 7.5],
    ['#,##0', 1234, 1234],
    ['0%', 0.5, 0.5],
    ['00%', 0.5, 0.5],
    ['0.00E+00', 1234, 1234],
    ['00000', 12.5, 12.5],
  ])('with the format %s: %d is %j', async (z, v, visible) => {
    for (const bookType of ['xlsx', 'biff8'] as const) {
      const sheet = utils.aoa_to_sheet([['n'], [{ t: 'n', v, z }]]);
      const book = utils.book_new();
      utils.book_append_sheet(book, sheet, 'S');
      const file = write(book, { type: 'buffer', bookType }) as Uint8Array;
      expect((await run(file, { operation: 'xlsx' }, 1.1)).json).toEqual([{ n: visible }]);
      expect((await run(file, { operation: 'xlsx', options: { rawData: true } }, 1.1)).json).toEqual([{ n: v }]);
      expect((await run(file, { operation: 'xlsx' }, 1)).json).toEqual([{ n: v }]);
    }
  });
});

describe('tables in rich text', () => {
  it.each<[what: string, rtf: string, expected: unknown[]]>([
    ['cells and rows', '\\trowd A\\cell B\\cell\\row\\trowd 1\\cell x\\cell\\row', [{ A: 1, B: 'x' }]],
    ['text around the table', 'Title\\par\\trowd A\\cell\\row x\\par\\trowd 007\\cell\\row end', [{ A: '007' }]],
    ['characters of the code page', "\\trowd A\\cell\\row\\trowd caf\\'e9 \\'80\\cell\\row", [{ A: 'café €' }]],
    ['another code page', "\\ansicpg1251\\trowd A\\cell\\row\\trowd \\'cf\\'f0\\cell\\row", [{ A: 'Пр' }]],
    ['characters of two bytes', "\\ansicpg932\\trowd A\\cell\\row\\trowd \\'93\\'fa\\'96\\'7b\\cell\\row", [{ A: '日本' }]],
    ['Unicode with a fallback', "\\trowd A\\cell\\row\\trowd \\u26085?\\u26412\\'3f!\\cell\\row", [{ A: '日本!' }]],
    ['Unicode without one', '\\trowd A\\cell\\row\\trowd {\\uc0\\u26085 x}\\cell\\row', [{ A: '日x' }]],
    [
      'groups that are no text',
      '{\\*\\x y}{\\fonttbl{\\f0 F;}}\\trowd {\\b A}\\cell\\row\\trowd a\\line b\\tab c\\cell\\row',
      [{ A: 'a\nb\tc' }],
    ],
  ])('%s', async (_what, rtf, expected) => {
    const { json, error } = await run(`{\\rtf1\\ansi${rtf}}`, { operation: 'rtf' });
    expect(error).toBeUndefined();
    expect(json).toEqual(expected);
  });
});

describe('tables in HTML', () => {
  const html = '<table><tr><td>A</td><td>A</td><td></td></tr><tr><td>1</td><td>x</td><td>3</td></tr><tr><td>2</td></tr></table>';
  it.each<[what: string, options: Record<string, unknown>, expected: unknown[]]>([
    ['by header, with names for columns without', {}, [{ A: 1, A_1: 'x', __EMPTY: 3 }, { A: 2 }]],
    ['as texts', { rawData: true }, [{ A: '1', A_1: 'x', __EMPTY: '3' }, { A: '2' }]],
    [
      'with empty cells',
      { includeEmptyCells: true },
      [
        { A: 1, A_1: 'x', __EMPTY: 3 },
        { A: 2, A_1: '', __EMPTY: '' },
      ],
    ],
    ['a range', { range: 'A2:B3' }, [{ 1: 2 }]],
    ['a row later', { range: '1', headerRow: false }, [{ row: [1, 'x', 3] }, { row: [2] }]],
  ])('%s', async (_what, options, expected) => {
    const { json, error } = await run(html, { operation: 'html', options });
    expect(error).toBeUndefined();
    expect(json).toEqual(expected);
  });

  it('have all characters, and line breaks between blocks', async () => {
    const cells = ['&auml;&euro;&#233;&#x65e5;', 'a &lt;b&gt; &amp;amp; &#60;c&#62;', '<p>one</p><p>two</p>', 'a<br>b', '&unknown; &'];
    const { json } = await run(
      `<table><tr>${'<th>h</th>'.repeat(5)}</tr><tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></table>`,
      {
        operation: 'html',
      },
    );
    expect(Object.values(json[0] ?? {})).toEqual(['ä€é日', 'a <b> &amp; <c>', 'one\ntwo', 'a\nb', '&unknown; &']);
  });

  it('keep texts that would lose something as numbers', async () => {
    const saved = ['2023-06-15', '06/07/2023', '1-2', '00420', '+36301234567', '0x1F', '24187476554123456789'];
    const numbers = { '-1.5': -1.5, '1e5': 100_000, '0': 0, '0.25': 0.25, '1,234.5': 1234.5, '50%': 0.5, TRUE: true };
    const row = (values: readonly string[]): string => `<tr>${values.map((value) => `<td>${value}</td>`).join('')}</tr>`;
    const all = [...saved, ...Object.keys(numbers)];
    const { json } = await run(`<table>${row(all.map((_, at) => `c${at}`))}${row(all)}</table>`, { operation: 'html' });
    expect(Object.values(json[0] ?? {})).toEqual([...saved, ...Object.values(numbers)]);
  });

  it.each([
    ['an invalid range', { range: 'x' }, 'The range "x" is invalid'],
    ['a missing sheet', { sheetName: 'None' }, 'no sheet named "None"'],
  ])('rejects %s', async (_what, options, message) => {
    expect((await run(html, { operation: 'html', options })).error?.message).toContain(message);
  });
});

describe('texts', () => {
  it.each<[what: string, operation: string, content: string | Uint8Array, parameters: Record<string, unknown>, expected: unknown]>([
    ['a text', 'text', 'é', {}, { data: 'é' }],
    ['a text with a mark', 'text', '\uFEFFé', {}, { data: 'é' }],
    ['a mark that stays', 'text', '\uFEFFé', { options: { stripBOM: false } }, { data: '\uFEFFé' }],
    ['another encoding', 'text', Uint8Array.from([0xe1]), { options: { encoding: 'windows1253' } }, { data: 'α' }],
    ['XML', 'xml', '<a/>', { destinationKey: 'x.y' }, { x: { y: '<a/>' } }],
    ['JSON', 'fromJson', '{"a":[1]}', {}, { data: { a: [1] } }],
    ['base64', 'binaryToPropery', Uint8Array.from([0, 255]), {}, { data: 'AP8=' }],
    ['next to the fields', 'text', 'x', { options: { keepSource: 'json' } }, { id: 1, data: 'x' }],
  ])('%s', async (_what, operation, content, parameters, expected) => {
    const { outputs, error } = await run(content, { operation, ...parameters });
    expect(error).toBeUndefined();
    expect(outputs[0]).toEqual([{ json: expected, pairedItem: { item: 0 } }]);
  });

  it('keep the file if set', async () => {
    for (const keepSource of ['binary', 'both']) {
      expect((await run('x', { operation: 'text', options: { keepSource } })).outputs[0]?.[0]?.binary).toHaveProperty('data');
    }
  });
});

describe('calendars', () => {
  it('are read by the ids of their events', async () => {
    const ics = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'UID:__proto__',
      'SUMMARY:One\\, two\\nth',
      ' ree',
      'DTSTART;TZID=Europe/Berlin:20260201T100000',
      'DTEND;VALUE=DATE:20260202',
      'ATTENDEE;CN="A: B":mailto:a@x.org',
      'ATTENDEE:mailto:b@x.org',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n');
    const { json, error } = await run(ics, { operation: 'fromIcs' });
    expect(error).toBeUndefined();
    expect(JSON.parse(JSON.stringify(json[0]?.['data']))).toEqual(
      JSON.parse(
        JSON.stringify({
          '~': {
            type: 'VEVENT',
            uid: '__proto__',
            summary: 'One, two\nthree',
            start: '2026-02-01T09:00:00.000Z',
            datetype: 'date-time',
            end: '2026-02-02T00:00:00.000Z',
            attendee: [{ params: { CN: 'A: B' }, val: 'mailto:a@x.org' }, 'mailto:b@x.org'],
            valarm: { type: 'VALARM', action: 'DISPLAY' },
          },
          vcalendar: { type: 'VCALENDAR', version: '2.0' },
        }).replace('~', '__proto__'),
      ),
    );
  });
});

describe('calendars of other programs', () => {
  const custom = [
    'BEGIN:VTIMEZONE',
    'TZID:Mine',
    'BEGIN:STANDARD',
    'DTSTART:16010101T030000',
    'TZOFFSETFROM:+0330',
    'TZOFFSETTO:+0230',
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010101T020000',
    'TZOFFSETFROM:+0230',
    'TZOFFSETTO:+0330',
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ];
  const hostile = ['BEGIN:VTIMEZONE', 'TZID:Bad', 'BEGIN:STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'];
  const read = async (component: string, ...lines: readonly string[]): Promise<Record<string, unknown>> => {
    const event = [`BEGIN:${component}`, 'UID:a', ...lines, `END:${component}`];
    const ended = [...hostile, 'RRULE:FREQ=SECONDLY', 'END:STANDARD', 'END:VTIMEZONE'];
    const ics = ['BEGIN:VCALENDAR', ...event, ...custom, ...ended, 'END:VCALENDAR'].join('\r\n');
    const { json, error } = await run(ics, { operation: 'fromIcs' });
    expect(error).toBeUndefined();
    return (json[0]?.['data'] as Record<string, Record<string, unknown>> | undefined)?.['a'] ?? {};
  };

  it.each<[what: string, line: string, start: unknown, datetype?: string]>([
    ['a zone of Windows', 'DTSTART;TZID=W. Europe Standard Time:20260330T090000', '2026-03-30T07:00:00.000Z'],
    ['a quoted zone of Outlook', 'DTSTART;TZID="(UTC-05:00) Eastern Time (US & Canada)":20260706T120000', '2026-07-06T16:00:00.000Z'],
    ['one without quotes', 'DTSTART;TZID=(UTC-05:00) Eastern Time (US & Canada):20260706T120000', '2026-07-06T16:00:00.000Z'],
    ['a zone of the file, in summer', 'DTSTART;TZID=Mine:20260706T120000', '2026-07-06T08:30:00.000Z'],
    ['a zone of the file, in winter', 'DTSTART;TZID=Mine:20260106T120000', '2026-01-06T09:30:00.000Z'],
    ['a zone with the name of a program', 'DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20260706T120000', '2026-07-06T10:00:00.000Z'],
    ['a zone with three parts', 'DTSTART;TZID=/x/America/Indiana/Knox:20260706T120000', '2026-07-06T17:00:00.000Z'],
    ['an offset as zone', 'DTSTART;TZID=GMT+0530:20260706T120000', '2026-07-06T06:30:00.000Z'],
    ['a zone that nobody knows, without an offset', 'DTSTART;TZID=Nowhere:20260706T120000', '2026-07-06T12:00:00.000'],
    ['a zone that cannot be followed', 'DTSTART;TZID=Bad:20260706T120000', '2026-07-06T12:00:00.000'],
    ['a time without a zone, without an offset', 'DTSTART:20260706T120000', '2026-07-06T12:00:00.000'],
    ['a time that occurs twice', 'DTSTART;TZID=Europe/Berlin:20261025T023000', '2026-10-25T00:30:00.000Z'],
    ['the first one that occurs once again', 'DTSTART;TZID=Europe/Berlin:20261025T030000', '2026-10-25T02:00:00.000Z'],
    ['the last one before those', 'DTSTART;TZID=Europe/Berlin:20261025T015959', '2026-10-24T23:59:59.000Z'],
    ['a time that occurs twice in America', 'DTSTART;TZID=America/New_York:20261101T013000', '2026-11-01T05:30:00.000Z'],
    ['a time that occurs twice, by half an hour', 'DTSTART;TZID=Australia/Lord_Howe:20260405T014500', '2026-04-04T14:45:00.000Z'],
    ['a time that does not occur', 'DTSTART;TZID=Europe/Berlin:20260329T023000', '2026-03-29T01:30:00.000Z'],
    ['the first one after those', 'DTSTART;TZID=Europe/Berlin:20260329T030000', '2026-03-29T01:00:00.000Z'],
    ['a day that does not occur', 'DTSTART;TZID=Pacific/Apia:20111230T120000', '2011-12-30T22:00:00.000Z'],
    ['a time that occurs twice in a zone of the file', 'DTSTART;TZID=Mine:20261025T023000', '2026-10-24T23:00:00.000Z'],
    ['the first that occurs once again in it', 'DTSTART;TZID=Mine:20261025T030000', '2026-10-25T00:30:00.000Z'],
    ['a time that does not occur in it', 'DTSTART;TZID=Mine:20260329T023000', '2026-03-29T00:00:00.000Z'],
    ['a time that occurs twice in a zone of Windows', 'DTSTART;TZID=W. Europe Standard Time:20261025T023000', '2026-10-25T00:30:00.000Z'],
    ['a leap second', 'DTSTART:20161231T235960Z', '2016-12-31T23:59:59.000Z'],
    ['a leap second in a zone', 'DTSTART;TZID=Europe/Berlin:20170101T005960', '2016-12-31T23:59:59.000Z'],
    ['a day', 'DTSTART;VALUE=DATE:20260329', '2026-03-29T00:00:00.000Z', 'date'],
    ['a day with a time', 'DTSTART;VALUE=DATE:20200822T000000', '2020-08-22T00:00:00.000Z', 'date'],
    ['a day in a zone', 'DTSTART;TZID=Europe/Berlin;VALUE=DATE:20260329', '2026-03-29T00:00:00.000Z', 'date'],
    ['a day that is not marked', 'DTSTART:20260329', '2026-03-29T00:00:00.000Z', 'date'],
    ['a time as in ISO 8601', 'DTSTART:2026-03-29T10:00:00.000Z', '2026-03-29T10:00:00.000Z'],
    ['a time without seconds', 'DTSTART:20260329T1000Z', '2026-03-29T10:00:00.000Z'],
    ['what is no date', 'DTSTART:soon', 'soon'],
    ['a day that does not exist', 'DTSTART:20260231', '20260231'],
  ])('%s', async (_what, line, start, datetype = 'date-time') => {
    expect(await read('VEVENT', line)).toEqual({ type: 'VEVENT', uid: 'a', start, datetype });
  });

  it.each<[what: string, component: string, lines: string[], end: object]>([
    ['hours', 'VEVENT', ['DTSTART:20260101T100000Z', 'DURATION:PT1H30M'], { end: '2026-01-01T11:30:00.000Z' }],
    [
      'days, which keep the time of day',
      'VEVENT',
      ['DURATION:P1DT1H', 'DTSTART;TZID=Europe/Berlin:20260328T100000'],
      { end: '2026-03-29T09:00:00.000Z' },
    ],
    ['weeks of whole days', 'VEVENT', ['DTSTART;VALUE=DATE:20260101', 'DURATION:+P1W'], { end: '2026-01-08T00:00:00.000Z' }],
    ['of a to-do', 'VTODO', ['DTSTART:20260101T100000Z', 'DURATION:PT1H'], { due: '2026-01-01T11:00:00.000Z' }],
    ['beside an end', 'VEVENT', ['DTSTART:20260101', 'DTEND:20260102', 'DURATION:P9D'], { end: '2026-01-02T00:00:00.000Z' }],
    ['that is none', 'VEVENT', ['DTSTART:20260101', 'DURATION:long'], {}],
  ])('a duration: %s', async (_what, component, lines, end) => {
    const { end: actualEnd, due } = await read(component, ...lines);
    expect({ ...(actualEnd === undefined ? {} : { end: actualEnd }), ...(due === undefined ? {} : { due }) }).toEqual(end);
  });

  it.each<[what: string, lines: string[], expected: unknown]>([
    ['one category', ['CATEGORIES:Work'], ['Work']],
    ['categories with commas', ['CATEGORIES:a\\,b,c\\;d, e\\\\,\\nf'], ['a,b', 'c;d', 'e\\', '\nf']],
    ['several lines of them', ['CATEGORIES:a,b', 'CATEGORIES:c'], ['a', 'b', 'c']],
    ['categories of a language', ['CATEGORIES;LANGUAGE=en:a\\,b,c'], { params: { LANGUAGE: 'en' }, val: ['a,b', 'c'] }],
    ['none', ['CATEGORIES:'], []],
  ])('%s', async (_what, lines, expected) => {
    expect((await read('VEVENT', ...lines))['categories']).toEqual(expected);
  });

  it('an event without a zone, with its end', async () => {
    const { start, end } = await read('VEVENT', 'DTSTART:20260706T233000', 'DURATION:PT1H');
    expect([start, end]).toEqual(['2026-07-06T23:30:00.000', '2026-07-07T00:30:00.000']);
  });

  it('lines that are folded within a character', async () => {
    const text = Buffer.from('SUMMARY:caf\u00e9');
    const folded = Buffer.concat([text.subarray(0, -1), Buffer.from('\r\n '), text.subarray(-1)]);
    const file = Buffer.concat([
      Buffer.from('BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n'),
      folded,
      Buffer.from('\n\t!\nEND:VEVENT\nEND:VCALENDAR'),
    ]);
    const { json } = await run(file, { operation: 'fromIcs' });
    expect(json[0]?.['data']).toMatchObject({ a: { summary: 'caf\u00e9!' } });
    const wide = Buffer.from(`\uFEFF${file.toString('latin1').replace('\u00c3', '\u00e9').replace('\u00a9', '')}`, 'utf16le');
    const { json: same } = await run(wide, { operation: 'fromIcs', options: { encoding: 'utf16le' } });
    expect(same[0]?.['data']).toMatchObject({ a: { summary: 'caf\u00e9!' } });
  });
});

describe('PDF', () => {
  const pdf = samplePdf([['One', 'Two'], ['Three']], 'Mine');
  it.each([
    ['all pages', {}, 'One\nTwo\n\nThree', 2],
    ['pages apart', { joinPages: false }, ['One\nTwo', 'Three'], 2],
    ['some pages', { maxPages: 1 }, 'One\nTwo', 1],
  ])('%s', async (_what, options, text, numrender) => {
    const { json, error } = await run(pdf, { operation: 'pdf', options });
    expect(error).toBeUndefined();
    expect(json[0]).toMatchObject({ text, numrender, numpages: 2, info: { Title: 'Mine' }, version: expect.any(String) as string });
    expect(json[0]).not.toHaveProperty('id');
  });
});

/** The start of a spreadsheet whose only part unpacks to much more than it declares. */
function bomb(): Buffer {
  const packed = deflateRawSync(Buffer.alloc(600 * 1024 * 1024));
  const local = Buffer.alloc(30);
  local.write('PK\u0003\u0004', 'latin1');
  const central = Buffer.alloc(46);
  central.write('PK\u0001\u0002', 'latin1');
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(10, 24);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(30 + packed.length, 16);
  return Buffer.concat([local, packed, central, end]);
}

describe('hostile and invalid files', () => {
  it.each<[what: string, operation: string, content: string | Uint8Array, message: string]>([
    ['a spreadsheet that grows', 'xlsx', bomb(), 'is larger than'],
    ['half a spreadsheet', 'xlsx', 'PK\u0003\u0004', 'not a zip archive'],
    [
      'half an old spreadsheet',
      'xls',
      Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 1, 2, 3]),
      'cannot be read as a spreadsheet',
    ],
    ['an image', 'xlsx', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), 'has another format'],
    ['invalid JSON', 'fromJson', '{', 'does not contain JSON'],
    ['an invalid calendar', 'fromIcs', 'hello', 'not an iCalendar file'],
    ['a calendar without end', 'fromIcs', 'BEGIN:VCALENDAR', 'not an iCalendar file'],
    ['an invalid PDF', 'pdf', 'hello', 'cannot be read as PDF'],
    ['an unknown operation', 'none', 'x', 'does not exist'],
  ])('are rejected: %s', async (_what, operation, content, message) => {
    expect((await run(content, { operation })).error?.message).toContain(message);
  });

  it('are rejected: no file', async () => {
    const { error } = await runNode({ type, parameters: { binaryPropertyName: 'mine' }, items: [fileItem('x')] });
    expect(error?.message).toBe('Item 0 has no file named "mine".');
  });
});

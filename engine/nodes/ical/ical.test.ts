// iCalendar: files that calendar programs can read, and protection against injected content.
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.iCal';
const base = { title: 'Party', start: '2026-02-01T10:00:00', end: '2026-02-01T11:30:00' };

async function linesOf(parameters: Record<string, unknown>): Promise<string[]> {
  const { outputs, error } = await runNode({ type, parameters: { ...base, ...parameters }, settings: { timezone: 'Europe/Berlin' } });
  expect(error).toBeUndefined();
  const text = Buffer.from(outputs[0]?.[0]?.binary?.['data']?.data ?? '', 'base64').toString();
  expect(text.endsWith('\r\n')).toBe(true);
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  return text.replaceAll('\r\n ', '').trimEnd().split('\r\n');
}

it('writes the event between the lines of a calendar', async () => {
  expect(await linesOf({})).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'CALSCALE:GREGORIAN',
    'PRODID:-//Millrace//Millrace//EN',
    'METHOD:PUBLISH',
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VEVENT',
    'UID:00000000-0000-4000-8000-000000000002',
    'SUMMARY:Party',
    'DTSTAMP:20260115T120000Z',
    'DTSTART:20260201T100000Z',
    'DTEND:20260201T113000Z',
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
});

describe('dates', () => {
  it.each([
    ['of whole days', { allDay: true }, ['DTSTART;VALUE=DATE:20260201', 'DTEND;VALUE=DATE:20260202']],
    ['of several days', { allDay: true, end: '2026-02-03' }, ['DTSTART;VALUE=DATE:20260201', 'DTEND;VALUE=DATE:20260204']],
    [
      'of whole days in a zone of their own',
      { allDay: true, start: "={{ DateTime.fromISO('2026-02-01', { zone: 'America/Toronto' }) }}", end: '2026-02-02T23:59:59-05:00' },
      ['DTSTART;VALUE=DATE:20260201', 'DTEND;VALUE=DATE:20260203'],
    ],
    [
      'of whole days whose zone is ahead',
      { allDay: true, start: '2026-02-01T00:00:00+09:00', end: '' },
      ['DTSTART;VALUE=DATE:20260201', 'DTEND;VALUE=DATE:20260202'],
    ],
    [
      "of whole days in the workflow's zone",
      { allDay: true, start: '2026-01-31T23:00:00Z', end: '', additionalFields: { useWorkflowTimezone: true } },
      ['DTSTART;VALUE=DATE:20260201', 'DTEND;VALUE=DATE:20260202'],
    ],
    ["in the workflow's zone", { additionalFields: { useWorkflowTimezone: true } }, ['DTSTART:20260201T090000Z', 'DTEND:20260201T103000Z']],
    [
      'that occur twice, as the first ones',
      { start: '2026-10-25T02:30:00', end: '2026-10-25 03:00', additionalFields: { useWorkflowTimezone: true } },
      ['DTSTART:20261025T003000Z', 'DTEND:20261025T020000Z'],
    ],
    ['with their own zone', { start: '2026-02-01T10:00:00+05:00' }, ['DTSTART:20260201T050000Z', 'DTEND:20260201T113000Z']],
    ['without an end', { end: '' }, ['DTSTART:20260201T100000Z', 'DTEND:20260201T100000Z']],
  ])('%s', async (_what, parameters, expected) => {
    expect((await linesOf(parameters)).filter((line) => /^DT(?:START|END)/.test(line))).toEqual(expected);
  });
});

it('writes every field, escaped, and folds long lines', async () => {
  const additionalFields = {
    attendeesUi: {
      attendeeValues: [
        { name: 'A; "B"', email: 'a@x.org\r\nATTENDEE:mailto:evil@x.org', rsvp: true },
        { name: 'C', email: 'c@x.org' },
      ],
    },
    busyStatus: 'TENTATIVE',
    calName: 'Mine',
    description: `one, two; three\\\nEND:VEVENT\n${'é'.repeat(80)}`,
    geolocationUi: { geolocationValues: { lat: '52.5', lon: '13.4' } },
    location: 'Here',
    organizerUi: { organizerValues: { name: 'O', email: 'o@x.org' } },
    recurrenceRule: 'RRULE:FREQ=DAILY;COUNT=2\r\nX:Y',
    sequence: 3,
    status: 'CANCELLED',
    uid: 'u1',
    url: 'https://x.org/?a=1',
  };
  const lines = await linesOf({ additionalFields });
  expect(lines).toEqual(
    expect.arrayContaining([
      'X-WR-CALNAME:Mine',
      'UID:u1',
      'SEQUENCE:3',
      `DESCRIPTION:one\\, two\\; three\\\\\\nEND:VEVENT\\n${'é'.repeat(80)}`,
      'URL:https://x.org/?a=1',
      'GEO:52.5;13.4',
      'LOCATION:Here',
      'STATUS:CANCELLED',
      `ATTENDEE;RSVP=TRUE;CN="A; 'B'":mailto:a@x.org ATTENDEE:mailto:evil@x.org`,
      'ATTENDEE;RSVP=FALSE;CN=C:mailto:c@x.org',
      'ORGANIZER;CN=O:mailto:o@x.org',
      'RRULE:FREQ=DAILY;COUNT=2 X:Y',
      'X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE',
    ]),
  );
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
});

it.each([
  ['a start that is not a date', { start: 'soon' }, 'The start of the event is not a date: "soon"'],
  ['an end before the start', { end: '2026-01-01' }, 'ends before it starts'],
  ['an invalid location', { additionalFields: { geolocationUi: { geolocationValues: { lat: '100', lon: '1' } } } }, 'is not a location'],
  ['a sequence that is not a number', { additionalFields: { sequence: 'x' } }, 'integer'],
])('rejects %s', async (_what, parameters, message) => {
  expect((await runNode({ type, parameters: { ...base, ...parameters } })).error?.message).toContain(message);
});

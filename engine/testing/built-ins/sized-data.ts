// Data of any size that calls of built-ins read as fields of `$json`.
import { DateTime, Duration, Interval } from 'luxon';

/** Makes the data that calls read as `$json.<name>`, with `n` characters, entries or fields. */
export const dataMakers: Readonly<Record<string, (n: number) => unknown>> = {
  text: (n) => filled('Lorem ipsum (dolor) sit-amet, 12.5% <b>bold</b> **x** a@b.example ÄÖ\n', n),
  other: (n) => `${filled('Lorem ipsum (dolor) sit-amet, 12.5% <b>bold</b> **x** a@b.example ÄÖ\n', n - 1)}!`,
  letters: (n) => filled('a', n),
  half: (n) => `${filled('a', Math.floor(n / 2) - 1)}b`,
  blanks: (n) => filled(' ', n - 1) + 'x',
  digits: (n) => filled('1234567890', n),
  controls: (n) => filled('\u0001', n),
  accents: (n) => filled('ÄÖÜéß', n),
  opens: (n) => filled('<', n),
  brackets: (n) => filled('[', n),
  images: (n) => filled('![', n),
  stars: (n) => filled('*', n),
  ticks: (n) => filled('`', n),
  tildes: (n) => filled('~', n),
  ats: (n) => filled('a@', n),
  dots: (n) => filled('a.', n),
  schemes: (n) => filled('http://', n),
  base64: (n) => filled('TG9yZW0g', n),
  percents: (n) => '%20'.repeat(Math.ceil(n / 3)),
  query: (n) => filled('a=1&', n),
  url: (n) => `http://a.example/${filled('ä/', n)}`,
  json: (n) => `[${filled('1,', n - 3)}1]`,
  jsonLists: (n) => `[${'[],'.repeat(Math.ceil(n / 3))}1]`,
  jsonFields: (n) => `{${Array.from({ length: Math.ceil(n / 12) }, (_, index) => `"f${index}":1`).join(',')}}`,
  numbers: (n) => Array.from({ length: n }, (_, index) => (index * 7919) % 1000003),
  zeros: (n) => Array.from({ length: n }, () => 0),
  texts: (n) => Array.from({ length: n }, (_, index) => `text ${(index * 7919) % 1000003}`),
  names: (n) => Array.from({ length: n }, (_, index) => `f${index}`),
  records: (n) => Array.from({ length: n }, (_, index) => ({ id: index, name: `n${index % 100}` })),
  lists: (n) => Array.from({ length: n }, (_, index) => [index, `v${index}`]),
  pairs: (n) => Array.from({ length: n }, (_, index) => [`f${index}`, index]),
  wide: (n) => [dataMakers['object']?.(n), dataMakers['object']?.(n)],
  object: (n) => Object.fromEntries(Array.from({ length: n }, (_, index) => [`f${index}`, `value ${index}`])),
  nested: (n) =>
    Array.from({ length: 20 }).reduce<unknown>(
      (inner) => ({ a: [inner] }),
      Array.from({ length: n }, () => 1),
    ),
  map: (n) => new Map(Array.from({ length: n }, (_, index) => [index, index])),
  set: (n) => new Set(Array.from({ length: n }, (_, index) => index)),
  otherSet: (n) => new Set(Array.from({ length: n }, (_, index) => index * 2)),
  bytes: (n) => Uint8Array.from({ length: n }, (_, index) => (index * 7919) % 251),
  floats: (n) => Float64Array.from({ length: n }, (_, index) => (index * 7919) % 1000003),
  buffer: (n) => new ArrayBuffer(n),
  params: (n) => new URLSearchParams(Array.from({ length: n }, (_, index): [string, string] => [`f${index}`, 'v'])),
  dates: (n) => Array.from({ length: n }, (_, index) => DateTime.fromMillis(((index * 7919) % 1000003) * 1e6, { zone: 'UTC' })),
  date: () => DateTime.fromISO('2024-05-30T10:15:30.123', { zone: 'Europe/Berlin' }),
  jsDate: () => new Date(1717056930123),
  duration: () => Duration.fromObject({ days: 3, hours: 5, minutes: 90 }),
  interval: () => Interval.fromISO('2024-01-01/2025-01-01'),
  intervals: (n) =>
    Array.from({ length: n }, (_, index) =>
      Interval.fromDateTimes(DateTime.fromMillis(index * 2e6, { zone: 'UTC' }), DateTime.fromMillis(index * 2e6 + 1e6, { zone: 'UTC' })),
    ),
  error: () => new Error('message'),
  symbol: () => Symbol('x'),
  big: (n) => BigInt(`0x${filled('f', Math.min(n, 70_000))}`),
};

function filled(piece: string, length: number): string {
  return piece.repeat(Math.ceil(Math.max(0, length) / piece.length)).slice(0, Math.max(0, length));
}

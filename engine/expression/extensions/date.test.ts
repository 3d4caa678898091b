// Dates: transformation functions, luxon's members, and the zone and clock of the run.
import { DateTime, Duration, Interval } from 'luxon';
import { describe, expect, it } from 'vitest';
import { evaluate, failureOf, type SampleRun } from '../sample-run.ts';

const run: SampleRun = { timezone: 'America/New_York' };
const iso = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value instanceof DateTime ? value.toISO() : value);

describe('transformation functions', () => {
  it.each([
    ['new Date(2023, 0, 20).beginningOf("week")', '2023-01-16T05:00:00.000Z'],
    ['DateTime.local(2023, 1, 20).beginningOf()', '2023-01-16T00:00:00.000-05:00'],
    ['DateTime.local(2023, 1, 20).beginningOf("month")', '2023-01-01T00:00:00.000-05:00'],
    ['DateTime.local(2023, 2, 20).endOfMonth()', '2023-02-28T23:59:59.999-05:00'],
    ['new Date("2023-02-20T00:00:00Z").endOfMonth()', '2023-03-01T04:59:59.999Z'],
    ['DateTime.local(2023, 1, 20).extract()', 3],
    [
      '["year", "quarter", "month", "week", "weekNumber", "day", "dayOfMonth", "dayOfYear", "yearDayNumber", "weekday", "hour", "minute", "second", "millisecond"].map(u => DateTime.local(2023, 2, 20, 4, 5, 6, 7).extract(u))',
      [2023, 1, 2, 8, 8, 20, 20, 51, 51, 1, 4, 5, 6, 7],
    ],
    ['new Date("2024-03-30T18:49:00Z").extract("hour")', 14],
    ['$now.format("dd/LL/yyyy HH:mm")', '30/05/2024 06:15'],
    ['$now.format("dd LLL yyyy", { locale: "fr" })', '30 mai 2024'],
    ['new Date(0).format("yyyy")', '1969'],
    ['$now.format()', '2024-05-30T06:15:30.000-04:00'],
    ['$now.isBetween("2020-06-01", "2025-06-01")', true],
    ['$now.isBetween($now, "2020")', false],
    ['$now.isBetween(new Date(0), DateTime.local(2100))', true],
    ['$now.isBetween("nonsense", $now)', undefined],
    ['$now.isBetween($now, DateTime.invalid("no"))', undefined],
    ['$now.isDst()', true],
    ['DateTime.local(2024, 1, 1).isDst()', false],
    ['$now.minus(10, "minutes").isInLast(1, "hour")', true],
    ['$now.minus(1, "day").isInLast(1, "hours")', false],
    ['$now.isInLast()', true],
    ['$now.plus(1, "day").isInLast(5)', false],
    ['DateTime.local(2024, 6, 1).isWeekend()', true],
    ['new Date("2024-05-30T12:00:00Z").isWeekend()', false],
    ['DateTime.local(2024, 6, 1).isWeekend', true],
    ['$now.plus(7, "days")', '2024-06-06T06:15:30.000-04:00'],
    ['$now.plus({ days: 1, hours: 2 })', '2024-05-31T08:15:30.000-04:00'],
    ['$now.plus(Duration.fromObject({ months: 1 }))', '2024-06-30T06:15:30.000-04:00'],
    ['$now.plus(1000)', '2024-05-30T06:15:31.000-04:00'],
    ['$now.minus(1, "month")', '2024-04-30T06:15:30.000-04:00'],
    ['new Date(0).plus(1, "day")', '1970-01-02T00:00:00.000Z'],
    ['new Date(0).minus(1000)', '1969-12-31T23:59:59.000Z'],
    ['new Date(0).plus("5")', '1970-01-01T00:00:00.005Z'],
    ['DateTime.local(2024, 5, 30).diffTo("2024-05-25", "days")', 5],
    ['DateTime.local(2024, 5, 30).diffTo(new Date("2024-05-29T04:00:00Z"))', 1],
    ['DateTime.local(2024, 5, 30).diffTo("2024-03-29", ["months", "days"])', { months: 2, days: 1 }],
    ['$now.minus(2, "days").diffToNow("days")', -2],
    ['$now.toDateTime()', '2024-05-30T06:15:30.000-04:00'],
    ['new Date(0).toDateTime()', '1969-12-31T19:00:00.000-05:00'],
    ['$now.toDate()', '2024-05-30T10:15:30.000Z'],
    ['new Date(5).toInt() + new Date(5).toFloat() + new Date(5).toNumber()', 15],
    ['[$now.isEmpty(), $now.isNotEmpty(), $now.toBoolean()]', [false, true, undefined]],
    ['new Date(5).equals(DateTime.fromMillis(5))', true],
    ['new Date(5).hasSame(new Date(6), "second")', true],
    ['new Date(0).setLocale("de").monthLong', 'Dezember'],
    ['new Date(0).setZone("Asia/Tokyo")', '1970-01-01T09:00:00.000+09:00'],
    ['new Date(0).toUTC()', '1970-01-01T00:00:00.000Z'],
    ['new Date(0).toLocal()', '1969-12-31T19:00:00.000-05:00'],
    ['new Date("2024-05-29T10:15:30Z").toRelative()', '1 day ago'],
  ])('%s', (code, value) => {
    const result = evaluate(code, run);
    expect(iso(result)).toEqual(value);
  });

  it.each([
    [
      '$now.diffTo($now, "invalid")',
      "Unsupported unit 'invalid'. Supported: 'years', 'quarters', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds', 'milliseconds'.",
    ],
    ['$now.extract("era")', "Unsupported unit 'era'. Supported: 'year', 'month', 'week', 'day', 'hour', 'minute', 'second'."],
  ])('%s', (code, message) => expect(failureOf(code)).toMatchObject({ name: 'ExpressionExtensionError', message }));
});

describe('luxon in the zone of the run', () => {
  it.each([
    ['DateTime.now()', '2024-05-30T06:15:30.000-04:00'],
    ['DateTime.local()', '2024-05-30T06:15:30.000-04:00'],
    ['DateTime.local({ zone: "Asia/Tokyo" })', '2024-05-30T19:15:30.000+09:00'],
    ['DateTime.local(2024, 1, 2, 3, 4)', '2024-01-02T03:04:00.000-05:00'],
    ['DateTime.local(2024, { zone: "utc" })', '2024-01-01T00:00:00.000Z'],
    ['DateTime.utc()', '2024-05-30T10:15:30.000Z'],
    ['DateTime.utc(2024, 5, {})', '2024-05-01T00:00:00.000Z'],
    ['DateTime.fromISO("2024-01-01T10:00")', '2024-01-01T10:00:00.000-05:00'],
    ['DateTime.fromISO("2024-01-01T10:00Z", { setZone: true })', '2024-01-01T10:00:00.000Z'],
    ['DateTime.fromISO("2024-01-01T10:00", { zone: "UTC+3" })', '2024-01-01T10:00:00.000+03:00'],
    ['DateTime.fromFormat("01/02/2024", "dd/MM/yyyy")', '2024-02-01T00:00:00.000-05:00'],
    ['DateTime.fromString("2024", "yyyy")', '2024-01-01T00:00:00.000-05:00'],
    ['DateTime.fromSQL("2024-01-01 10:00:00")', '2024-01-01T10:00:00.000-05:00'],
    ['DateTime.fromRFC2822("Mon, 01 Jan 2024 10:00:00 +0000")', '2024-01-01T05:00:00.000-05:00'],
    ['DateTime.fromHTTP("Mon, 01 Jan 2024 10:00:00 GMT")', '2024-01-01T05:00:00.000-05:00'],
    ['DateTime.fromMillis(0)', '1969-12-31T19:00:00.000-05:00'],
    ['DateTime.fromSeconds(1)', '1969-12-31T19:00:01.000-05:00'],
    ['DateTime.fromJSDate(new Date(0))', '1969-12-31T19:00:00.000-05:00'],
    ['DateTime.fromJSDate(0)', '1969-12-31T19:00:00.000-05:00'],
    ['DateTime.fromObject({ year: 2024, month: 2 })', '2024-02-01T00:00:00.000-05:00'],
    ['DateTime.fromObject()', '2024-05-30T06:15:30.000-04:00'],
    ['new DateTime("x")', '2024-05-30T06:15:30.000-04:00'],
    ['DateTime.max($now, $today)', '2024-05-30T06:15:30.000-04:00'],
    ['DateTime.min($now, new Date(0))', '1969-12-31T19:00:00.000-05:00'],
    ['$now.startOf("day")', '2024-05-30T00:00:00.000-04:00'],
    ['$now.endOf("month", {})', '2024-05-31T23:59:59.999-04:00'],
    ['$now.set({ year: 1982, month: 10 })', '1982-10-30T06:15:30.000-04:00'],
    ['$now.setZone("Asia/Tokyo")', '2024-05-30T19:15:30.000+09:00'],
    ['$now.setZone(330)', '2024-05-30T15:45:30.000+05:30'],
    ['$now.setZone(-90)', '2024-05-30T08:45:30.000-01:30'],
    ['$now.setZone("Asia/Tokyo", { keepLocalTime: true })', '2024-05-30T06:15:30.000+09:00'],
    ['DateTime.utc().setZone("local")', '2024-05-30T06:15:30.000-04:00'],
    ['$now.setZone($now.setZone("Asia/Tokyo").zone)', '2024-05-30T19:15:30.000+09:00'],
    ['$now.toUTC()', '2024-05-30T10:15:30.000Z'],
    ['$now.toUTC(60)', '2024-05-30T11:15:30.000+01:00'],
    ['DateTime.utc().toLocal()', '2024-05-30T06:15:30.000-04:00'],
    ['$now.toISO({ suppressMilliseconds: true })', '2024-05-30T06:15:30-04:00'],
    ['[$now.toISODate(), $now.toISOTime({ includeOffset: false }), $now.toISOWeekDate()]', ['2024-05-30', '06:15:30.000', '2024-W22-4']],
    [
      '[$now.toSQL({ includeOffset: false }), $now.toSQLDate(), $now.toSQLTime({ includeOffset: false })]',
      ['2024-05-30 06:15:30.000', '2024-05-30', '06:15:30.000'],
    ],
    ['[$now.toRFC2822(), $now.toHTTP()]', ['Thu, 30 May 2024 06:15:30 -0400', 'Thu, 30 May 2024 10:15:30 GMT']],
    ['[$now.toMillis(), $now.toSeconds(), $now.toUnixInteger(), $now.valueOf()]', [1717064130000, 1717064130, 1717064130, 1717064130000]],
    [
      '[$now.toString(), $now.toJSON(), `${$now}`, "" + $now, $now - 0]',
      ['2024-05-30T06:15:30.000-04:00', '2024-05-30T06:15:30.000-04:00', '2024-05-30T06:15:30.000-04:00', '1717064130000', 1717064130000],
    ],
    ['$now.toFormat("HH:mm ZZ")', '06:15 -04:00'],
    ['$now.toFormat("d MMMM", { locale: "de" })', '30 Mai'],
    ['$now.toLocaleString({ dateStyle: "long" })', 'May 30, 2024'],
    ['$now.toLocaleString(DateTime.DATE_MED)', 'May 30, 2024'],
    ['$now.setLocale("fr").toLocaleString({ month: "long" }, { locale: "de" })', 'Mai'],
    ['$now.toLocaleParts({ year: "numeric" })', [{ type: 'year', value: '2024' }]],
    [
      '[$now.get("month"), $now.year, $now.quarter, $now.weekdayLong, $now.weekNumber, $now.ordinal, $now.daysInMonth, $now.isInDST, $now.offset, $now.locale]',
      [5, 2024, 2, 'Thursday', 22, 151, 31, true, -240, 'en-US'],
    ],
    [
      '[$now.zone.name, $now.zoneName, $now.zone.isUniversal, `${$now.zone}`]',
      ['America/New_York', 'America/New_York', false, 'America/New_York'],
    ],
    ['$now.toObject().hour', 6],
    ['$now.resolvedLocaleOptions().locale', 'en-US'],
    ['$now.reconfigure({ locale: "de" }).monthLong', 'Mai'],
    ['$now.reconfigure().locale', 'en-US'],
    ['$now.toJSDate()', '2024-05-30T10:15:30.000Z'],
    ['$now.toBSON()', '2024-05-30T10:15:30.000Z'],
    ['$now.diff($today, "hours").hours', 6.258333333333334],
    ['$now.diff($today, ["hours", "minutes", "seconds"]).toObject()', { hours: 6, minutes: 15, seconds: 30 }],
    ['$today.diffNow("minutes").minutes', -375.5],
    ['$now.hasSame($today, "day")', true],
    ['[$now.equals($now), $now.equals(5)]', [true, false]],
    ['$now.until($now.plus({ hours: 1 })).length("minutes")', 60],
    ['$now.plus({ days: 1 }).toRelative()', 'in 1 day'],
    ['$now.plus({ days: 1 }).toRelative({ unit: "hours" })', 'in 24 hours'],
    ['$now.plus({ days: 1 }).toRelativeCalendar()', 'tomorrow'],
    [
      '[DateTime.isDateTime($now), DateTime.isDateTime(5), DateTime.invalid("x").isValid, DateTime.fromISO("x").toISO()]',
      [true, false, false, null],
    ],
    ['[$now instanceof DateTime, $now > $today, $now <= $now]', [true, true, true]],
    ['DateTime.fromObject({ hour: 10 })', '2024-05-30T10:00:00.000-04:00'],
    ['DateTime.fromISO("10:00")', '2024-05-30T10:00:00.000-04:00'],
    ['$now.setLocale("de").weekdayShort', 'Do'],
  ])('%s', (code, value) => expect(iso(evaluate(code, run))).toEqual(value));
});

describe('durations and intervals', () => {
  it.each([
    ['Duration.fromObject({ hours: 1, minutes: 30 }).as("minutes")', 90],
    ['Duration.fromObject().toMillis()', 0],
    ['Duration.fromMillis(5400000).toFormat("hh:mm")', '01:30'],
    ['Duration.fromISO("PT1H").toHuman({ listStyle: "long" })', '1 hour'],
    ['Duration.fromISOTime("01:30").toISOTime({ suppressSeconds: true })', '01:30'],
    ['Duration.fromDurationLike({ days: 1 }).plus({ hours: 1 }).minus(3600000).shiftTo("hours").hours', 24],
    ['Duration.fromObject({ minutes: 90 }).shiftTo(["hours", "minutes"]).toObject()', { hours: 1, minutes: 30 }],
    ['Duration.fromObject({ minutes: 90 }).set({ minutes: 5 }).minutes', 5],
    ['Duration.fromObject({ minutes: 90 }).set().minutes', 90],
    ['Duration.fromObject({ minutes: 5 }).mapUnits((v, u) => v * 2).minutes', 10],
    ['Duration.fromObject({ minutes: 5 }).reconfigure({ locale: "de" }).toHuman()', '5 Minuten'],
    ['Duration.fromObject({ minutes: 5 }).reconfigure().minutes', 5],
    ['Duration.fromObject({ minutes: 5 }).negate().normalize().get("minutes")', -5],
    ['[Duration.isDuration(Duration.fromMillis(1)), Duration.isDuration(1), Duration.invalid("x").isValid]', [true, false, false]],
    ['[Duration.fromMillis(1).equals(Duration.fromMillis(1)), Duration.fromMillis(1).equals(1)]', [true, false]],
    [
      '[`${Duration.fromObject({ hours: 1 })}`, Duration.fromObject({ hours: 1 }) + 0, Duration.fromObject({ hours: 1 }).toJSON()]',
      ['PT1H', 3600000, 'PT1H'],
    ],
    ['$now.diff(0, "years").years > 54', true],
    ['$now.diff($today).toFormat("h:mm")', '6:15'],
    ['Interval.fromDateTimes($today, $now).length("hours")', 6.258333333333334],
    ['Interval.after($today, { days: 2 }).count("days")', 2],
    ['Interval.after(new Date(0), 100).length()', 100],
    ['Interval.before($today, { days: 2 }).toISODate()', '2024-05-28/2024-05-30'],
    ['Interval.fromISO("2024-01-01/2024-01-03").splitBy({ days: 1 }).map(i => i.start.day)', [1, 2]],
    ['Interval.fromISO("2024-01-01/2024-01-03").divideEqually(2).length', 2],
    ['Interval.fromISO("2024-01-01/2024-01-03").splitAt("2024-01-02").length', 2],
    ['Interval.fromISO("2024-01-01/2024-01-03").contains("2024-01-02T10:00")', true],
    ['Interval.fromISO("2024-01-01/2024-01-03").isBefore($now)', true],
    ['Interval.fromISO("2024-01-01/2024-01-03").isAfter($now)', false],
    ['Interval.fromISO("2024-01-01/2024-01-03").overlaps(Interval.fromISO("2024-01-02/2024-01-05"))', true],
    ['Interval.fromISO("2024-01-01/2024-01-03").union(Interval.fromISO("2024-01-02/2024-01-05")).end.day', 5],
    ['Interval.fromISO("2024-01-01/2024-01-03").difference(Interval.fromISO("2024-01-02/2024-01-05")).length', 1],
    ['Interval.fromISO("2024-01-01/2024-01-03").hasSame("month")', true],
    ['Interval.fromISO("2024-01-01/2024-01-03").set({ end: "2024-01-05" }).end.day', 5],
    ['Interval.fromISO("2024-01-01/2024-01-03").set({ start: "2024-01-02" }).start.day', 2],
    ['Interval.fromISO("2024-01-01/2024-01-03").mapEndpoints(d => d.plus({ days: 1 })).start.day', 2],
    ['Interval.fromISO("2024-01-01/2024-01-03").toDuration("days").days', 2],
    ['Interval.fromISO("2024-01-01/2024-01-03").toFormat("dd")', '01 – 03'],
    ['Interval.fromISO("2024-01-01/2024-01-03").toLocaleString({ dateStyle: "short" })', '1/1/24\u2009–\u20091/3/24'],
    [
      'Interval.fromISO("2024-01-01/2024-01-03").toISOTime({ suppressMilliseconds: true, suppressSeconds: true })',
      '00:00-05:00/00:00-05:00',
    ],
    [
      'Interval.fromISO("2024-01-01/2024-01-03").toISO({ suppressMilliseconds: true })',
      '2024-01-01T00:00:00-05:00/2024-01-03T00:00:00-05:00',
    ],
    ['Interval.merge([Interval.fromISO("2024-01-01/2024-01-03"), Interval.fromISO("2024-01-02/2024-01-05")]).length', 1],
    ['Interval.xor([Interval.fromISO("2024-01-01/2024-01-03"), Interval.fromISO("2024-01-02/2024-01-05")]).length', 2],
    [
      '[Interval.isInterval(Interval.fromISO("2024-01-01/2024-01-03")), Interval.isInterval(1), Interval.invalid("x").isValid]',
      [true, false, false],
    ],
    ['`${Interval.fromISO("2024-01-01/2024-01-02")}`', '[2024-01-01T00:00:00.000-05:00 – 2024-01-02T00:00:00.000-05:00)'],
  ])('%s', (code, value) => expect(iso(evaluate(code, run))).toEqual(value));

  it('leave as luxon objects', () => {
    expect(evaluate('$now')).toBeInstanceOf(DateTime);
    expect(evaluate('Duration.fromMillis(1)')).toBeInstanceOf(Duration);
    expect(evaluate('Interval.after($now, 1)')).toBeInstanceOf(Interval);
    expect(evaluate('[DateTime, Duration, Interval].map(c => c.name)')).toEqual(['DateTime', 'Duration', 'Interval']);
  });
});

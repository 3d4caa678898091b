// Measures how long small requests wait while large JSON bodies arrive, are parsed, pass a node, are saved and returned; and what numbers cost that
// JavaScript cannot represent.
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { longestWait } from './longest-wait.ts';
import { call, echo, hook, itemsOf, json, list, open } from './hooks.ts';
import { mebibytes, median, MiB, milliseconds, row, server, times } from './report.ts';

const SIZES = [20, 50, 100] as const;
/** Milliseconds of the measurement without load. */
const IDLE = 3000;

/** Number of measurements of which the median is shown. */
const RUNS = 3;

/** A list of customers as JSON. Half of it is random, so that it is long in the database, too. */
function bodyOf(size: number): Buffer {
  const entries: string[] = [];
  for (let length = 0; length < size; length += (entries.at(-1)?.length ?? 0) + 1) {
    const id = entries.length;
    const note = randomBytes(75).toString('base64');
    const entry = { id, name: `customer ${id}`, email: `c${id}@example.com`, note, tags: ['a', 'b', 'c'], rate: id * 1.5 };
    entries.push(JSON.stringify(entry));
  }
  return Buffer.from(`[${entries.join(',')}]`);
}

/** Another client calls a small webhook meanwhile, whose executions are saved. */
export async function bodies(): Promise<void> {
  const ours = await server('bodies', { MILLRACE_WEBHOOK_BODY_MAX: '200' });
  await open(ours.url, hook('small', 'all', true));
  for (const saves of ['all', 'none'] as const) await open(ours.url, echo(saves, saves));
  await call(`${ours.url}webhook/all`, bodyOf(MiB), json);
  const idle = await longestWait(ours.url, () => setTimeout(IDLE), 'small');
  for (const size of SIZES) {
    const body = bodyOf(size * MiB);
    for (const saves of ['all', 'none'] as const) {
      ours.resetPeak();
      const before = ours.memory().now;
      const spent: number[] = [];
      const waits: number[] = [];
      while (waits.length < RUNS) {
        const work = async (): Promise<void> => {
          spent.push(...(await times(1, () => call(`${ours.url}webhook/${saves}`, body, json))));
          // The execution is stored after the response.
          await setTimeout(IDLE);
        };
        waits.push(await longestWait(ours.url, work, 'small'));
      }
      row(
        `JSON body of ${size} MB, received, ${saves === 'all' ? 'saved and returned' : 'returned'}`,
        milliseconds(median(spent)),
        '',
        '',
        `others ≤ ${milliseconds(median(waits))}`,
        `idle ≤ ${milliseconds(idle)}`,
        `+${mebibytes(ours.memory().peak - before)}`,
      );
    }
  }
  await ours.stop();
}

const ITEMS = 100_000;
/** The number that each entry contains, per row: ordinary, inexact, and ordinary again, since writing JSON costs more once an inexact number has been read. */
const ids = ['1700000000000', '9007199254740993', '1700000000000'] as const;

export async function exactNumbers(): Promise<void> {
  const ours = await server('exact-numbers');
  await open(ours.url, list('exact', 'all', false));
  const spent: number[] = [];
  for (const id of ids) {
    const body = itemsOf(ITEMS, id);
    const send = (): Promise<void> => call(`${ours.url}webhook/exact`, body, json);
    await times(3, send);
    spent.push(median(await times(7, send)));
  }
  const [before = Number.NaN, exact = Number.NaN, after = Number.NaN] = spent;
  for (const [how, time] of [
    ['with integers beyond 2⁵³', exact],
    ['without, but after such ones', after],
  ] as const) {
    row(
      `webhook → Set, 100,000 items saved: ${how}, ordinary`,
      milliseconds(time),
      milliseconds(before),
      `${(time / before).toFixed(2)} ×`,
    );
  }
  await ours.stop();
}

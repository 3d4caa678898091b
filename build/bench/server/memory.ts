// Compares loops and chains with and without saving, and measures memory: with 100,000 items, and a minute after 150,000 calls.
import { setTimeout } from 'node:timers/promises';
import { call, chain, hook, itemsOf, json, list, load, open } from './hooks.ts';
import { mebibytes, median, milliseconds, row, server, times } from './report.ts';

const TURNS = 1000;
/** Length of the chain. */
const NODES = 100;
const ITEMS = 100_000;
const CALLS = 150_000;

export async function loops(): Promise<void> {
  const ours = await server('loops');
  const spent: number[] = [];
  for (const saves of ['progress', 'all', 'none'] as const) {
    await open(ours.url, list(`loop-${saves}`, saves, true));
    const turn = (): Promise<void> => call(`${ours.url}webhook/loop-${saves}`, itemsOf(TURNS), json);
    await times(20, turn);
    spent.push(median(await times(30, turn)));
  }
  const [progress = Number.NaN, saved = Number.NaN, unsaved = Number.NaN] = spent;
  for (const [how, time] of [
    ['saved', saved],
    ['with progress saved', progress],
  ] as const) {
    row(`loop of 1,000 iterations, ${how}, not saved`, milliseconds(time), milliseconds(unsaved), `${(time / unsaved).toFixed(1)} ×`);
  }
  await ours.stop();
}

export async function chains(): Promise<void> {
  for (const durability of ['full', 'normal']) {
    const ours = await server(`chains-${durability}`, { MILLRACE_DURABILITY: durability });
    const spent: Record<'all' | 'none', number[]> = { all: [], none: [] };
    for (const saves of ['all', 'none'] as const) await open(ours.url, chain(`chain-${saves}`, saves, NODES));
    for (let round = 0; round < 10; round++) {
      for (const saves of ['all', 'none'] as const) {
        const calls = await times(30, () => call(`${ours.url}webhook/chain-${saves}`, '{"n":21}', json));
        if (round > 2) spent[saves].push(...calls);
      }
    }
    const [saved, unsaved] = [median(spent.all), median(spent.none)];
    const flush = durability === 'full' ? ', flushed' : '';
    row(
      `chain of ${NODES} Set nodes, saved${flush}, not saved`,
      milliseconds(saved),
      milliseconds(unsaved),
      `+${milliseconds(saved - unsaved)}`,
    );
    await ours.stop();
  }
}

export async function memory(): Promise<void> {
  const ours = await server('memory');
  await open(ours.url, list('many', 'all', false));
  await open(ours.url, hook('calls', 'all', false));
  await call(`${ours.url}webhook/many`, itemsOf(ITEMS), json);
  row('peak memory with 100,000 items', mebibytes(ours.memory().peak));
  let calls = 0;
  while (calls < CALLS) calls += (await load(`${ours.url}webhook/calls`, 20)).total;
  const busy = ours.memory().now;
  await setTimeout(60_000);
  row('memory a minute after 150,000 webhooks', mebibytes(ours.memory().now), '', '', `${mebibytes(busy)} at the end`);
  await ours.stop();
}

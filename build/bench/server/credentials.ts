// Measures what a credential costs per request of HTTP Request: a run with many requests, without authentication and with a header credential.
import { call, itemsOf, json, open, requesting } from './hooks.ts';
import { bare, median, row, server, times } from './report.ts';

/** Requests per run. */
const REQUESTS = 500;
const RUNS = 15;
/** Maximum cost of a credential per request in milliseconds. */
const GOAL = 0.2;

export async function credentials(): Promise<void> {
  const [ours, bares] = await Promise.all([server('credentials'), bare()]);
  const body = JSON.stringify({ name: 'Key', type: 'httpHeaderAuth', data: { name: 'X-Key', value: 'a key of the benchmark' } });
  const { data } = (await (await fetch(`${ours.url}rest/credentials`, { method: 'POST', headers: json, body })).json()) as {
    data: { id: string };
  };
  await open(ours.url, requesting('without', bares.url));
  await open(ours.url, requesting('with', bares.url, { httpHeaderAuth: { id: data.id, name: 'Key' } }));
  const items = itemsOf(REQUESTS);
  const spent = { without: [] as number[], with: [] as number[] };
  for (let run = 0; run < RUNS; run++) {
    for (const path of ['without', 'with'] as const) {
      const [time = Number.NaN] = await times(1, () => call(`${ours.url}webhook/${path}`, items, json));
      // The first runs load and compile code, so they are not measured.
      if (run >= 3) spent[path].push(time / REQUESTS);
    }
  }
  const [without, withKey] = [median(spent.without), median(spent.with)];
  const cost = withKey - without;
  row(
    'HTTP Request per request: with a credential, without',
    `${withKey.toFixed(3)} ms`,
    `${without.toFixed(3)} ms`,
    `${cost < 0 ? '' : '+'}${cost.toFixed(3)} ms`,
    cost < GOAL ? `under ${GOAL} ms` : `OVER ${GOAL} ms`,
  );
  await Promise.all([ours.stop(), bares.stop()]);
}

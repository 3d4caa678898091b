// Measures what a credential costs per request of HTTP Request: runs with many requests and with a single one, without authentication and with a header credential.
import { call, itemsOf, json, open, requesting } from './hooks.ts';
import { bare, median, row, server, times } from './report.ts';

/** Maximum cost of a credential per request in milliseconds. */
const GOAL = 0.2;
/** Requests per run and number of runs. A run with a single request pays for all queries that find its credential. */
const sizes = [
  { what: 'HTTP Request per request', requests: 500, runs: 15 },
  { what: 'Execution with one HTTP Request', requests: 1, runs: 800 },
] as const;

export async function credentials(): Promise<void> {
  const [ours, bares] = await Promise.all([server('credentials'), bare()]);
  const body = JSON.stringify({ name: 'Key', type: 'httpHeaderAuth', data: { name: 'X-Key', value: 'a key of the benchmark' } });
  const { data } = (await (await fetch(`${ours.url}rest/credentials`, { method: 'POST', headers: json, body })).json()) as {
    data: { id: string };
  };
  await open(ours.url, requesting('without', bares.url));
  await open(ours.url, requesting('with', bares.url, { httpHeaderAuth: { id: data.id, name: 'Key' } }));
  for (const { what, requests, runs } of sizes) {
    const items = itemsOf(requests);
    const spent = { without: [] as number[], with: [] as number[] };
    for (let run = 0; run < runs; run++) {
      for (const path of ['without', 'with'] as const) {
        const [time = Number.NaN] = await times(1, () => call(`${ours.url}webhook/${path}`, items, json));
        // The first runs load and compile code, so they are not measured.
        if (run >= runs / 5) spent[path].push(time / requests);
      }
    }
    const [without, withKey] = [median(spent.without), median(spent.with)];
    const cost = withKey - without;
    row(
      `${what}: with a credential, without`,
      `${withKey.toFixed(3)} ms`,
      `${without.toFixed(3)} ms`,
      `${cost < 0 ? '' : '+'}${cost.toFixed(3)} ms`,
      cost < GOAL ? `under ${GOAL} ms` : `OVER ${GOAL} ms`,
    );
  }
  await Promise.all([ours.stop(), bares.stop()]);
}

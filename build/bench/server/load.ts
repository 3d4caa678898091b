// Generates load on one URL with autocannon: `node build/bench/server/load.ts URL CONNECTIONS SECONDS`. Prints one line of JSON.
import autocannon from 'autocannon';

export interface Load {
  /** Responses per second. */
  readonly rate: number;
  /** Response times in milliseconds, by percentile. */
  readonly p50: number;
  readonly p99: number;
  /** Number of failed or refused calls. */
  readonly failures: number;
  readonly total: number;
}

if (import.meta.filename === process.argv[1]) {
  const [, , url = '', connections = '1', seconds = '3'] = process.argv;
  const { requests, latency, non2xx, errors, timeouts } = await autocannon({
    url,
    connections: Number(connections),
    duration: Number(seconds),
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"n":21}',
  });
  const load: Load = {
    rate: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    failures: non2xx + errors + timeouts,
    total: requests.total,
  };
  console.log(JSON.stringify(load));
}

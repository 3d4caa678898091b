// Runs nodes that send messages to a service themselves, on a server of the test.
import { afterEach } from 'vitest';
import { MemoryBinary } from '../../binary/memory-binary.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import type { StubServer } from '../stub-server.ts';
import { runRootNode, type RootOutcome, type RootRun } from './run-root-node.ts';

export interface ServiceOutcome extends RootOutcome {
  /** Method and path of each request. */
  readonly requests: readonly string[];
  /** Bodies of the requests, parsed if they are JSON. */
  readonly bodies: readonly unknown[];
  /** Files of the output by field, as text, for each item. */
  readonly files: readonly Readonly<Record<string, string>>[];
  readonly headers: readonly Readonly<Record<string, unknown>>[];
}

export type ServiceRun = Omit<RootRun, 'attached'> & Partial<Pick<RootRun, 'attached'>>;

/** Returns a function that runs a node on the server that `start` starts; servers are closed after each test. */
export function serviceRuns<S>(
  start: (script: S) => Promise<StubServer>,
  runOn: (server: StubServer) => Partial<RootRun>,
): (script: S, run: ServiceRun) => Promise<ServiceOutcome> {
  const servers: StubServer[] = [];
  afterEach(async () => {
    for (let server = servers.pop(); server !== undefined; server = servers.pop()) await server.close();
  });
  return async (script, run) => {
    const server = await start(script);
    servers.push(server);
    const binary = new MemoryBinary();
    const common = runOn(server);
    const outcome = await runRootNode({ attached: [], ...common, ...run, ports: { binary, ...common.ports, ...run.ports } });
    const items: readonly Item[] = outcome.runData['Root']?.[0]?.data?.['main']?.[0] ?? [];
    return {
      ...outcome,
      requests: server.received.map(({ method, url }) => `${method} ${url}`),
      bodies: server.received.map(({ body }) => parsed(body)),
      headers: server.received.map(({ headers }) => headers),
      files: await Promise.all(
        items.map(async ({ binary: files = {} }) => {
          const entries = Object.entries(files).map(
            async ([name, entry]) => [name, Buffer.from(await binary.read(entry)).toString()] as const,
          );
          return Object.fromEntries(await Promise.all(entries));
        }),
      ),
    };
  };
}

function parsed(body: string): JsonObject | string {
  try {
    return JSON.parse(body) as JsonObject;
  } catch {
    return body;
  }
}

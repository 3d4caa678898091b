// RSS Feed Trigger: the new entries since the last poll.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import type { ExecutionMode } from '../../contract/run-data.ts';
import { Executor } from '../../execution/index.ts';
import { createHttpClient } from '../../execution/http/client.ts';
import { buildWorkflow } from '../../testing/build-workflow.ts';
import { fakeClock, fakePorts } from '../../testing/fake-ports.ts';
import { stubServer, type StubServer } from '../../testing/stub-server.ts';

const http = createHttpClient();
let server: StubServer;
let feed = '';

beforeAll(async () => {
  server = await stubServer((_request, response) => response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(feed));
});
afterAll(async () => {
  await Promise.all([http.close(), server.close()]);
});

type Entry = readonly [title: string, date?: string];

const rss = (entries: readonly Entry[]): string =>
  `<rss><channel>${entries.map(([title, date]) => `<item><title>${title}</title><guid>${title}</guid>${date === undefined ? '' : `<pubDate>${date}</pubDate>`}</item>`).join('')}</channel></rss>`;

const now = Date.UTC(2026, 0, 15, 12);

/** Polls the feed once; returns the titles of new entries, and the state for the next poll. */
async function look(
  entries: readonly Entry[],
  staticData?: JsonObject,
  mode: ExecutionMode = 'trigger',
  at = now,
): Promise<{ titles: unknown; staticData?: JsonObject }> {
  feed = rss(entries);
  const parameters = { feedUrl: `${server.address}/feed` };
  const workflow = buildWorkflow({ Feed: { type: 'rssFeedReadTrigger', typeVersion: 1, parameters } }, [], { id: 'w' });
  const detachedNode = await new Executor(fakePorts({ http, clock: fakeClock(at) })).detachedNode(workflow, 'Feed', {
    mode,
    signal: new AbortController().signal,
    staticData,
  });
  const items = (await detachedNode.type.poll?.(detachedNode.context)) ?? null;
  return {
    titles: items === null ? null : items[0]?.map(({ json }) => json['title']),
    staticData: detachedNode.changedStaticData() ?? staticData,
  };
}

const day = (date: number): string => new Date(Date.UTC(2026, 0, date)).toUTCString();

/** Polls repeatedly; returns the new entries of each poll. */
async function looks(...feeds: (readonly Entry[])[]): Promise<unknown[]> {
  const match: unknown[] = [];
  let staticData: JsonObject | undefined;
  for (const entries of feeds) {
    const seen = await look(entries, staticData);
    staticData = seen.staticData;
    match.push(seen.titles);
  }
  return match;
}

describe('new entries', () => {
  it.each<[what: string, feeds: (readonly Entry[])[], expected: unknown[]]>([
    ['nothing at the first check', [[['a', day(1)]]], [null]],
    [
      'those with later dates',
      [
        [['a', day(1)]],
        [
          ['c', day(3)],
          ['b', day(2)],
          ['a', day(1)],
        ],
        [['c', day(3)]],
      ],
      [null, ['c', 'b'], null],
    ],
    [
      'those that come with the same date',
      [
        [['a', day(1)]],
        [
          ['b', day(1)],
          ['a', day(1)],
        ],
        [
          ['b', day(1)],
          ['a', day(1)],
        ],
      ],
      [null, ['b'], null],
    ],
    [
      'none with earlier dates',
      [
        [['b', day(2)]],
        [
          ['a', day(1)],
          ['b', day(2)],
        ],
      ],
      [null, null],
    ],
    ['entries without a date, by their ids', [[['a']], [['b'], ['a']], [['a']], [['b'], ['c']]], [null, ['b'], null, ['c']]],
    ['all entries of a feed that was empty', [[], [['a', day(1)], ['b']]], [null, ['a', 'b']]],
    ['a republished entry', [[['a', day(1)]], [['a', day(2)]]], [null, ['a']]],
    [
      'later ones, though one is dated far ahead',
      [
        [
          ['z', day(400)],
          ['a', day(1)],
        ],
        [
          ['z', day(400)],
          ['b', day(2)],
        ],
      ],
      [null, ['b']],
    ],
  ])('%s', async (_what, feeds, expected) => {
    expect(await looks(...feeds)).toEqual(expected);
  });

  it('once only, also when the date of a future entry has come', async () => {
    const entries: Entry[] = [
      ['z', day(20)],
      ['a', day(1)],
    ];
    const { staticData } = await look(entries);
    expect((await look(entries, staticData, 'trigger', Date.UTC(2026, 0, 25))).titles).toBeNull();
  });

  it('since a date stored in the workflow file', async () => {
    const staticData = { 'node:Feed': { lastItemDate: '2026-01-02T00:00:00.000Z' } };
    expect((await look([['a', day(1)], ['b', day(2)], ['c', day(3)], ['d']], staticData)).titles).toEqual(['c']);
  });
});

describe('a manual run', () => {
  it('returns the latest entry, seen or not, and stores nothing', async () => {
    const staticData = { 'node:Feed': { lastItemDate: '2026-01-09T00:00:00.000Z' } };
    const seen = await look(
      [
        ['a', day(1)],
        ['c', day(3)],
        ['b', day(2)],
      ],
      staticData,
      'manual',
    );
    expect(seen).toEqual({ titles: ['c'], staticData });
    expect((await look([['first'], ['second']], undefined, 'manual')).titles).toEqual(['first']);
    expect((await look([], undefined, 'manual')).titles).toBeNull();
  });
});

it('fails without a URL', async () => {
  const workflow = buildWorkflow({ Feed: { type: 'rssFeedReadTrigger', typeVersion: 1 } }, [], { id: 'w' });
  const { type, context } = await new Executor(fakePorts({ http })).detachedNode(workflow, 'Feed', {
    mode: 'trigger',
    signal: new AbortController().signal,
  });
  await expect(type.poll?.(context)).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
});

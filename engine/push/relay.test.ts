// Hubs of several servers: which events reach the sessions of others, what a session learns that moves, and what is dropped to stay within limits.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonValue } from '../contract/json.ts';
import type { PushEvent } from '../contract/push.ts';
import { pushAddress, PushHub, type Listener } from './hub.ts';
import { PushRelay, type RelayLimits, type RelayTeam } from './relay.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const event = (name: string): PushEvent => ({ type: 'testWebhookDeleted', workflowId: name });
const limits: Partial<RelayLimits> = { batch: 30, changes: 1000, recent: 10_000, patience: 5000, sessionBytes: 10_000 };

interface SentMessage {
  readonly topic: string;
  readonly from: string;
  readonly to: string | undefined;
  readonly length: number;
}

/** The messages of all servers: delivered as JSON in the next tick, to those that listen. */
class Network {
  readonly sent: SentMessage[] = [];
  readonly servers: string[] = [];
  isBroken = false;
  readonly #listeners = new Map<string, { topic: string; listener: (body: JsonValue, from: string) => void }[]>();
  readonly #gaps = new Map<string, () => void>();
  readonly #changes = new Set<() => void>();

  team(id: string): RelayTeam {
    this.servers.push(id);
    this.#listeners.set(id, []);
    const { servers } = this;
    return {
      id,
      servers,
      messages: {
        send: async (topic, body, to) => {
          if (this.isBroken) throw new Error('no database');
          const text = JSON.stringify(body);
          this.sent.push({ topic, from: id, to, length: text.length });
          for (const [server, listeners] of this.#listeners) {
            if (server === id || (to !== undefined && to !== server)) continue;
            setImmediate(() => {
              for (const each of listeners) if (each.topic === topic) each.listener(JSON.parse(text) as JsonValue, id);
            });
          }
        },
        on: (topic, listener) => {
          this.#listeners.get(id)?.push({ topic, listener });
          return () => undefined;
        },
        onGap: (listener) => {
          this.#gaps.set(id, listener);
          return () => undefined;
        },
      },
      onChange: (listener) => {
        this.#changes.add(listener);
        return () => undefined;
      },
    };
  }

  end(id: string): void {
    this.servers.splice(this.servers.indexOf(id), 1);
    this.#listeners.delete(id);
    for (const changed of this.#changes) changed();
  }

  gap(id: string): void {
    this.#gaps.get(id)?.();
  }

  count(topic: string): number {
    return this.sent.filter((message) => message.topic === topic).length;
  }
}

interface TestServer {
  readonly id: string;
  readonly hub: PushHub;
  readonly relay: PushRelay;
  /** Connects a session; returns what it receives, and the function that ends it. */
  readonly connect: (userId: string, sessionId?: string, lastSeen?: number) => { messages: string[]; last: () => number; end: () => void };
}

function serverOn(network: Network, id: string, ownLimits: Partial<RelayLimits> = {}): TestServer {
  const hub = new PushHub(() => Date.now());
  const relay = new PushRelay(hub, network.team(id), { ...limits, ...ownLimits });
  const start = network.servers.length * 1000;
  hub.join(relay, () => start);
  const connect: TestServer['connect'] = (userId, sessionId = 's', lastSeen) => {
    const messages: string[] = [];
    let last = 0;
    const listener: Listener = {
      userId,
      receivesAll: userId === 'owner',
      send: ({ number, event: received }) => {
        last = number;
        messages.push('workflowId' in received ? received.workflowId : received.type);
      },
      begins: (after) => (last = after),
      missed: (to) => {
        last = to;
        messages.push('gap');
      },
      end: () => undefined,
    };
    return { messages, last: () => last, end: hub.listen(sessionId, listener, lastSeen) };
  };
  return { id, hub, relay, connect };
}

function servers(count: number, ownLimits?: Partial<RelayLimits>): { network: Network; all: TestServer[] } {
  const network = new Network();
  return { network, all: Array.from({ length: count }, (_, index) => serverOn(network, `server ${index}`, ownLimits)) };
}

const settled = (time = 100): Promise<unknown> => vi.advanceTimersByTimeAsync(time);
const anna = pushAddress('anna', 's');

describe('an event of a session', () => {
  it('reaches it at the other server only, in order and in one message', async () => {
    const { network, all } = servers(3);
    const [first, second] = all;
    const session = second?.connect('anna');
    const other = all[2]?.connect('ben');
    await settled();
    for (const name of ['a', 'b', 'c']) first?.hub.send(anna, event(name));
    await settled();
    expect([session?.messages, other?.messages]).toEqual([['a', 'b', 'c'], []]);
    expect(network.sent.filter(({ topic }) => topic === 'push.events')).toMatchObject([{ from: 'server 0', to: 'server 1' }]);
  });

  it('reaches both listeners of a session that is at two servers', async () => {
    const { all } = servers(2);
    const sessions = all.map(({ connect }) => connect('anna'));
    await settled();
    all[0]?.hub.send(anna, event('a'));
    await settled();
    expect(sessions.map(({ messages }) => messages)).toEqual([['a'], ['a']]);
  });

  it('is not sent to a server whose session is forgotten, or that has ended', async () => {
    const { network, all } = servers(3);
    const [first, second, third] = all;
    second?.connect('anna').end();
    third?.connect('anna');
    await settled(61_000);
    expect(second?.hub.hasListeners).toBe(true);
    network.end('server 2');
    second?.hub.broadcast(event('x'));
    await settled();
    first?.hub.send(anna, event('a'));
    await settled();
    expect([first?.hub.hasListeners, network.count('push.events')]).toEqual([false, 0]);
  });

  it('that exceeds the limit becomes a gap, and later ones follow it', async () => {
    const { network, all } = servers(2);
    const session = all[1]?.connect('anna');
    await settled();
    for (let count = 0; count < 1000; count++) all[0]?.hub.send(anna, event(`large ${'x'.repeat(50)}`));
    all[0]?.hub.send(anna, event('x'.repeat(20_000)));
    all[0]?.hub.send(anna, event('after'));
    await settled();
    expect(session?.messages).toEqual(['gap', 'after']);
    expect(network.sent.filter(({ topic }) => topic === 'push.events').every(({ length }) => length < 20_000)).toBe(true);
  });

  it('waits until the other server has received a large batch', async () => {
    const { network, all } = servers(2);
    const session = all[1]?.connect('anna');
    await settled();
    all[0]?.hub.send(anna, event('x'.repeat(6000)));
    await vi.advanceTimersByTimeAsync(30);
    all[0]?.hub.send(anna, event('next'));
    await settled();
    expect(session?.messages.map((name) => name.slice(0, 4))).toEqual(['xxxx', 'next']);
    expect(network.count('push.received')).toBe(1);
  });

  it('becomes a gap if the other server does not receive it, or the database is away', async () => {
    const { network, all } = servers(2);
    const session = all[1]?.connect('anna');
    await settled();
    network.isBroken = true;
    all[0]?.hub.send(anna, event('lost'));
    await settled();
    network.isBroken = false;
    all[0]?.hub.send(anna, event('after'));
    await settled(6000);
    expect(session?.messages).toEqual(['gap', 'after']);
  });
});

describe('a session that moves to another server', () => {
  it('learns that it has missed events, at once and again if events were sent meanwhile, and is not sent any twice', async () => {
    const { all } = servers(3);
    const [first, second, third] = all;
    const before = first?.connect('anna');
    await settled();
    third?.hub.send(anna, event('a'));
    await settled();
    before?.end();
    const after = second?.connect('anna', 's', before?.last());
    // The server with the run does not know yet where the session is.
    third?.hub.send(anna, event('b'));
    await settled();
    third?.hub.send(anna, event('c'));
    await settled();
    expect(before?.messages).toEqual(['a']);
    expect(after?.messages).toEqual(['gap', 'gap', 'c']);
    // Back again: the numbers of the other server mean nothing here.
    after?.end();
    const back = first?.connect('anna', 's', after?.last());
    expect(back?.messages).toEqual(['gap']);
  });

  it('continues without a gap at the same server', async () => {
    const { all } = servers(2);
    const [first] = all;
    const before = first?.connect('anna');
    first?.hub.send(anna, event('a'));
    before?.end();
    first?.hub.send(anna, event('b'));
    expect(first?.connect('anna', 's', before?.last()).messages).toEqual(['b']);
  });

  it('is known to a server that starts later, and to one that was away', async () => {
    const { network, all } = servers(1);
    const session = all[0]?.connect('anna');
    const late = serverOn(network, 'late');
    await settled();
    late.hub.send(anna, event('a'));
    await settled();
    network.gap('late');
    network.gap('server 0');
    await settled();
    late.hub.send(anna, event('b'));
    await settled();
    expect(session?.messages).toEqual(['a', 'gap', 'b']);
  });
});

describe('events to several', () => {
  it('reach those of their owner at all servers; what each server reports about itself stays there', async () => {
    const { all } = servers(2);
    const [first, second] = all;
    const [annas, bens, owners] = ['anna', 'ben', 'owner'].map((user) => second?.connect(user, user).messages);
    await settled();
    first?.hub.broadcast(event('all'));
    first?.hub.broadcast(event('of anna'), 'anna');
    first?.hub.broadcast(event('of nobody'), null);
    for (const type of ['addressesChanged', 'settingsChanged', 'nodeTypesChanged'] as const) first?.hub.broadcast({ type });
    await settled();
    expect([annas, bens, owners]).toEqual([['all', 'of anna'], ['all'], ['all', 'of anna', 'of nobody']]);
  });

  it('become a gap if the database is away', async () => {
    const { network, all } = servers(2);
    const session = all[1]?.connect('anna');
    await settled();
    network.isBroken = true;
    all[0]?.hub.broadcast(event('lost'));
    await settled();
    network.isBroken = false;
    await settled(6000);
    expect(session?.messages).toEqual(['gap']);
  });

  it('of production executions are one hint a second, and none without an open editor elsewhere', async () => {
    const { network, all } = servers(2);
    const [first, second] = all;
    const own = first?.connect('anna');
    const production: PushEvent = { type: 'executionQueued', executionId: 'e', workflowId: 'run', workflowName: '', mode: 'webhook' };
    first?.hub.executionChanged(production, 'anna');
    await settled(2000);
    expect([own?.messages, network.count('push.executions')]).toEqual([['run'], 0]);
    const [annas, bens, owners] = ['anna', 'ben', 'owner'].map((user) => second?.connect(user, user).messages);
    await settled();
    for (let count = 0; count < 500; count++) {
      first?.hub.executionChanged(production, count % 2 === 0 ? 'anna' : null);
      await settled(10);
    }
    await settled(2000);
    expect(network.count('push.executions')).toBeLessThanOrEqual(6);
    expect(new Set(annas)).toEqual(new Set(['executionsChanged']));
    expect([annas?.length, bens?.length, owners?.length].map((count) => (count ?? 0) > 1 && (count ?? 0) <= 6)).toEqual([
      true,
      false,
      true,
    ]);
    expect(network.count('push.all')).toBe(0);
  });

  it('of production executions are rarer with many servers that have open editors', async () => {
    const { network, all } = servers(41);
    for (const { connect } of all.slice(1)) connect('anna');
    await settled();
    for (let count = 0; count < 8; count++) {
      all[0]?.hub.executionChanged(event('run'), 'anna');
      await settled(1000);
    }
    expect(network.count('push.executions')).toBe(80);
  });
});

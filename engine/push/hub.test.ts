// Delivery of events, their numbering, and replay for reconnecting sessions.
import { describe, expect, it } from 'vitest';
import type { PushEvent } from '../contract/push.ts';
import type { Item } from '../contract/run-data.ts';
import { roughSize } from './event-size.ts';
import { pushAddress, PushHub, type Listener, type PushLimits } from './hub.ts';

const event = (name: string): PushEvent => ({ type: 'removeNodeType', name, version: 1 });

/** A listener that records events by number, and lost numbers. */
function subscriber(userId: string, receivesAll = false): { listener: Listener; messages: string[] } {
  const message: string[] = [];
  const listener: Listener = {
    userId,
    receivesAll,
    send: ({ number, event }) => message.push(`${number} ${'name' in event ? event.name : event.type}`),
    missed: (last) => message.push(`lost to ${last}`),
    end: () => message.push('ended'),
  };
  return { listener, messages: message };
}

function hubAt(limits: Partial<PushLimits> = {}): { hub: PushHub; clock: { time: number } } {
  const clock = { time: 0 };
  return { hub: new PushHub(() => clock.time, limits), clock };
}

describe('addressing', () => {
  it('sends to all sessions, to those of the owner, and to those that receive all events', () => {
    const { hub } = hubAt();
    const [anna, ben, owner] = [subscriber('anna'), subscriber('ben'), subscriber('owner', true)];
    hub.listen('a', anna.listener);
    hub.listen('b', ben.listener);
    hub.listen('o', owner.listener);
    hub.broadcast(event('all'));
    hub.broadcast(event('of anna'), 'anna');
    hub.broadcast(event('of nobody'), null);
    hub.send(pushAddress('ben', 'b'), event('to ben'));
    expect(anna.messages).toEqual(['1 all', '2 of anna']);
    expect(ben.messages).toEqual(['1 all', '2 to ben']);
    expect(owner.messages).toEqual(['1 all', '2 of anna', '3 of nobody']);
  });

  it('distinguishes sessions of the same name of several users', () => {
    const { hub } = hubAt();
    const [anna, ben] = [subscriber('anna'), subscriber('ben')];
    hub.listen('same', anna.listener);
    hub.listen('same', ben.listener);
    hub.send(pushAddress('anna', 'same'), event('secret'));
    expect([anna.messages, ben.messages]).toEqual([['1 secret'], []]);
    expect(pushAddress('a', 'b","c')).not.toBe(pushAddress('a","b', 'c'));
  });

  it('notifies an unknown session that reconnects without having received anything that it may have missed events', () => {
    const { hub } = hubAt();
    const anna = subscriber('anna');
    hub.listen('s', anna.listener, 0);
    expect(anna.messages).toEqual(['lost to 1']);
  });

  it('sends to two listeners of one session with the same numbers', () => {
    const { hub } = hubAt();
    const [one, two] = [subscriber('anna'), subscriber('anna')];
    const endOne = hub.listen('s', one.listener);
    hub.listen('s', two.listener);
    hub.broadcast(event('x'));
    endOne();
    endOne();
    hub.broadcast(event('y'));
    expect([one.messages, two.messages]).toEqual([['1 x'], ['1 x', '2 y']]);
  });

  it('sends nothing without sessions', () => {
    const { hub } = hubAt();
    hub.send(pushAddress('anna', 'none'), event('x'));
    hub.broadcast(event('x'));
    expect(hub.hasListeners).toBe(false);
  });
});

describe('a reconnecting session', () => {
  it('receives the events it missed, without a gap', () => {
    const { hub } = hubAt();
    const first = subscriber('anna');
    const end = hub.listen('s', first.listener);
    for (const name of ['a', 'b']) hub.broadcast(event(name));
    end();
    for (const name of ['c', 'd']) hub.broadcast(event(name), 'anna');
    const again = subscriber('anna');
    hub.listen('s', again.listener, 2);
    hub.broadcast(event('e'));
    expect(first.messages).toEqual(['1 a', '2 b']);
    expect(again.messages).toEqual(['3 c', '4 d', '5 e']);
  });

  it('also receives events of other owners if it receives all events', () => {
    const { hub } = hubAt();
    hub.listen('s', subscriber('owner', true).listener)();
    hub.listen('m', subscriber('member').listener)();
    hub.broadcast(event('of anna'), 'anna');
    const [owner, member] = [subscriber('owner', true), subscriber('member')];
    hub.listen('s', owner.listener, 0);
    hub.listen('m', member.listener, 0);
    expect([owner.messages, member.messages]).toEqual([['1 of anna'], []]);
  });

  it('is notified at once of events that the buffer could not hold', () => {
    const { hub } = hubAt({ events: 3 });
    hub.listen('s', subscriber('anna').listener)();
    for (const name of 'abcdef') hub.broadcast(event(name), 'anna');
    const again = subscriber('anna');
    hub.listen('s', again.listener, 1);
    expect(again.messages).toEqual(['lost to 3', '4 d', '5 e', '6 f']);
  });

  it('is notified at once of events lost by a restart, and numbering continues from its last one', () => {
    const { hub } = hubAt();
    const again = subscriber('anna');
    hub.listen('s', again.listener, 41);
    hub.broadcast(event('x'));
    expect(again.messages).toEqual(['lost to 42', '43 x']);
  });

  it('is forgotten after a while, even if the hub is idle', () => {
    const { hub, clock } = hubAt({ time: 1000 });
    hub.listen('s', subscriber('anna').listener)();
    clock.time = 1000;
    expect(hub.hasListeners).toBe(true);
    clock.time = 1001;
    hub.broadcast(event('x'), 'anna');
    expect(hub.hasListeners).toBe(false);
  });

  it.each([-1, 2 ** 50, Number.NaN])('with the invalid last event %d is treated as new', (lastSeen) => {
    const { hub } = hubAt();
    const again = subscriber('anna');
    hub.listen('s', again.listener, lastSeen);
    hub.broadcast(event('x'));
    expect(again.messages).toEqual(['1 x']);
  });
});

const withItems = (items: readonly Item[]): PushEvent => ({
  type: 'nodeExecuteAfter',
  executionId: 'e',
  nodeName: 'n',
  data: { startTime: 0, executionTime: 0, executionStatus: 'success', source: [], data: { main: [items] } } as never,
});

describe('buffered bytes', () => {
  it('are bounded: large events are not buffered, and their loss is reported', () => {
    const { hub } = hubAt({ bytes: 100_000 });
    hub.listen('s', subscriber('anna').listener)();
    const address = pushAddress('anna', 's');
    hub.send(address, event('small'));
    hub.send(address, withItems(Array.from({ length: 100_000 }, (_, index) => ({ json: { index, text: 'x'.repeat(50) } }))));
    hub.send(address, event('after'));
    const again = subscriber('anna');
    hub.listen('s', again.listener, 0);
    expect(again.messages).toEqual(['lost to 2', '3 after']);
  });

  it('are also bounded for many small events', () => {
    const { hub } = hubAt({ bytes: 10_000 });
    hub.listen('s', subscriber('anna').listener)();
    for (let count = 0; count < 400; count++) hub.broadcast(event('x'.repeat(200)), 'anna');
    const again = subscriber('anna');
    hub.listen('s', again.listener, 0);
    expect(again.messages[0]).toMatch(/^lost to 3[0-9]{2}$/);
    expect(again.messages.length).toBeGreaterThan(20);
  });

  it.each<[string, unknown, number, number]>([
    ['a text', 'x'.repeat(1000), 1000, 1100],
    ['bytes', new Uint8Array(5000), 5000, 5100],
    ['100,000 items', Array.from({ length: 100_000 }, () => ({ json: { text: 'x'.repeat(100) } })), 10_000_000, 30_000_000],
    [
      'an object of many fields',
      Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key${i}`, 'x'.repeat(20)])),
      200_000,
      600_000,
    ],
    ['nothing', null, 1, 64],
    ['an empty list', [], 1, 64],
  ])('of %s are estimated approximately', (_, value, least, most) => {
    const size = roughSize(value);
    expect(size).toBeGreaterThanOrEqual(least);
    expect(size).toBeLessThanOrEqual(most);
  });

  it('are measured for circular and for deeply nested values', () => {
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    let deep: unknown = 'end';
    for (let depth = 0; depth < 5000; depth++) deep = [deep];
    expect(roughSize(loop)).toBeGreaterThan(0);
    expect(roughSize(deep)).toBeGreaterThan(0);
  });
});

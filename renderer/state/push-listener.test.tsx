// Events from the transport to the store.
import type { UnknownAction } from '@reduxjs/toolkit';
import { expect, it } from 'vitest';
import type { PushEvent } from '../../engine/contract/push.ts';
import { OAUTH_CHANNEL } from '../../engine/contract/rest/constants.ts';
import type { Transport } from '../transport/transport.ts';
import { connectionChanged, pushReceived } from './actions.ts';
import { addPushReadiness, startPushListener } from './push-listener.ts';
import { eventually } from '../testing/setup.ts';

type Subscription = Parameters<Transport['subscribe']>[0];

const started: PushEvent = { type: 'executionStarted', executionId: '1', workflowId: 'w', workflowName: 'W', mode: 'manual', startedAt: 0 };
const finished: PushEvent = { type: 'executionFinished', executionId: '1', workflowId: 'w', status: 'success', stoppedAt: 1 };

function listening() {
  const actions: UnknownAction[] = [];
  let subscription: Subscription | undefined;
  let isEnded = false;
  const end = startPushListener(
    {
      subscribe: (listener) => {
        subscription = listener;
        return () => (isEnded = true);
      },
    },
    (action) => {
      actions.push(action as UnknownAction);
      return action;
    },
  );
  return { actions, subscription: subscription as Subscription, end, isEnded: () => isEnded };
}

const events = (actions: readonly UnknownAction[]): string[] => actions.filter(pushReceived.match).map(({ payload }) => payload.type);

it('dispatches the events of a frame together: only the last one notifies subscribers', async () => {
  const { actions, subscription } = listening();
  subscription.onEvent(started);
  subscription.onEvent(finished);
  expect(events(actions)).toEqual([]);
  await eventually(() => expect(events(actions)).toEqual(['executionStarted', 'executionFinished']));
  const batched = actions.filter(pushReceived.match).map(({ meta }) => Object.values(meta)[0]);
  expect(batched).toEqual([true, false]);
});

it.each<PushEvent>([finished, { type: 'executionsChanged' }, { type: 'serverEnded' }])('refetches executions after $type', (event) => {
  const { actions, subscription } = listening();
  subscription.onEvent(event);
  expect(actions.filter(({ type }) => String(type).endsWith('/invalidateTags'))).toMatchObject([{ payload: ['Executions'] }]);
});

it('refetches data that may have changed after a gap and after a lost connection', () => {
  const { actions, subscription } = listening();
  const invalidated = (): readonly UnknownAction[] => actions.filter(({ type }) => String(type).endsWith('/invalidateTags'));
  const invalidations = (): number => invalidated().length;
  subscription.onState('open');
  expect(invalidations()).toBe(0);
  subscription.onState('lost');
  subscription.onState('open');
  expect(invalidations()).toBe(1);
  subscription.onState('gap');
  expect(invalidations()).toBe(2);
  // Packages may have been installed meanwhile.
  for (const { payload } of invalidated()) expect(payload).toEqual(expect.arrayContaining(['NodeTypes', 'Packages', 'Workflows']));
  expect(actions.filter(connectionChanged.match).map(({ payload }) => payload)).toEqual(['open', 'lost', 'open', 'gap']);
});

it('holds back early events', async () => {
  let isKnown = false;
  const takeBack = addPushReadiness(() => isKnown);
  const { actions, subscription } = listening();
  subscription.onEvent(started);
  isKnown = true;
  subscription.onEvent(finished);
  await eventually(() => expect(events(actions)).toEqual(['executionStarted', 'executionFinished']));
  takeBack();
});

it('closes the connection when it ends', () => {
  const { actions, end, isEnded } = listening();
  end();
  expect(isEnded()).toBe(true);
  expect(actions.at(-1)).toEqual(connectionChanged('none'));
});

it('passes the outcome of an OAuth connection on to the dialog that waits for it', async () => {
  const { subscription, end } = listening();
  const received: unknown[] = [];
  const channel = new BroadcastChannel(OAUTH_CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent) => received.push(data));
  subscription.onEvent({ type: 'oauthFinished', credentialId: 'c1', outcome: 'success' });
  await eventually(() => expect(received).toEqual([{ credentialId: 'c1', outcome: 'success' }]));
  channel.close();
  end();
});

// Dispatches the engine's events to the store, and refetches what may have changed while disconnected.
import type { Dispatch } from '@reduxjs/toolkit';
import type { OAuthFinishedEvent, PushEvent } from '../../engine/contract/push.ts';
import { OAUTH_CHANNEL } from '../../engine/contract/rest/constants.ts';
import { api } from '../api/base.ts';
import type { PushState, Transport } from '../transport/transport.ts';
import { connectionChanged, pushReceived } from './actions.ts';
import { createPushQueue } from './push-queue.ts';

/** Longest wait for a frame in milliseconds, since a page in the background gets no frames. */
const LONGEST_FRAME = 100;

/** What others, or the program itself, may change while this page does not hear of it. */
const changeable = ['Settings', 'Workflows', 'Executions', 'Tags', 'Users', 'Credentials', 'Consents', 'NodeTypes', 'Packages'] as const;

const changesExecutions: ReadonlySet<PushEvent['type']> = new Set([
  'executionFinished',
  'executionQueued',
  'executionsChanged',
  'serverEnded',
]);

type Readiness = (event: PushEvent) => boolean;

const readiness = new Set<Readiness>();

/** Registers a check for early events, such as events of a run whose id is not known yet. Returns a function that removes it. */
export function addPushReadiness(check: Readiness): () => void {
  readiness.add(check);
  return () => readiness.delete(check);
}

/** Starts listening; returns a function that stops it. */
export function startPushListener(transport: Pick<Transport, 'subscribe'>, dispatch: Dispatch): () => void {
  const queue = createPushQueue({
    isReady: (event) => [...readiness].every((check) => check(event)),
    deliver: (events) => events.forEach((event, index) => dispatch(pushReceived(event, index === events.length - 1))),
    onFrame,
    after: (milliseconds, callback) => setTimeout(callback, milliseconds),
  });
  let before: PushState | undefined;
  const end = transport.subscribe({
    onEvent: (event) => {
      queue.push(event);
      if (changesExecutions.has(event.type)) dispatch(api.util.invalidateTags(['Executions']));
      if (event.type === 'oauthFinished') reportOAuth(event);
      if (event.type === 'addressesChanged' || event.type === 'settingsChanged') dispatch(api.util.invalidateTags(['Settings']));
      if (event.type === 'consentAsked' || event.type === 'consentAnswered') dispatch(api.util.invalidateTags(['Consents']));
      // Workflows that use the types have stopped, or start again.
      if (event.type === 'nodeTypesChanged') dispatch(api.util.invalidateTags(['NodeTypes', 'Packages', 'Workflows']));
      if (event.type === 'reloadNodeType' || event.type === 'removeNodeType') dispatch(api.util.invalidateTags(['NodeTypes']));
    },
    onState: (state) => {
      const isBack = state === 'open' && before === 'lost';
      before = state;
      dispatch(connectionChanged(state));
      // What happened in between is unknown, so data is fetched again.
      if (state === 'gap' || isBack) dispatch(api.util.invalidateTags([...changeable]));
    },
  });
  return () => {
    end();
    queue.clear();
    dispatch(connectionChanged('none'));
  };
}

function onFrame(callback: () => void): void {
  let isDone = false;
  const once = (): void => {
    if (isDone) return;
    isDone = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    callback();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, LONGEST_FRAME);
}

/** Tells the dialog that waits for the outcome, in this page and in others, as the last page of the connection does in a browser. */
function reportOAuth({ credentialId, outcome }: OAuthFinishedEvent): void {
  const channel = new BroadcastChannel(OAUTH_CHANNEL);
  channel.postMessage({ credentialId, outcome });
  channel.close();
}

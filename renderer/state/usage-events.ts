// Collects the usage events of the editor for a second, and sends them to the engine if the instance has an address for them.
import { createAction } from '@reduxjs/toolkit';
import type { EditorEvent } from '../../engine/contract/rest/telemetry.ts';
import { editorApi } from '../api/editor.ts';
import { telemetryApi } from '../api/telemetry.ts';
import { selectUser } from './session.ts';
import { startListening, store } from './store.ts';

/** Reports what is done in the editor. */
export const usageTracked = createAction<EditorEvent>('usage/tracked');

/** How long events are collected, in milliseconds. */
const COLLECT = 1000;
/** Maximum number of events per request; older ones are dropped. */
const MOST = 50;

/** Sends the events of signed-in users, the last ones when the page is left. Events from before sign-in wait for it. */
export function followUsage(): void {
  let events: readonly EditorEvent[] = [];
  const send = async (): Promise<void> => {
    const { data: settings } = editorApi.endpoints.settings.select()(store.getState());
    if (events.length === 0 || selectUser(store.getState()) === null || settings === undefined) return;
    const body = { events: [...events] };
    events = [];
    if (settings.telemetry.enabled) await store.dispatch(telemetryApi.endpoints.sendUsage.initiate({ body }));
  };
  startListening({
    predicate: (action, now, before) => usageTracked.match(action) || selectUser(now) !== selectUser(before),
    effect: async (action, listener) => {
      if (usageTracked.match(action)) events = [...events, action.payload].slice(-MOST);
      if (events.length === 0) return;
      listener.cancelActiveListeners();
      await listener.delay(COLLECT);
      await send();
    },
  });
  window.addEventListener('pagehide', () => void send());
}

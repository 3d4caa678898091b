// What the engine tells, as actions: slices answer to these, and know nothing of the transport.
import { createAction, SHOULD_AUTOBATCH } from '@reduxjs/toolkit';
import type { PushEvent } from '../../engine/contract/push.ts';
import type { PushState } from '../transport/transport.ts';

/** One event. With `isLastOfFrame` whoever listens to the store is told at once, else together with the next. */
export const pushReceived = createAction('push/received', (event: PushEvent, isLastOfFrame = true) => ({
  payload: event,
  meta: { [SHOULD_AUTOBATCH]: !isLastOfFrame },
}));

/** The state of the connection; `none` when it is given up, such as after signing out. */
export const connectionChanged = createAction<PushState | 'none'>('push/connectionChanged');

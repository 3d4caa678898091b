// Events of the engine as actions: slices react to them and do not know the transport.
import { createAction, SHOULD_AUTOBATCH } from '@reduxjs/toolkit';
import type { PushEvent } from '../../engine/contract/push.ts';
import type { PushState } from '../transport/transport.ts';

/** One event. With `isLastOfFrame` subscribers of the store are notified at once, else together with the next event. */
export const pushReceived = createAction('push/received', (event: PushEvent, isLastOfFrame = true) => ({
  payload: event,
  meta: { [SHOULD_AUTOBATCH]: !isLastOfFrame },
}));

/** State of the connection; `none` once it is closed, for example after sign-out. */
export const connectionChanged = createAction<PushState | 'none'>('push/connectionChanged');

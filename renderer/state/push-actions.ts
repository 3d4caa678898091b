// Events of the engine as actions, so that slices can react to them without knowing the transport.
import { createAction, SHOULD_AUTOBATCH } from '@reduxjs/toolkit';
import type { PushEvent } from '../../engine/contract/push.ts';
import type { PushState } from '../transport/transport.ts';

/** One event. With `isLastOfFrame`, subscribers of the store are notified immediately, otherwise together with the next event. */
export const pushReceived = createAction('push/received', (event: PushEvent, isLastOfFrame = true) => ({
  payload: event,
  meta: { [SHOULD_AUTOBATCH]: !isLastOfFrame },
}));

/** State of the connection; `none` once it is closed, for example after sign-out. */
export const connectionChanged = createAction<PushState | 'none'>('push/connectionChanged');

// Follows the session: connects to the engine's events while a user is signed in, and clears loaded data when the user changes.
import { isAnyOf } from '@reduxjs/toolkit';
import { api } from '../api/base.ts';
import { meApi, sessionApi } from '../api/session.ts';
import { connectionChanged } from '../state/actions.ts';
import { startPushListener } from '../state/push-listener.ts';
import { selectSession } from '../state/session.ts';
import { startListening, type AppDispatch } from '../state/store.ts';
import { forgetTab } from '../lib/browser-storage.ts';
import { modalsClosed, offlineChanged } from '../state/ui-slice.ts';
import { transport } from '../transport/index.ts';
import { expectedEndings } from './expected-endings.ts';

const { changeMyPassword } = meApi.endpoints;
const { signOut, setUpOwner } = sessionApi.endpoints;

/** Calls that end or replace the caller's own session. The server closes the stream before it responds. */
const isSessionChange = isAnyOf(changeMyPassword.matchPending, signOut.matchPending, setUpOwner.matchPending);
const isSessionKept = isAnyOf(changeMyPassword.matchRejected, signOut.matchRejected, setUpOwner.matchRejected);

export function followSession(dispatch: AppDispatch): void {
  let end: (() => void) | undefined;
  const endings = expectedEndings();
  startListening({ matcher: isSessionChange, effect: endings.expect });
  startListening({ matcher: isSessionKept, effect: endings.forget });
  startListening({
    // Setting up the owner keeps the user but creates a session, and the old stream ends with the old session.
    predicate: (_action, now, before) => {
      const [user, earlier] = [selectSession(now).user, selectSession(before).user];
      return user?.id !== earlier?.id || user?.isDefaultUser !== earlier?.isDefaultUser;
    },
    effect: async (_action, listener) => {
      const [user, before] = [selectSession(listener.getState()).user, selectSession(listener.getOriginalState()).user];
      end?.();
      // The expected loss was that of the old stream.
      endings.forget();
      end = user === null ? undefined : startPushListener(endings.without(transport), dispatch);
      if (before === null) return;
      dispatch(modalsClosed());
      // Data that one user has loaded must not be shown to the next.
      forgetTab();
      // Otherwise mounted screens would load the data again without a user.
      if (user === null) await listener.delay(0);
      dispatch(api.util.invalidateTags(['Users', 'Workflows', 'Workflow', 'Executions', 'Tags', 'Credentials', 'NodeTypes', 'ApiKey']));
    },
  });
  startListening({
    actionCreator: connectionChanged,
    effect: ({ payload }) => {
      // The session may have ended: from the events alone, that looks the same as a server that is down.
      if (payload === 'lost') void dispatch(sessionApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true, subscribe: false }));
    },
  });
  const notify = (): void => {
    dispatch(offlineChanged(!navigator.onLine));
  };
  addEventListener('online', notify);
  addEventListener('offline', notify);
  notify();
}

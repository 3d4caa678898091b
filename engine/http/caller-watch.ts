// Watches whether a caller still has access: it is notified when a session ends in this process, and polls for sessions that other processes end.
import type { AccountServices } from '../services/accounts/index.ts';
import type { Caller } from './mount.ts';

export interface CallerWatch {
  /** Calls `gone` when the caller's session ends; returns a function that stops watching. */
  onGone(caller: Caller, onClose: () => void): () => void;
  /** Whether the session is still valid: it may have expired, or another process may have ended it. */
  isThere(caller: Caller): Promise<boolean>;
}

export function watchCallers({ localAccess, sessions, setUp }: Pick<AccountServices, 'localAccess' | 'sessions' | 'setUp'>): CallerWatch {
  return {
    onGone: (caller, onClose) =>
      sessions.ends.listen((end) => {
        if ('session' in end ? end.session === caller.session : end.userId === caller.userId) onClose();
      }),
    isThere: async ({ session, localToken, userId }) => {
      if (session !== undefined) return (await sessions.userOf(session)) === userId;
      if (localToken !== undefined && !localAccess.isCurrentToken(localToken)) return false;
      return (await setUp.defaultUser()) === userId;
    },
  };
}

// Hides the stream loss that follows when users change their own session: the stream reconnects with the new session.
import type { Transport } from '../transport/transport.ts';

type Subscribe = Pick<Transport, 'subscribe'>;

export interface ExpectedEndings {
  /** The session is about to change: the next stream loss is not reported. */
  readonly expect: () => void;
  /** The session did not change after all. */
  readonly forget: () => void;
  /** The transport, without the expected losses. */
  readonly without: (transport: Subscribe) => Subscribe;
}

export function expectedEndings(): ExpectedEndings {
  let isExpected = false;
  return {
    expect: () => {
      isExpected = true;
    },
    forget: () => {
      isExpected = false;
    },
    without: ({ subscribe }) => ({
      subscribe: ({ onEvent, onState }) =>
        subscribe({
          onEvent,
          onState: (state) => {
            // Hides one loss only: if the stream does not come back, the next attempt reports it.
            const isHidden = isExpected && state === 'lost';
            if (isHidden) isExpected = false;
            else onState(state);
          },
        }),
    }),
  };
}

// Hides the loss of the event stream that follows when users change their own session; the stream then reconnects with the new session.
import type { Transport } from '../transport/transport.ts';

type Subscribe = Pick<Transport, 'subscribe'>;

export interface ExpectedEndings {
  /** Called when the session is about to change: the next loss is not reported. */
  readonly expect: () => void;
  /** Called if the session has not changed after all. */
  readonly forget: () => void;
  /** Wraps a transport so that expected losses are not reported. */
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
            // Hides only one loss: if the stream does not come back, the next attempt reports it.
            const isHidden = isExpected && state === 'lost';
            if (isHidden) isExpected = false;
            else onState(state);
          },
        }),
    }),
  };
}

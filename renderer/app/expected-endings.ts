// A stream of events that ends because this person changed their own session is no loss: it is taken up again with the new one.
import type { Transport } from '../transport/transport.ts';

type Subscribe = Pick<Transport, 'subscribe'>;

export interface ExpectedEndings {
  /** The session is about to change: the next loss of the stream is not told. */
  readonly expect: () => void;
  /** It did not change after all. */
  readonly forget: () => void;
  /** The transport, without the losses that were expected. */
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
            // One loss only: should the stream not come back, the next try says so.
            const isHidden = isExpected && state === 'lost';
            if (isHidden) isExpected = false;
            else onState(state);
          },
        }),
    }),
  };
}

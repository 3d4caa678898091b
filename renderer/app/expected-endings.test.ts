// Losses of the event stream that the user caused are not reported; all others are.
import { expect, it } from 'vitest';
import type { PushState, Subscription } from '../transport/transport.ts';
import { expectedEndings } from './expected-endings.ts';

function listening() {
  const endings = expectedEndings();
  const states: PushState[] = [];
  let subscription: Subscription | undefined;
  endings
    .without({
      subscribe: (listener) => {
        subscription = listener;
        return () => undefined;
      },
    })
    .subscribe({ onEvent: () => undefined, onState: (state) => void states.push(state) });
  return { endings, states, comes: (...states: readonly PushState[]) => states.forEach((state) => subscription?.onState(state)) };
}

it('an expected loss is not reported, and the next one is', () => {
  const { endings, states, comes } = listening();
  comes('open');
  endings.expect();
  comes('lost', 'open', 'lost');
  expect(states).toEqual(['open', 'open', 'lost']);
});

it('a stream that does not come back is reported at the next attempt', () => {
  const { endings, states, comes } = listening();
  endings.expect();
  comes('lost', 'lost');
  expect(states).toEqual(['lost']);
});

it('a withdrawn expectation no longer applies, and a gap is always reported', () => {
  const { endings, states, comes } = listening();
  endings.expect();
  comes('gap');
  endings.forget();
  comes('lost');
  expect(states).toEqual(['gap', 'lost']);
});

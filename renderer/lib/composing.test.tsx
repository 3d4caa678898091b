import { afterEach, describe, expect, it } from 'vitest';
import { stopComposedKeys } from './composing.ts';

let end: (() => void) | undefined;
afterEach(() => end?.());

const pressed = (init: KeyboardEventInit): string[] => {
  const seen: string[] = [];
  end = stopComposedKeys(window);
  const listen = (event: Event): void => void seen.push(event.type);
  const field = document.body.appendChild(document.createElement('input'));
  window.addEventListener('keydown', listen, { capture: true });
  field.addEventListener('keydown', listen);
  field.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  window.removeEventListener('keydown', listen, { capture: true });
  field.remove();
  return seen;
};

describe('keys', () => {
  it.each([
    ['while a word is composed', { key: 'Enter', isComposing: true }],
    ['that an input method has handled', { key: 'Enter', keyCode: 229 }],
    ['whose meaning the input method decides', { key: 'Process', keyCode: 229 }],
  ])('%s reach no handler', (_what, init) => expect(pressed(init)).toEqual([]));

  it('of a keyboard reach all handlers', () => expect(pressed({ key: 'Enter', keyCode: 13 })).toEqual(['keydown', 'keydown']));
});

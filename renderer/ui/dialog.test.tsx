// Dialogs: where the focus goes.
import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect, useRef } from 'react';
import { afterEach, expect, it } from 'vitest';
import '../i18n/index.ts';
import { Dialog } from './dialog.tsx';
import { eventually } from '../testing/patience.ts';

afterEach(cleanup);

const page = (isAsked: boolean): React.ReactElement => (
  <>
    <button type="button">before</button>
    {isAsked ? (
      <Dialog title="Question" isOpen onClose={() => undefined}>
        <input aria-label="answer" autoFocus />
      </Dialog>
    ) : null}
  </>
);

it('one that goes away while it is open gives the focus back', async () => {
  const { rerender } = render(page(false));
  act(() => screen.getByRole('button', { name: 'before' }).focus());
  rerender(page(true));
  const answer = await screen.findByRole('textbox', { name: 'answer' });
  await eventually(() => expect(document.activeElement).toBe(answer));
  rerender(page(false));
  await eventually(() => expect(document.activeElement?.textContent).toBe('before'));
});

const mounted = (isOpen: boolean): React.ReactElement => (
  <>
    <button type="button">before</button>
    <Dialog title="Keys" isOpen={isOpen} onClose={() => undefined}>
      <Focused />
    </Dialog>
  </>
);

/** Takes the focus as soon as it is mounted. */
function Focused(): React.ReactElement {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.focus(), []);
  return <div ref={list} tabIndex={0} role="group" aria-label="list" />;
}

it('one whose content focuses itself gives the focus back when it closes', async () => {
  const { rerender } = render(mounted(false));
  act(() => screen.getByRole('button', { name: 'before' }).focus());
  rerender(mounted(true));
  const list = await screen.findByRole('group', { name: 'list' });
  await eventually(() => expect(document.activeElement).toBe(list));
  rerender(mounted(false));
  await eventually(() => expect(document.activeElement?.textContent).toBe('before'));
});

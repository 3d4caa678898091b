// Dialogs: where the focus goes.
import { act, cleanup, render, screen } from '@testing-library/react';
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

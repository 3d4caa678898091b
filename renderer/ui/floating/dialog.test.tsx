// Focus management of dialogs.
import '../../i18n/index.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect, useRef } from 'react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '../../testing/setup.ts';
import { Dialog } from './dialog.tsx';
import { Tooltip, TooltipProvider } from './tooltip.tsx';

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

it('returns the focus if it is unmounted while open', async () => {
  const { rerender } = render(page(false));
  act(() => screen.getByRole('button', { name: 'before' }).focus());
  rerender(page(true));
  const response = await screen.findByRole('textbox', { name: 'answer' });
  await eventually(() => expect(document.activeElement).toBe(response));
  rerender(page(false));
  await eventually(() => expect(document.activeElement?.textContent).toBe('before'));
});

it('closes by one Escape on a button with a tooltip', async () => {
  const onClose = vi.fn<() => void>();
  const user = userEvent.setup();
  render(
    <TooltipProvider>
      <Dialog title="Question" isOpen onClose={onClose}>
        text
      </Dialog>
    </TooltipProvider>,
  );
  await eventually(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
  await eventually(() => expect(document.querySelector('.tooltip')).not.toBeNull());
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it.each([true, false])('while it is busy (%j), neither Escape nor a click beside it closes it', async (isBusy) => {
  const onClose = vi.fn<() => void>();
  const user = userEvent.setup();
  render(
    <Dialog title="Question" isOpen isBusy={isBusy} onClose={onClose}>
      text
    </Dialog>,
  );
  await eventually(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
  await user.click(document.querySelector('.dialog-ground') as HTMLElement);
  expect(onClose).toHaveBeenCalledTimes(isBusy ? 0 : 1);
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(isBusy ? 0 : 2);
});

it('a tooltip that is turned off leaves its element in place', async () => {
  const dialogWith = (isOff: boolean): React.ReactElement => (
    <TooltipProvider>
      <Tooltip label="Why" isOff={isOff}>
        <button type="button">Run</button>
      </Tooltip>
    </TooltipProvider>
  );
  const { rerender } = render(dialogWith(true));
  const user = userEvent.setup();
  await user.tab();
  const button = screen.getByRole('button', { name: 'Run' });
  expect(document.activeElement).toBe(button);
  rerender(dialogWith(false));
  expect(document.activeElement).toBe(button);
  await user.hover(button);
  await eventually(() => expect(document.querySelector('.tooltip')?.textContent).toBe('Why'));
});

const mounted = (isOpen: boolean): React.ReactElement => (
  <>
    <button type="button">before</button>
    <Dialog title="Keys" isOpen={isOpen} onClose={() => undefined}>
      <Focused />
    </Dialog>
  </>
);

/** Focuses itself when mounted. */
function Focused(): React.ReactElement {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.focus(), []);
  return <div ref={list} tabIndex={0} role="group" aria-label="list" />;
}

it('returns the focus on close if its content focused itself', async () => {
  const { rerender } = render(mounted(false));
  act(() => screen.getByRole('button', { name: 'before' }).focus());
  rerender(mounted(true));
  const list = await screen.findByRole('group', { name: 'list' });
  await eventually(() => expect(document.activeElement).toBe(list));
  rerender(mounted(false));
  await eventually(() => expect(document.activeElement?.textContent).toBe('before'));
});

it('returns the focus to what is left around the element that had it', async () => {
  const around = (isOpen: boolean, hasButton: boolean): React.ReactElement => (
    <>
      <section tabIndex={-1} aria-label="around">
        <p>{hasButton ? <button type="button">before</button> : null}</p>
      </section>
      <Dialog title="Keys" isOpen={isOpen} onClose={() => undefined}>
        <Focused />
      </Dialog>
    </>
  );
  const { rerender } = render(around(false, true));
  act(() => screen.getByRole('button', { name: 'before' }).focus());
  rerender(around(true, true));
  const list = await screen.findByRole('group', { name: 'list' });
  await eventually(() => expect(document.activeElement).toBe(list));
  rerender(around(true, false));
  rerender(around(false, false));
  await eventually(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('around'));
});

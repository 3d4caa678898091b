import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Toolbar } from './toolbar.tsx';

afterEach(cleanup);

function Bar({ names, chosen }: { readonly names: readonly string[]; readonly chosen?: string }): ReactNode {
  return (
    <>
      <Toolbar label="Tools">
        {names.map((name) => (
          <button key={name} type="button" aria-pressed={name === chosen}>
            {name}
          </button>
        ))}
      </Toolbar>
      <button type="button">after</button>
    </>
  );
}

const focused = (): string => document.activeElement?.textContent ?? '';

it('is one tab stop, with arrow keys within', async () => {
  const user = userEvent.setup();
  render(<Bar names={['one', 'two', 'three']} />);
  await user.tab();
  expect(focused()).toBe('one');
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(focused()).toBe('three');
  await user.keyboard('{ArrowRight}');
  expect(focused()).toBe('one');
  await user.keyboard('{End}');
  expect(focused()).toBe('three');
  await user.tab();
  expect(focused()).toBe('after');
  // Tab returns to the control that was left.
  await user.tab({ shift: true });
  expect(focused()).toBe('three');
});

it('is entered at the chosen control', async () => {
  const user = userEvent.setup();
  render(<Bar names={['one', 'two']} chosen="two" />);
  await user.tab();
  expect(focused()).toBe('two');
});

it('keeps a tab stop when its control is removed', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Bar names={['one', 'two']} />);
  await user.click(screen.getByText('two'));
  rerender(<Bar names={['one']} />);
  await user.click(document.body);
  await user.tab();
  expect(focused()).toBe('one');
});

// Questions resolve with the user's decision.
import '../../i18n/index.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../../testing/setup.ts';
import { ConfirmProvider, useChoice, useConfirm, type Choice } from './confirm.tsx';

afterEach(cleanup);

function Asker({ onAnswer }: { readonly onAnswer: (isAgreed: boolean) => void }): ReactNode {
  const confirm = useConfirm();
  const ask = (): void => void confirm({ title: 'Delete?', text: 'It is gone then.', confirmLabel: 'Delete it' }).then(onAnswer);
  return (
    <button type="button" onClick={ask}>
      Ask
    </button>
  );
}

it.each([
  ['the confirming button', () => userEvent.click(screen.getByRole('button', { name: 'Delete it' })), true],
  ['cancel', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' })), false],
  ['Escape', () => userEvent.keyboard('{Escape}'), false],
])('answers to %s', async (_how, decide, expected) => {
  const responses: boolean[] = [];
  render(
    <ConfirmProvider>
      <Asker onAnswer={(isAgreed) => responses.push(isAgreed)} />
    </ConfirmProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  expect(screen.getByRole('dialog', { name: 'Delete?' }).textContent).toContain('It is gone then.');
  const dialog = screen.getByRole('dialog');
  await eventually(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await decide();
  await eventually(() => expect(responses).toEqual([expected]));
});

function Chooser({ onChoice }: { readonly onChoice: (choice: Choice) => void }): ReactNode {
  const choose = useChoice();
  const question = { title: 'Which?', text: 'Both lose something.', confirmLabel: 'Mine', otherLabel: 'Theirs' };
  return (
    <button type="button" onClick={() => void choose(question).then(onChoice)}>
      Ask
    </button>
  );
}

it.each([
  ['Mine', 'confirm'],
  ['Theirs', 'other'],
  ['Cancel', 'cancel'],
])('a choice between two actions answers to %s', async (name, expected) => {
  const choices: Choice[] = [];
  render(
    <ConfirmProvider>
      <Chooser onChoice={(choice) => choices.push(choice)} />
    </ConfirmProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  await userEvent.click(screen.getByRole('button', { name }));
  await eventually(() => expect(choices).toEqual([expected]));
});

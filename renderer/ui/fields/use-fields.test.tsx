// Forms: errors show when a field loses focus or the form is submitted.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { TextField } from './field.tsx';
import { useFields } from './use-fields.ts';

afterEach(cleanup);

function Form(): ReactNode {
  const fields = useFields(
    { password: '', again: '' },
    {
      password: (value) => (value.length < 3 ? 'too short' : undefined),
      again: (value, { password }) => (value === password ? undefined : 'must match'),
    },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        fields.check();
      }}
    >
      <TextField label="Password" {...fields.props('password')} />
      <TextField label="Again" {...fields.props('again')} />
      <button type="submit" disabled={fields.isChanged && !fields.isValid}>
        Send
      </button>
    </form>
  );
}

it('shows no error for a field that was only passed', async () => {
  render(<Form />);
  await userEvent.click(screen.getByLabelText('Password'));
  await userEvent.tab();
  expect(screen.queryByText('too short')).toBeNull();
});

it('shows an error once a field was filled in and left, and removes it', async () => {
  render(<Form />);
  await userEvent.type(screen.getByLabelText('Password'), 'ab');
  expect(screen.queryByText('too short')).toBeNull();
  await userEvent.tab();
  expect(screen.getByText('too short')).toBeTruthy();
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(screen.getByLabelText('Password'), 'c');
  expect(screen.queryByText('too short')).toBeNull();
});

it('shows all errors on submit, also across fields', async () => {
  render(<Form />);
  await userEvent.click(screen.getByRole('button'));
  expect(screen.getByText('too short')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Password'), 'abc');
  expect(screen.getByText('must match')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Again'), 'abc');
  expect(screen.queryByText('must match')).toBeNull();
});

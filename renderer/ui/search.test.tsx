// The one button that clears a search field.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import '../i18n/index.ts';
import { SearchBox, SearchField } from './search.tsx';

afterEach(cleanup);

function Field({ hasNoClear }: { readonly hasNoClear?: boolean }): ReactNode {
  const [value, setValue] = useState('');
  return <SearchField label="Search" value={value} onChange={setValue} hasNoClear={hasNoClear} />;
}

function Box(): ReactNode {
  const [value, setValue] = useState('');
  return (
    <SearchBox
      className=""
      inputClassName="input"
      label="Search"
      placeholder=""
      popup="tree"
      listId="list"
      active={-1}
      value={value}
      resultCount=""
      onChange={setValue}
      onKeyDown={() => undefined}
      ref={null}
    />
  );
}

it.each([
  ['field', 'searchbox', <Field key="field" />],
  ['box', 'combobox', <Box key="box" />],
])('a search %s with text has one button that empties it and keeps the focus', async (_name, role, element) => {
  render(element);
  const input = screen.getByRole<HTMLInputElement>(role);
  expect(screen.queryByRole('button')).toBeNull();
  await userEvent.type(input, 'abc');
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(input.value).toBe('');
  expect(document.activeElement).toBe(input);
  expect(screen.queryByRole('button')).toBeNull();
});

it('a field in a bar that is closed has none', async () => {
  render(<Field hasNoClear />);
  await userEvent.type(screen.getByRole('searchbox'), 'abc');
  expect(screen.queryByRole('button')).toBeNull();
});

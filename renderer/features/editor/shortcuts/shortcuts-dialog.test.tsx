// The list of shortcuts: groups and keys, including alternatives.
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it, vi } from 'vitest';
import { i18n } from '../../../i18n/index.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

afterEach(cleanup);

it('shows each group with its keys, and closes with Escape', async () => {
  const onClose = vi.fn();
  render(
    <I18nextProvider i18n={i18n}>
      <ShortcutsDialog
        isOpen
        onClose={onClose}
        groups={[
          { label: 'Edit', entries: [{ label: 'Redo', keys: ['Ctrl+Y', 'Ctrl+Shift+Z'] }] },
          { label: 'View', entries: [{ label: 'Zoom in', keys: '+' }] },
        ]}
      />
    </I18nextProvider>,
  );
  const edit = screen.getByRole('region', { name: 'Edit' });
  expect(within(edit).getByRole('term').textContent).toBe('Redo');
  expect([...edit.querySelectorAll('kbd')].map((key) => key.textContent)).toEqual(['Ctrl+Y', 'Ctrl+Shift+Z']);
  expect(screen.getByRole('region', { name: 'View' }).querySelector('kbd')?.textContent).toBe('+');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

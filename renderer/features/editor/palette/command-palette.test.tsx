// The command palette in use, and its recent commands.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n } from '../../../i18n/index.ts';
import { CommandPalette, readRecent, type RecentStorage, writeRecent } from './command-palette.tsx';
import { eventually } from '../../../testing/setup.ts';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

interface Opened {
  readonly onClose: ReturnType<typeof vi.fn>;
  readonly onSelect: ReturnType<typeof vi.fn>;
}

function open(): Opened {
  const onClose = vi.fn();
  const onSelect = vi.fn();
  const entry = (id: string, label: string, more = {}): { id: string; label: string; onSelect: () => void } => ({
    id,
    label,
    onSelect: () => onSelect(id),
    ...more,
  });
  const sections = [
    {
      id: 'run',
      label: 'Run',
      entries: [entry('stop', 'Stop', { isDisabled: true }), entry('run', 'Run workflow', { shortcut: 'Ctrl+Enter' })],
    },
    { id: 'edit', label: 'Edit', entries: [entry('undo', 'Undo'), entry('twice', 'Duplicate', { keywords: ['copy'] })] },
  ];
  render(
    <I18nextProvider i18n={i18n}>
      <CommandPalette isOpen onClose={onClose} sections={sections} />
    </I18nextProvider>,
  );
  return { onClose, onSelect };
}

const labels = (): (string | null | undefined)[] =>
  screen.queryAllByRole('option').map((option) => option.querySelector('.palette-label')?.textContent);
const active = (): string | null | undefined => screen.getByRole('option', { selected: true }).querySelector('.palette-label')?.textContent;

describe('the command palette', () => {
  it('lists all commands with their keys, with the first enabled one active', async () => {
    open();
    expect(labels()).toEqual(['Stop', 'Run workflow', 'Undo', 'Duplicate']);
    expect(active()).toBe('Run workflow');
    expect(screen.getByText('Ctrl+Enter')).toBeTruthy();
    await eventually(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Search commands' })));
  });

  it('runs the found command after closing', async () => {
    const { onClose, onSelect } = open();
    await userEvent.type(screen.getByRole('combobox'), 'copy{Enter}');
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('twice');
    expect(onClose.mock.invocationCallOrder[0]).toBeLessThan(onSelect.mock.invocationCallOrder[0] ?? 0);
  });

  it('moves by keys with wrapping, and by the pointer', async () => {
    open();
    await userEvent.type(screen.getByRole('combobox'), '{ArrowUp}{ArrowUp}');
    expect(active()).toBe('Duplicate');
    await userEvent.keyboard('{ArrowDown}');
    expect(active()).toBe('Stop');
    await userEvent.hover(screen.getByText('Undo'));
    expect(active()).toBe('Undo');
  });

  it('does not run a disabled command', async () => {
    const { onClose, onSelect } = open();
    await userEvent.type(screen.getByRole('combobox'), 'stop{Enter}');
    await userEvent.click(screen.getByRole('option'));
    expect(onSelect).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('reports no matches', async () => {
    open();
    await userEvent.type(screen.getByRole('combobox'), 'qqqq');
    expect(screen.getByText('No commands match “qqqq”')).toBeTruthy();
    expect(labels()).toEqual([]);
  });

  it('closes with Escape', async () => {
    const { onClose } = open();
    await userEvent.type(screen.getByRole('combobox'), '{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('puts recent commands first, also among equal matches', async () => {
    open();
    await userEvent.click(screen.getByText('Undo'));
    cleanup();
    open();
    expect(labels()).toEqual(['Undo', 'Stop', 'Run workflow', 'Duplicate']);
    expect(screen.getByRole('group', { name: 'Recent' })).toBeTruthy();
  });
});

describe('recent commands', () => {
  const storage = (value: string | null): RecentStorage & { value: string | null } => ({
    value,
    getItem() {
      return this.value;
    },
    setItem(_key, next) {
      this.value = next;
    },
  });

  it('are five, newest first, each once', () => {
    const stored = storage(null);
    for (const id of ['a', 'b', 'c', 'd', 'b', 'e', 'f']) writeRecent(id, stored);
    expect(readRecent(stored)).toEqual(['f', 'e', 'b', 'd', 'c']);
  });

  it.each(['no json', '{"a":1}', '[1,null,"a"]', 'null'])('read what they can of %s', (value) => {
    expect(readRecent(storage(value))).toEqual(value.includes('"a"]') ? ['a'] : []);
  });

  it('work without storage', () => {
    const rejecting: RecentStorage = {
      getItem: () => {
        throw new Error('refused');
      },
      setItem: () => {
        throw new Error('refused');
      },
    };
    writeRecent('a', rejecting);
    expect(readRecent(rejecting)).toEqual([]);
  });
});

// The outline by keyboard: move, open, connect, reorder, delete; and its announcements.
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { i18n } from '../../../i18n/index.ts';
import { Outline } from './index.ts';
import type { OutlineNode } from './outline-of.ts';
import type { OutlineProps } from './use-outline-tree.ts';

afterEach(cleanup);

const node = (id: string, depth: number, more: Partial<OutlineNode> = {}): OutlineNode => ({
  id,
  name: id.toUpperCase(),
  type: 'n8n-nodes-base.set',
  typeLabel: 'Set',
  iconUrl: '/icon',
  depth,
  isTrigger: false,
  isDisabled: false,
  issues: [],
  state: 'idle',
  outputs: [{ targets: [] }],
  ...more,
});
const to = (...ids: string[]): { id: string; name: string }[] => ids.map((id) => ({ id, name: id.toUpperCase() }));

const nodes: readonly OutlineNode[] = [
  node('go', 0, { isTrigger: true, outputs: [{ targets: to('check') }] }),
  node('check', 1, {
    outputs: [
      { name: 'true', targets: to('yes', 'join') },
      { name: 'false', targets: [] },
    ],
  }),
  node('yes', 2, {
    via: { output: 0, name: 'true' },
    loop: 'CHECK',
    outputs: [{ targets: [{ id: 'check', name: 'CHECK', isBack: true }] }],
  }),
  node('join', 2, {
    inputs: [{ type: 'main', name: 'Input 1' }, { type: 'main' }],
    isDisabled: true,
    state: 'error',
    issues: ['Field missing', 'No credential'],
  }),
  node('note', 0, { isNote: true, outputs: [] }),
];

interface Opened {
  readonly announce: ReturnType<typeof vi.fn>;
}

/** A parent that manages selection and nodes like the editor; `said` records every call. */
function open(more: Partial<OutlineProps> = {}): Opened {
  const announce = vi.fn();
  function Parent(): ReactNode {
    const [selection, setSelection] = useState<readonly string[]>([]);
    const [visibleNodes, setShown] = useState(more.nodes ?? nodes);
    return (
      <I18nextProvider i18n={i18n}>
        <Outline
          selection={selection}
          isReadOnly={false}
          {...more}
          nodes={visibleNodes}
          onSelect={(id) => {
            setSelection([id]);
            announce('select', id);
          }}
          onDelete={(id) => {
            setShown(visibleNodes.filter((other) => other.id !== id));
            announce('delete', id);
          }}
          onOpen={(...args) => announce('open', ...args)}
          onConnect={(...args) => announce('connect', ...args)}
          onDisconnect={(...args) => announce('disconnect', ...args)}
          onMove={(...args) => announce('move', ...args)}
        />
      </I18nextProvider>
    );
  }
  render(<Parent />);
  return { announce };
}

const focused = (): string => document.activeElement?.querySelector('.outline-name')?.lastChild?.textContent ?? '';
const names = (): string[] =>
  screen.getAllByRole('treeitem').map((row) => row.querySelector('.outline-name')?.lastChild?.textContent ?? '');
const row = (name: string): HTMLElement => screen.getAllByRole('treeitem')[names().indexOf(name)] as HTMLElement;
const enter = async (): Promise<void> => {
  screen.getAllByRole('treeitem')[0]?.focus();
  await Promise.resolve();
};

describe('the outline', () => {
  it('takes the focus when it opens, and returns it', async () => {
    const before = document.body.appendChild(document.createElement('button'));
    before.focus();
    const onClose = vi.fn();
    open({ onClose });
    expect(focused()).toBe('GO');
    expect(document.activeElement?.querySelector('.outline-name')?.textContent).toBe('GO');
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    cleanup();
    expect(document.activeElement).toBe(before);
    before.remove();
  });

  it('moves from a line to its connections, to the canvas, and back to the line', async () => {
    const onShowConnection = vi.fn();
    open({ onShowConnection });
    await userEvent.keyboard('c');
    await userEvent.click(screen.getByRole('button', { name: 'Select the connection to CHECK on the canvas' }));
    expect(onShowConnection.mock.calls).toEqual([[{ id: 'go', output: 0 }, 'check', 0]]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(focused()).toBe('GO');
  });

  it('is one tab stop; arrows move and select', async () => {
    const { announce } = open();
    expect(screen.getAllByRole('treeitem').filter((each) => each.tabIndex === 0)).toHaveLength(1);
    await enter();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('YES');
    expect(announce.mock.calls).toEqual([
      ['select', 'check'],
      ['select', 'yes'],
    ]);
    await userEvent.keyboard('{End}');
    expect(focused()).toBe('NOTE');
    await userEvent.keyboard('{Home}');
    expect(focused()).toBe('GO');
  });

  it('enters, leaves and collapses parts with Left and Right', async () => {
    open();
    await enter();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(focused()).toBe('YES');
    await userEvent.keyboard('{ArrowLeft}');
    expect(focused()).toBe('CHECK');
    await userEvent.keyboard('{ArrowLeft}');
    expect(names()).toEqual(['GO', 'CHECK', 'NOTE']);
    expect(row('CHECK').getAttribute('aria-expanded')).toBe('false');
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toBe('NOTE');
    await userEvent.keyboard('{ArrowUp}{ArrowRight}');
    expect(names()).toEqual(['GO', 'CHECK', 'YES', 'JOIN', 'NOTE']);
  });

  it('exposes level and position', () => {
    open();
    expect(['aria-level', 'aria-posinset', 'aria-setsize'].map((name) => row('JOIN').getAttribute(name))).toEqual(['3', '2', '2']);
    expect(['aria-level', 'aria-posinset', 'aria-setsize'].map((name) => row('NOTE').getAttribute(name))).toEqual(['1', '2', '2']);
  });

  it('opens, moves by one step and by five, and deletes, continuing with the next line', async () => {
    const { announce } = open();
    await enter();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    announce.mockClear();
    await userEvent.keyboard('{Alt>}{ArrowLeft}{Shift>}{ArrowDown}{/Shift}{/Alt}');
    expect(screen.getAllByRole('status')[0]?.textContent).toBe('YES moved down by 100');
    await userEvent.keyboard('{Delete}');
    expect(announce.mock.calls).toEqual([
      ['move', 'yes', { x: -20, y: 0 }],
      ['move', 'yes', { x: 0, y: 100 }],
      ['delete', 'yes'],
    ]);
    expect(focused()).toBe('JOIN');
    await userEvent.keyboard('{Enter}');
    expect(announce).toHaveBeenLastCalledWith('open', 'join');
  });

  it('describes connections and issues', () => {
    open();
    const description = (name: string): string =>
      document.getElementById(row(name).getAttribute('aria-describedby') ?? '')?.textContent ?? '';
    expect(description('GO')).toBe('Connected to CHECK.');
    expect(description('CHECK')).toBe('true leads to YES, JOIN. false is not connected.');
    expect(description('YES')).toBe('Reached by true. In the loop of CHECK. Connected to CHECK (further up).');
    expect(description('JOIN')).toBe('Not connected to anything.');
    expect(description('NOTE')).toBe('');
    expect(row('JOIN').textContent).toContain('disabled, failed, 2 issues: Field missing; No credential');
  });

  it('connects: output, node and input are chosen', async () => {
    const { announce } = open();
    await enter();
    await userEvent.keyboard('{ArrowDown}c');
    const dialog = await screen.findByRole('dialog', { name: 'Connections of CHECK' });
    const output = within(dialog).getByRole('combobox', { name: 'Output' });
    // The first unconnected output is preselected.
    expect((output as HTMLSelectElement).selectedOptions[0]?.textContent).toBe('false');
    const target = within(dialog).getByRole('combobox', { name: 'Leads to' }) as HTMLSelectElement;
    expect([...target.options].map((option) => option.text)).toEqual(['YES', 'JOIN']);
    await userEvent.selectOptions(target, 'JOIN');
    await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Input' }), 'Input 2');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Connect' }));
    expect(announce).toHaveBeenLastCalledWith('connect', { id: 'check', output: 1 }, 'join', 1);
    expect(within(dialog).getByRole('status').textContent).toBe('CHECK connected to JOIN');
  });

  it('offers no existing connection', async () => {
    open();
    await enter();
    await userEvent.keyboard('{ArrowDown}c');
    const dialog = await screen.findByRole('dialog');
    await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Output' }), 'true');
    const target = within(dialog).getByRole('combobox', { name: 'Leads to' }) as HTMLSelectElement;
    expect([...target.options].map((option) => option.text)).toEqual(['JOIN']);
    const input = within(dialog).getByRole('combobox', { name: 'Input' }) as HTMLSelectElement;
    expect([...input.options].map((option) => option.text)).toEqual(['Input 2']);
  });

  it('removes a connection', async () => {
    const { announce } = open();
    await enter();
    await userEvent.keyboard('c');
    const dialog = await screen.findByRole('dialog', { name: 'Connections of GO' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Disconnect from CHECK' }));
    expect(announce).toHaveBeenLastCalledWith('disconnect', { id: 'go', output: 0 }, 'check', 0);
  });

  it('is read-only if editing is not allowed', async () => {
    const { announce } = open({ isReadOnly: true });
    await enter();
    await userEvent.keyboard('{ArrowDown}');
    announce.mockClear();
    await userEvent.keyboard('{Delete}{Alt>}{ArrowLeft}{/Alt}c');
    const dialog = await screen.findByRole('dialog');
    expect(announce).not.toHaveBeenCalled();
    expect(within(dialog).queryByRole('combobox')).toBeNull();
    expect(within(dialog).queryByRole('button', { name: /^End/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete CHECK', hidden: true })).toBeNull();
  });

  it('offers the same by mouse', async () => {
    const { announce } = open();
    await userEvent.click(row('JOIN'));
    await userEvent.click(screen.getByRole('button', { name: 'Open JOIN' }));
    await userEvent.dblClick(row('GO'));
    await userEvent.click(row('GO').querySelector('.outline-toggle') as HTMLElement);
    expect(names()).toEqual(['GO', 'NOTE']);
    expect(announce.mock.calls.filter(([what]) => what === 'open')).toEqual([
      ['open', 'join'],
      ['open', 'go'],
    ]);
  });

  it('follows the selection of the canvas', () => {
    open({ selection: ['join'] });
    expect(row('JOIN').tabIndex).toBe(0);
    expect(row('JOIN').getAttribute('aria-selected')).toBe('true');
  });

  it('reports an empty workflow', () => {
    open({ nodes: [] });
    expect(screen.getByText('Nothing here yet. Add a trigger to start.')).toBeTruthy();
  });
});

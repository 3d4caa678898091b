// The node creator in use: keys, search, groups, unavailable nodes, dragging.
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { i18n } from '../../../i18n/index.ts';
import { nodeDragType, NodeCreator } from './index.ts';
import type { NodeCreatorProps } from './node-creator.tsx';

afterEach(cleanup);

const core = 'n8n-nodes-base.';
const node = (name: string, displayName: string, more: Partial<NodeDescription> = {}): NodeDescription => ({
  name: core + name,
  displayName,
  description: `Does what ${name} does`,
  version: [1, 2],
  group: ['transform'],
  defaults: { name: displayName },
  inputs: ['main'],
  outputs: ['main'],
  properties: [],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Flow'] } },
  ...more,
});
const nodeTypes = [
  node('httpRequest', 'HTTP Request', { codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Helpers'] } } }),
  node('if', 'If', { codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Flow'] }, alias: ['condition'] } }),
  node('merge', 'Merge'),
  node('webhook', 'Webhook', { group: ['trigger'] }),
  node('manualTrigger', 'Manual Trigger', { group: ['trigger'], maxNodes: 1 }),
  node('cron', 'Cron', { group: ['trigger'], hidden: true }),
];

function open(more: Partial<NodeCreatorProps> = {}): {
  readonly onPick: ReturnType<typeof vi.fn>;
  readonly onClose: ReturnType<typeof vi.fn>;
} {
  const onPick = vi.fn();
  const onClose = vi.fn();
  const around = ({ children }: { readonly children: ReactNode }): ReactNode => <I18nextProvider i18n={i18n}>{children}</I18nextProvider>;
  render(
    <NodeCreator
      nodeTypes={nodeTypes}
      isOpen
      mode="all"
      iconUrl={(type) => `/icons/${type}`}
      usedTypes={new Map([[`${core}manualTrigger`, 1]])}
      onPick={onPick}
      onClose={onClose}
      {...more}
    />,
    { wrapper: around },
  );
  return { onPick, onClose };
}

const search = (): HTMLElement => screen.getByRole('combobox', { name: 'Search nodes' });
const rows = (): HTMLElement[] => within(screen.getByRole('tree')).queryAllByRole('treeitem');
const texts = (): (string | null | undefined)[] =>
  rows().map((row) => row.querySelector('.creator-name, .creator-category-name')?.firstChild?.parentElement?.textContent);
const active = (): string => document.querySelector('[data-active="true"]')?.textContent ?? '';

describe('the node creator', () => {
  it('is named after the input for which it offers nodes', () => {
    open({ isForInput: true, title: i18n.t('creator:titleFor', { input: i18n.t('canvas:ports.ai_memory'), node: 'Agent' }) });
    expect(screen.getByRole('complementary', { name: 'Memory for Agent' })).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Memory for Agent' })).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Add a node' })).toBeNull();
    // What fits one input is of one kind, and few types need no groups.
    expect(screen.queryByRole('tablist')).toBeNull();
    expect(texts()).toEqual(['HTTP Request', 'If', 'Manual Trigger', 'Merge', 'Webhook']);
  });

  it('opens the only category of many types, which can be closed', async () => {
    const tools = Array.from({ length: 31 }, (_, index) =>
      node(`tool${index}`, `Tool ${index}`, { outputs: ['ai_tool'], codex: { categories: ['AI'] } }),
    );
    open({ isForInput: true, title: 'Tool for Agent', nodeTypes: tools });
    expect(texts().slice(0, 2)).toEqual(['AI', 'Tool 0']);
    await userEvent.click(screen.getByRole('treeitem', { name: /^AI/ }));
    expect(texts()).toEqual(['AI']);
  });

  it('opens with the focus in the search box, suggestions first', async () => {
    open();
    expect(document.activeElement).toBe(search());
    expect(texts()).toEqual(['Suggested', 'HTTP Request', 'If', 'Merge', 'Core nodes', 'Flow', 'Helpers', 'Triggers']);
    expect(active()).toContain('HTTP Request');
    expect(search().getAttribute('aria-activedescendant')).toBe(document.querySelector('[data-active="true"]')?.id);
  });

  it('is not rendered when closed', () => {
    open({ isOpen: false });
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('adds the found node with Enter, in its newest version', async () => {
    const { onPick } = open();
    await userEvent.keyboard('cond{Enter}');
    expect(texts()).toEqual(['Ifcondition']);
    expect(onPick).toHaveBeenCalledExactlyOnceWith({ type: `${core}if`, version: 2 });
  });

  it('finds hundreds without rendering all lines, and reaches each by keys', async () => {
    open({ nodeTypes: Array.from({ length: 300 }, (_, index) => node(`n${index}`, `Node ${index}`)) });
    await userEvent.keyboard('node');
    expect(screen.getByRole('status').textContent).toBe('300 nodes found');
    expect(rows().length).toBeLessThan(100);
    await userEvent.keyboard('{ArrowUp}');
    expect(active()).toContain('Node 299');
    await userEvent.keyboard('{PageUp}');
    expect(active()).toContain('Node 291');
  });

  it('marks matches', async () => {
    open();
    await userEvent.keyboard('mer');
    expect(document.querySelector('mark')?.textContent).toBe('Mer');
    expect(screen.getByRole('status').textContent).toBe('1 node found');
  });

  it('moves through the lines and wraps around', async () => {
    open();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(active()).toContain('Core nodes');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(active()).toContain('Suggested');
    await userEvent.keyboard('{ArrowUp}');
    expect(active()).toContain('Triggers');
  });

  it('opens and closes groups with Left and Right', async () => {
    open();
    await userEvent.keyboard('{ArrowUp}{ArrowLeft}');
    expect(texts()).toEqual(['Suggested', 'Core nodes', 'Flow', 'Helpers', 'Triggers']);
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(active()).toContain('HTTP Request');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowRight}');
    expect(screen.getByRole('heading', { name: 'Flow' })).toBeTruthy();
    expect(texts()).toEqual(['If', 'Merge']);
    await userEvent.keyboard('{ArrowLeft}');
    expect(active()).toContain('Flow');
    await userEvent.keyboard('{ArrowLeft}');
    expect(active()).toContain('Core nodes');
  });

  it('leaves Left and Right to the caret while there is text', async () => {
    open();
    await userEvent.keyboard('erge{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}m');
    expect((search() as HTMLInputElement).value).toBe('merge');
  });

  it('goes back with Left, and into groups by mouse, keeping the focus in the search box', async () => {
    open();
    await userEvent.click(screen.getByText('Helpers'));
    expect(texts()).toEqual(['HTTP Request']);
    await userEvent.click(screen.getByRole('button', { name: 'Back to all categories' }));
    expect(texts()).toContain('Helpers');
    expect(document.activeElement).toBe(search());
  });

  it.each(['{Tab}', '{Escape}'])('closes with %s', async (key) => {
    const { onClose } = open();
    await userEvent.keyboard(`mer${key}`);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('closes with Escape also if nothing has the focus, unless the key was handled', () => {
    const { onClose } = open();
    act(() => (document.activeElement as HTMLElement).blur());
    const used = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    used.preventDefault();
    fireEvent(document.body, used);
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('moves the focus to the fallback if nothing had it before', () => {
    const focusAfter = vi.fn();
    open({ focusAfter });
    cleanup();
    expect(focusAfter).toHaveBeenCalledOnce();
  });

  it('reaches the kinds of nodes by Shift+Tab, and shows one kind', async () => {
    const { onClose } = open();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'All' }));
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Trigger', selected: true }));
    expect(texts()).toEqual(['Suggested', 'Webhook', 'Other triggers', 'Manual Trigger']);
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement).toBe(search());
    expect(onClose).not.toHaveBeenCalled();
  });

  it('shows a type at its maximum, explains why, and does not add it', async () => {
    const onReject = vi.fn();
    const { onPick } = open({ onReject });
    await userEvent.keyboard('manual');
    const row = screen.getByRole('treeitem', { name: /Manual Trigger.*Only 1 node is allowed in a workflow/ });
    expect(row.getAttribute('aria-disabled')).toBe('true');
    expect(row.getAttribute('draggable')).toBe('false');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(row);
    expect(onPick).not.toHaveBeenCalled();
    expect(onReject.mock.calls).toEqual(Array.from({ length: 2 }, () => [{ type: `${core}manualTrigger`, version: 2 }]));
  });

  it('offers alternatives and a link if nothing matches', async () => {
    const { onPick } = open({ requestUrl: (searched) => `https://example.com/ask?for=${searched}` });
    await userEvent.keyboard('qqqq');
    expect(screen.getByText('No nodes match “qqqq”')).toBeTruthy();
    expect(texts()).toEqual(['HTTP Request', 'Webhook']);
    expect(screen.getByRole('link', { name: 'Request it' }).getAttribute('href')).toBe('https://example.com/ask?for=qqqq');
    // An alternative is added only if it was chosen.
    expect(active()).toBe('');
    await userEvent.keyboard('{Enter}');
    expect(onPick).not.toHaveBeenCalled();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(onPick).toHaveBeenCalledExactlyOnceWith({ type: `${core}webhook`, version: 2 });
  });

  it('leads to packages that are not installed: before the alternatives, after what matches', async () => {
    const onInstall = vi.fn();
    const onSearch = vi.fn();
    const packages = [
      { packageName: 'n8n-nodes-base', services: ['Slack'] },
      { packageName: 'n8n-nodes-other', services: ['Slack Talk'] },
    ];
    const onFindPackage = vi.fn();
    const { onPick, onClose } = open({ packages, onInstall, onSearch, onFindPackage });
    await userEvent.keyboard('slack');
    expect(onSearch).toHaveBeenLastCalledWith('slack');
    const offered = ['Slackn8n-nodes-base', 'Slack Talkn8n-nodes-other'];
    expect(texts()).toEqual([...offered, 'Search packages for “slack”', 'HTTP Request', 'Webhook']);
    await userEvent.keyboard('{Enter}{ArrowDown}{Enter}{ArrowDown}{Enter}');
    expect(onInstall.mock.calls).toEqual([['n8n-nodes-base'], ['n8n-nodes-other']]);
    expect(onFindPackage.mock.calls).toEqual([['slack']]);
    expect([onPick, onClose].every((called) => called.mock.calls.length === 0)).toBe(true);
    await userEvent.clear(search());
    await userEvent.keyboard('merge');
    expect(onSearch).toHaveBeenLastCalledWith('merge');
    expect(texts()).toEqual(['Merge', ...offered]);
    expect(active()).toContain('Merge');
  });

  it('tells users who may not install packages whom to ask', async () => {
    const onInstall = vi.fn();
    open({ packages: [{ packageName: 'n8n-nodes-base', services: ['A', 'B', 'C', 'D'], advice: 'Ask Ada.' }], onInstall });
    await userEvent.keyboard('slack');
    const row = screen.getByRole('treeitem', { name: /A, B and 2 more.*Ask Ada/ });
    expect(row.getAttribute('aria-disabled')).toBe('true');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(row);
    expect(onInstall).not.toHaveBeenCalled();
  });

  it('points to matches of the other kind', async () => {
    open({ mode: 'trigger' });
    await userEvent.keyboard('merge');
    expect(texts()).toEqual(['Show 1 in All']);
    await userEvent.keyboard('{Enter}');
    expect(texts()).toEqual(['Merge']);
    cleanup();
    // Some of them match, too.
    open({ mode: 'trigger' });
    await userEvent.keyboard('does');
    expect(texts()).toEqual(['Manual Trigger', 'Webhook', 'Show 3 more in All']);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(texts()).toHaveLength(5);
  });

  it('finds what nodes can do, and adds a node that does it', async () => {
    const actions = [
      {
        type: `${core}merge`,
        actions: [
          { name: 'Append the items', operation: 'append' },
          { name: 'Combine items by position', resource: 'pair', operation: 'combine' },
        ],
      },
      { type: `${core}gone`, actions: [{ name: 'Append nothing', operation: 'append' }] },
      { type: `${core}webhook`, actions: [{ name: 'Append a call', operation: 'append' }] },
    ];
    const { onPick } = open({ actions });
    await userEvent.keyboard('append');
    expect(texts()).toEqual(['Append the items']);
    expect(rows()[0]?.textContent).toContain('Merge');
    await userEvent.clear(search());
    // The name of the node alone finds the node, not all that it can do.
    await userEvent.keyboard('merge');
    expect(texts()).toEqual(['Merge']);
    await userEvent.keyboard(' pos');
    expect(texts()).toEqual(['Combine items by position']);
    const data = new Map<string, string>();
    const dataTransfer = {
      setData: (type: string, value: string) => data.set(type, value),
      setDragImage: () => undefined,
      effectAllowed: '',
    };
    fireEvent.dragStart(screen.getByRole('treeitem', { name: /^Combine/ }), { dataTransfer });
    const pick = { type: `${core}merge`, version: 2, parameters: { resource: 'pair', operation: 'combine' } };
    expect(JSON.parse(data.get(nodeDragType) ?? '')).toEqual(pick);
    await userEvent.keyboard('{Enter}');
    expect(onPick).toHaveBeenCalledExactlyOnceWith(pick);
  });

  it('offers the actions of a node to its variant that is a tool', async () => {
    const mergeTool = node('mergeTool', 'Merge Tool', { outputs: ['ai_tool'] });
    const { onPick } = open({
      nodeTypes: [mergeTool],
      isForInput: true,
      title: 'Tool for Agent',
      actions: [{ type: `${core}merge`, actions: [{ name: 'Append', operation: 'append' }] }],
    });
    await userEvent.keyboard('append{Enter}');
    expect(onPick).toHaveBeenCalledExactlyOnceWith({ type: `${core}mergeTool`, version: 2, parameters: { operation: 'append' } });
  });

  it('takes what is typed after a click on a tab', async () => {
    open();
    await userEvent.click(screen.getByRole('tab', { name: 'Regular' }));
    expect(document.activeElement).toBe(search());
    await userEvent.keyboard('merge');
    expect(texts()).toEqual(['Merge']);
  });

  it('says that a trigger is missing, unless another message is shown', async () => {
    open({ usedTypes: new Map() });
    await userEvent.click(screen.getByRole('button', { name: 'Show triggers' }));
    expect(screen.getByRole('tab', { name: 'Trigger', selected: true })).toBeTruthy();
    cleanup();
    open({ usedTypes: new Map(), hint: 'Connects to Merge' });
    expect(screen.queryByRole('button', { name: 'Show triggers' })).toBeNull();
    expect(screen.getByText('Connects to Merge')).toBeTruthy();
  });

  it('passes a dragged node as JSON', () => {
    open();
    const data = new Map<string, string>();
    const dataTransfer = {
      setData: (type: string, value: string) => data.set(type, value),
      setDragImage: () => undefined,
      effectAllowed: '',
    };
    fireEvent.dragStart(screen.getByRole('treeitem', { name: /^Merge/ }), { dataTransfer });
    expect(JSON.parse(data.get(nodeDragType) ?? '')).toEqual({ type: `${core}merge`, version: 2 });
  });

  it('does not leak its keys to the page', async () => {
    const pressed = vi.fn();
    addEventListener('keydown', pressed);
    open();
    await userEvent.keyboard('{ArrowDown}{Tab}{Escape}');
    removeEventListener('keydown', pressed);
    expect(pressed).not.toHaveBeenCalled();
  });
});

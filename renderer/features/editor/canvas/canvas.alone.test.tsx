// The canvas in a document: rendering of a model, intents, and announcements.
import { act, cleanup, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createRef, StrictMode, type RefObject } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import '../../../i18n/index.ts';
import type { CanvasEdge, CanvasHandle, CanvasIntent, CanvasModel, CanvasProps } from './canvas-model.ts';
import { Canvas } from './canvas.tsx';
import { makeModel, makeNode, makeNote } from './testing/small-model.ts';

interface Shown {
  readonly intents: CanvasIntent[];
  readonly handle: RefObject<CanvasHandle | null>;
  readonly stage: HTMLElement;
  show(model: CanvasModel, selection?: readonly string[], more?: Pick<CanvasProps, 'plan' | 'selectedEdges'>): void;
}

const model = makeModel(
  [
    makeNode('hook', 100, 100, { title: 'New order', isTrigger: true, inputs: [], state: 'success' }),
    makeNode('if', 300, 100, { title: 'Over 500?', outputs: ['true', 'false'].map((name) => ({ type: 'main', name })) }),
    makeNode('ask', 500, 100, { title: 'Ask', issues: ['Credential missing', 'URL missing'] }),
  ],
  ['hook 0 if 0', 'if 0 ask 0'],
  [makeNote('note', 100, 300, 200, 100)],
);

/** The test document has no layout and no drawing context, so both are simulated. */
function giveSize(): void {
  Object.defineProperties(HTMLElement.prototype, {
    clientWidth: { configurable: true, get: () => 1000 },
    clientHeight: { configurable: true, get: () => 800 },
  });
  HTMLCanvasElement.prototype.getContext = (() => null) as HTMLCanvasElement['getContext'];
}

function show(options: { readonly isReadOnly?: boolean } = {}): Shown {
  const intents: CanvasIntent[] = [];
  const handle = createRef<CanvasHandle>();
  const element = (
    view: CanvasModel,
    selection: readonly string[],
    more: Pick<CanvasProps, 'plan' | 'selectedEdges'> = {},
  ): React.ReactElement => (
    <StrictMode>
      <Canvas
        ref={handle}
        model={view}
        selection={selection}
        isReadOnly={options.isReadOnly === true}
        {...more}
        onIntent={(intent) => intents.push(intent)}
      />
    </StrictMode>
  );
  const { rerender } = render(element(model, []));
  return {
    intents,
    handle,
    stage: screen.getByRole('application'),
    show: (view, selection = [], more = {}) => rerender(element(view, selection, more)),
  };
}

const announcement = (): string | null => screen.getByRole('status').textContent;
const without = (edge: string): CanvasModel => ({ ...model, edges: new Map([...model.edges].filter(([id]) => id !== edge)) });
const node = (name: RegExp): HTMLElement => screen.getByRole('group', { name });

beforeEach(giveSize);
afterEach(cleanup);

describe('the canvas shows', () => {
  it('the model, with accessible descriptions', () => {
    show();
    expect(node(/^New order, trigger, succeeded, 0 incoming connections, 1 outgoing connection$/)).toBeTruthy();
    expect(node(/^Ask, 2 issues, first: Credential missing, 1 incoming connection, 0 outgoing connections$/)).toBeTruthy();
    expect(screen.getByText('true')).toBeTruthy();
    expect(document.querySelectorAll('.wire')).toHaveLength(2);
  });

  it('a plus at each unconnected output', () => {
    show();
    const labels = screen.getAllByRole('button', { name: /click to add node/i }).map((button) => button.getAttribute('aria-label'));
    expect(labels).toEqual(['false: click to add node or drag to connect', 'Click to add node or drag to connect']);
  });

  it('a new model, and drops removed things', async () => {
    const view = show();
    const nodes = new Map(model.nodes);
    nodes.delete('ask');
    view.show({ ...model, nodes, edges: new Map() });
    await waitFor(() => expect(document.querySelectorAll('.wire')).toHaveLength(0));
    expect(screen.queryByRole('group', { name: /^Ask/ })).toBeNull();
  });

  it('no editing tools if read-only', () => {
    show({ isReadOnly: true });
    fireEvent.pointerOver(node(/^Ask/));
    expect(screen.queryByRole('button', { name: /click to add node/i })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(document.querySelectorAll('.note-handle')).toHaveLength(0);
  });
});

describe('by keyboard', () => {
  it('one node can be reached by Tab, arrows lead to the others, Enter opens', () => {
    const { intents } = show();
    const reachable = screen.getAllByRole('group').filter((element) => element.tabIndex === 0);
    expect(reachable).toHaveLength(1);
    act(() => node(/^New order/).focus());
    fireEvent.keyDown(node(/^New order/), { key: 'ArrowRight' });
    expect(document.activeElement).toBe(node(/^Over 500/));
    expect(node(/^Over 500/).tabIndex).toBe(0);
    fireEvent.keyDown(node(/^Over 500/), { key: 'Enter' });
    expect(intents).toEqual([
      { type: 'select', ids: ['if'] },
      { type: 'open', id: 'if' },
    ]);
    expect(screen.getByRole('status').textContent).toBe('Over 500? selected');
  });

  it('arrows with Shift are ignored', () => {
    const { intents } = show();
    act(() => node(/^New order/).focus());
    fireEvent.keyDown(node(/^New order/), { key: 'ArrowRight', shiftKey: true });
    expect(intents).toEqual([]);
  });

  it('tools disappear when the hovered or focused part of a node is removed', () => {
    const view = show();
    const tools = (): number => screen.queryAllByRole('button', { name: 'Delete' }).length;
    const plus = (): HTMLElement => screen.getByRole('button', { name: 'Click to add node or drag to connect' });
    fireEvent.pointerOver(plus());
    act(() => plus().focus());
    expect(tools()).toBe(1);
    // The plus is removed without events for pointer and focus.
    const edge: CanvasEdge = { id: 'ask if', source: 'ask', output: 0, target: 'if', input: 0, state: 'idle' };
    view.show({ ...model, edges: new Map(model.edges).set(edge.id, edge) });
    fireEvent.pointerOver(view.stage);
    act(() => node(/^New order/).focus());
    expect(tools()).toBe(1);
    expect(within(node(/^Ask/)).queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it('tools and the plus of a focused node can be pressed', () => {
    const { intents } = show();
    act(() => node(/^Ask/).focus());
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    fireEvent.keyDown(screen.getAllByRole('button', { name: /click to add node/i })[1] as HTMLElement, { key: 'Enter' });
    expect(intents).toEqual([
      { type: 'tool', tool: 'delete', id: 'ask' },
      { type: 'addFrom', from: { node: 'ask', side: 'output', index: 0, type: 'main' }, at: { x: 700, y: 100 } },
    ]);
  });

  it("arrows lead from a node's tools to the next node, but not out of a text", () => {
    const { intents } = show();
    act(() => node(/^Ask/).focus());
    fireEvent.keyDown(screen.getByRole('button', { name: 'Delete' }), { key: 'ArrowLeft' });
    expect(intents).toEqual([{ type: 'select', ids: ['if'] }]);
    fireEvent.doubleClick(node(/^Sticky note/));
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'ArrowLeft' });
    expect(intents).toHaveLength(1);
  });

  it('the canvas receives the focus when the focused element is deleted', () => {
    const view = show();
    act(() => node(/^Ask/).focus());
    const nodes = new Map(model.nodes);
    nodes.delete('ask');
    view.show({ ...model, nodes });
    expect(document.activeElement).toBe(view.stage);
  });
});

describe('a plan', () => {
  it('is shown on nodes and connections, also on later ones, and removed again', async () => {
    const view = show();
    const plan = { runs: new Set(['if']), gives: new Map([['hook', 'run' as const]]) };
    view.show(model, [], { plan });
    expect([node(/^New order/), node(/^Over 500/), node(/^Ask/)].map((element) => element.dataset['plan'])).toEqual([
      'run',
      'runs',
      undefined,
    ]);
    await waitFor(() => expect(document.querySelectorAll('.wire[data-plan]')).toHaveLength(1));
    view.show({ ...model, nodes: new Map([...model.nodes].filter(([id]) => id !== 'if')) }, [], { plan });
    view.show(model, [], { plan });
    await waitFor(() => expect(node(/^Over 500/).dataset['plan']).toBe('runs'));
    view.show(model, []);
    expect(document.querySelectorAll('[data-plan].node')).toHaveLength(0);
  });

  it('is requested on hover and focus of the run button', () => {
    const { intents } = show();
    act(() => node(/^Ask/).focus());
    const button = screen.getByRole('button', { name: 'Run this node' });
    fireEvent.pointerEnter(button);
    fireEvent.pointerLeave(button);
    act(() => button.focus());
    expect(intents).toEqual([{ type: 'consider', id: 'ask' }, { type: 'consider' }, { type: 'consider', id: 'ask' }]);
  });
});

describe('the announced selection', () => {
  it('may be connections, which are marked', async () => {
    const view = show();
    view.show(model, [], { selectedEdges: ['if 0 ask 0'] });
    await waitFor(() => expect(document.querySelectorAll('.wire[data-selected]')).toHaveLength(1));
  });

  it('is left by Escape', () => {
    const view = show();
    view.show(model, ['ask']);
    act(() => node(/^Ask/).focus());
    fireEvent.keyDown(node(/^Ask/), { key: 'Escape' });
    expect(view.intents).toEqual([{ type: 'select', ids: [] }]);
  });

  it('is moved with Alt and arrows', () => {
    const view = show();
    view.show(model, ['ask', 'if']);
    act(() => node(/^Ask/).focus());
    fireEvent.keyDown(node(/^Ask/), { key: 'ArrowDown', altKey: true });
    const positions = new Map([
      ['ask', { x: 500, y: 120 }],
      ['if', { x: 300, y: 120 }],
    ]);
    expect(view.intents).toEqual([{ type: 'move', positions, isStep: true }]);
    expect(announcement()).toBe('2 moved down by 20');
  });

  it('stays in view when moved by keys, and is announced by name', () => {
    const { handle } = show();
    act(() => node(/^Ask/).focus());
    act(() => handle.current?.setView({ x: 200, y: 0, zoom: 1 }));
    fireEvent.keyDown(node(/^Ask/), { key: 'ArrowLeft', altKey: true });
    expect(handle.current?.view()).toEqual({ x: 200, y: 0, zoom: 1 });
    act(() => handle.current?.setView({ x: 300, y: 0, zoom: 1 }));
    fireEvent.keyDown(node(/^Ask/), { key: 'ArrowRight', altKey: true });
    expect(handle.current?.view()).toEqual({ x: -70, y: 250, zoom: 1 });
    expect(announcement()).toBe('Ask moved right by 20');
  });
});

describe('notes', () => {
  it('are resized with Shift and arrows, which is announced', () => {
    const { intents } = show();
    const note = node(/^Sticky note/);
    act(() => note.focus());
    fireEvent.keyDown(note, { key: 'ArrowRight', shiftKey: true });
    expect(intents).toEqual([
      { type: 'resizeNote', id: 'note', position: { x: 100, y: 300 }, size: { width: 220, height: 100 }, isStep: true },
    ]);
    expect(announcement()).toBe('The note is now 220 by 100');
  });

  it('are announced again if the same action is repeated', () => {
    show();
    act(() => node(/^Sticky note/).focus());
    const texts = [1, 2, 3].map(() => {
      fireEvent.keyDown(node(/^Sticky note/), { key: 'ArrowRight', altKey: true });
      return announcement() ?? '';
    });
    expect(new Set(texts.map((text) => text.replace('\u200b', '')))).toEqual(new Set(['Sticky note moved right by 20']));
    expect([texts[0] === texts[1], texts[1] === texts[2]]).toEqual([false, false]);
  });

  it('change color', () => {
    const { intents } = show();
    act(() => node(/^Sticky note/).focus());
    fireEvent.click(screen.getByRole('button', { name: 'Blue' }));
    expect(intents).toEqual([{ type: 'colorNote', id: 'note', color: 5 }]);
  });

  it('are edited in place, and emit the text', () => {
    const { intents } = show();
    fireEvent.doubleClick(node(/^Sticky note/));
    const editor = screen.getByRole('textbox');
    expect(document.activeElement).toBe(editor);
    fireEvent.change(editor, { target: { value: 'New text' } });
    fireEvent.keyDown(editor, { key: 'Escape' });
    expect(intents).toEqual([{ type: 'editNote', id: 'note', content: 'New text' }]);
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe('effects are announced once they happened:', () => {
  const press = (name: string): void => {
    act(() => node(/^Ask/).focus());
    fireEvent.click(screen.getByRole('button', { name }));
  };

  it('a node was deleted', () => {
    const view = show();
    press('Delete');
    expect(announcement()).toBe('');
    view.show({ ...model, nodes: new Map([...model.nodes].filter(([id]) => id !== 'ask')) });
    expect(announcement()).toBe('Ask deleted');
  });

  it('a node was disabled', () => {
    const view = show();
    press('Disable');
    view.show({ ...model, nodes: new Map(model.nodes).set('ask', makeNode('ask', 500, 100, { title: 'Ask', isDisabled: true })) });
    expect(announcement()).toBe('Ask disabled');
  });

  it('a node was duplicated, and nothing if refused', () => {
    const view = show();
    press('Duplicate');
    view.show({ ...model });
    expect(announcement()).toBe('');
    press('Duplicate');
    view.show({ ...model, nodes: new Map(model.nodes).set('copy', makeNode('copy', 500, 240)) });
    expect(announcement()).toBe('Ask duplicated');
  });

  const overEdge = async (view: Shown): Promise<void> => {
    await waitFor(() => expect(document.querySelector('[data-edge="if 0 ask 0"]')).toBeTruthy());
    fireEvent.pointerOver(document.querySelector('[data-edge="if 0 ask 0"]') ?? view.stage, { pointerType: 'mouse' });
  };

  it('a connection was removed', async () => {
    const view = show();
    await overEdge(view);
    fireEvent.click(screen.getByRole('button', { name: 'Remove this connection' }));
    view.show(without('if 0 ask 0'));
    expect(announcement()).toBe('Over 500? is no longer connected to Ask');
  });

  it('a node was inserted, also if something else changed first', async () => {
    const view = show();
    await overEdge(view);
    fireEvent.click(screen.getByRole('button', { name: 'Insert a node here' }));
    view.show({ ...model });
    const withoutEdge = without('if 0 ask 0');
    view.show({ ...withoutEdge, nodes: new Map(withoutEdge.nodes).set('new', makeNode('new', 400, 100, { title: 'Wait' })) });
    expect(announcement()).toBe('Wait inserted between Over 500? and Ask');
  });
});

describe('with a finger', () => {
  /** `timeStamp`: milliseconds; how soon two taps follow each other must not depend on the computer. */
  const tap = (element: HTMLElement, clientX: number, timeStamp: number): void => {
    const finger = { clientX, clientY: 150, pointerId: 7, pointerType: 'touch', isPrimary: true, button: 0 };
    const events = [createEvent.pointerDown(element, { ...finger, buttons: 1 }), createEvent.pointerUp(element, finger)];
    for (const event of events) fireEvent(element, Object.defineProperty(event, 'timeStamp', { value: timeStamp }));
  };

  it('two taps open a node', () => {
    const { intents } = show();
    tap(node(/^Ask/), 550, 1000);
    expect(intents).not.toContainEqual({ type: 'open', id: 'ask' });
    tap(node(/^Ask/), 555, 1200);
    expect(intents).toContainEqual({ type: 'open', id: 'ask' });
  });

  it('two taps edit a note', () => {
    show();
    tap(node(/^Sticky note/), 150, 1000);
    tap(node(/^Sticky note/), 150, 1200);
    expect(screen.getByRole('textbox')).toBeTruthy();
  });
});

describe('with the mouse', () => {
  it('a click on empty canvas ends before a key that follows at once', () => {
    const view = show();
    view.show(model, ['if']);
    const { stage, intents } = view;
    const at = { clientX: 700, clientY: 600, pointerId: 1, button: 0, isPrimary: true };
    fireEvent.pointerDown(stage, { ...at, buttons: 1 });
    fireEvent.pointerUp(window, at);
    expect(intents).not.toContainEqual(expect.objectContaining({ type: 'select' }));
    fireEvent.keyDown(stage, { key: 'a', ctrlKey: true });
    expect(intents.at(-1)).toMatchObject({ type: 'select', ids: [] });
  });

  it('a pressed node stays under the pointer, also after keys were used', () => {
    const { handle } = show();
    act(() => handle.current?.setView({ x: 450, y: 0, zoom: 1 }));
    act(() => node(/^New order/).focus());
    fireEvent.keyDown(node(/^New order/), { key: 'Shift' });
    fireEvent.pointerDown(node(/^Ask/), { clientX: 960, clientY: 150, pointerId: 1, button: 0, isPrimary: true, buttons: 1 });
    expect(document.activeElement).toBe(node(/^Ask/));
    expect(handle.current?.view()).toEqual({ x: 450, y: 0, zoom: 1 });
  });

  it('a double click opens a node, and requests one on empty canvas', () => {
    const { intents, stage } = show();
    fireEvent.doubleClick(node(/^Ask/));
    fireEvent.doubleClick(stage, { clientX: 651, clientY: 449 });
    expect(intents).toEqual([
      { type: 'open', id: 'ask' },
      { type: 'create', at: { x: 600, y: 400 } },
    ]);
  });

  it('the menu applies to the thing under the pointer, which is selected', () => {
    const { intents } = show();
    fireEvent.contextMenu(node(/^Ask/), { clientX: 550, clientY: 150 });
    expect(intents).toEqual([
      { type: 'select', ids: ['ask'] },
      { type: 'menu', target: 'node', id: 'ask', at: { x: 560, y: 160 }, screen: { x: 550, y: 150 } },
    ]);
  });
});

describe('the handle', () => {
  it('zooms in steps, and back', () => {
    const { handle } = show();
    act(() => handle.current?.zoomIn());
    expect(handle.current?.view().zoom).toBe(1.25);
    expect(screen.getByRole('button', { name: 'Reset zoom, now 125%' })).toBeTruthy();
    act(() => handle.current?.resetZoom());
    expect(handle.current?.view().zoom).toBe(1);
    expect(screen.queryByRole('button', { name: /^Reset zoom/ })).toBeNull();
    expect(screen.getByText('100%')).toBeTruthy();
  });

  it('brings a node into view only if it, its name or its plus is not visible', () => {
    const { handle } = show();
    const movesFrom = (x: number, y: number): boolean => {
      act(() => handle.current?.setView({ x, y, zoom: 1 }));
      act(() => handle.current?.bringIntoView('ask'));
      return handle.current?.view().x !== x || handle.current.view().y !== y;
    };
    expect([movesFrom(0, 0), movesFrom(310, 550)]).toEqual([false, false]);
    expect([movesFrom(350, 0), movesFrom(0, 580), movesFrom(-510, 0)]).toEqual([true, true, true]);
    expect(handle.current?.view()).toEqual({ x: -50, y: 250, zoom: 1 });
  });

  it('returns the center snapped to the grid', () => {
    const { handle } = show();
    expect(handle.current?.centre()).toEqual({ x: 500, y: 400 });
  });
});

// Drags with the mouse, which jsPlumb performs: connections, nodes, and the wires that follow them. Without jsPlumb nothing can be dragged.
import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react';
import { StrictMode, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../../i18n/index.ts';
import type { CanvasIntent, CanvasModel } from './canvas-model.ts';
import { Canvas } from './canvas.tsx';
import { makeEdge, makeModel, makeNode } from './testing/small-model.ts';

const model = makeModel([makeNode('a', 100, 100), makeNode('b', 300, 100), makeNode('c', 500, 100)], ['a 0 b 0']);
const longerModel: CanvasModel = { ...model, edges: new Map([...model.edges, ['b 0 c 0', makeEdge('b 0 c 0')]]) };

interface Mounted {
  readonly intents: CanvasIntent[];
  show(model: CanvasModel): void;
}

function mount(isReadOnly = false): Mounted {
  const intents: CanvasIntent[] = [];
  const element = (view: CanvasModel): ReactElement => (
    <StrictMode>
      <Canvas model={view} selection={[]} isReadOnly={isReadOnly} onIntent={(intent) => intents.push(intent)} />
    </StrictMode>
  );
  const { rerender } = render(element(model));
  return { intents, show: (view) => rerender(element(view)) };
}

const byId = (id: string, part = ''): HTMLElement => document.querySelector<HTMLElement>(`.node[data-node="${id}"] ${part}`) as HTMLElement;
const output = (id: string): HTMLElement => byId(id, '.node-port[data-port="output"]');
const input = (id: string): HTMLElement => byId(id, '.node-port[data-port="input"]');
const lineOf = (edge: string): string | null | undefined =>
  document.querySelector(`[data-edge="${edge}"]`)?.parentElement?.querySelector('.wire-line')?.getAttribute('d');
const isTied = (port: HTMLElement): boolean => port.classList.contains('jtk-endpoint-connected');

/** Moves the mouse with the button pressed. A browser sends pointer and mouse events. */
function press(target: Element, x: number, y: number): void {
  const at = { clientX: x, clientY: y, button: 0, buttons: 1, bubbles: true };
  act(() => void fireEvent.pointerDown(target, { ...at, pointerId: 1, isPrimary: true, pointerType: 'mouse' }));
  act(() => void fireEvent.mouseDown(target, at));
}
function move(x: number, y: number): void {
  act(() => void fireEvent.pointerMove(document, { clientX: x, clientY: y, pointerId: 1, buttons: 1 }));
  act(() => void fireEvent.mouseMove(document, { clientX: x, clientY: y, buttons: 1 }));
}
async function release(x: number, y: number): Promise<void> {
  act(() => void fireEvent.pointerUp(document, { clientX: x, clientY: y, pointerId: 1, button: 0 }));
  act(() => void fireEvent.mouseUp(document, { clientX: x, clientY: y, button: 0 }));
  // The gesture ends one task later.
  await act(() => new Promise((resolve) => void setTimeout(resolve)));
}
const untilPlumbed = (): Promise<void> => waitFor(() => expect(isTied(output('a'))).toBe(true));

/** The test document has no layout and no drawing context, so both are simulated: ports lie where the model says. */
function giveSize(): void {
  Object.defineProperties(HTMLElement.prototype, {
    clientWidth: { configurable: true, get: () => 1000 },
    clientHeight: { configurable: true, get: () => 800 },
  });
  HTMLCanvasElement.prototype.getContext = (() => null) as HTMLCanvasElement['getContext'];
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const id = this.closest<HTMLElement>('[data-node]')?.dataset['node'];
    const node = id === undefined ? undefined : model.nodes.get(id);
    if (node === undefined || !this.matches('.node-port')) return new DOMRect(0, 0, this instanceof SVGElement ? 10 : 0, 0);
    const left = (this as HTMLElement).dataset['port'] === 'input' ? -7 : 95;
    return new DOMRect(node.position.x + left, node.position.y + 44, 12, 12);
  });
}

beforeEach(giveSize);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('without jsPlumb', () => {
  it('no connection can be drawn and no node moved', async () => {
    vi.doMock('./adapter.ts', () => {
      throw new Error('blocked');
    });
    const { intents } = mount();
    for (const [target, x, y] of [
      [output('b'), 400, 150],
      [byId('c'), 550, 150],
    ] as const) {
      press(target, x, y);
      move(x + 50, y + 100);
      move(493, 150);
      await release(493, 150);
    }
    expect(intents.map(({ type }) => type)).not.toContain('connect');
    expect(intents.map(({ type }) => type)).not.toContain('move');
    expect(document.querySelector('.jtk-endpoint')).toBeNull();
    vi.doUnmock('./adapter.ts');
  });
});

describe('with jsPlumb', () => {
  it('ports are its endpoints, and wires its connections, as long as the model has them', async () => {
    const view = mount();
    await untilPlumbed();
    expect([output('a'), input('b'), output('b'), input('c')].map(isTied)).toEqual([true, true, false, false]);
    view.show(longerModel);
    await waitFor(() => expect([output('b'), input('c')].map(isTied)).toEqual([true, true]));
    view.show({ ...model, edges: new Map() });
    await waitFor(() => expect([output('a'), input('b'), output('b'), input('c')].map(isTied)).toEqual([false, false, false, false]));
  });

  it('a connection is drawn from port to port, and completed by jsPlumb before the model has it', async () => {
    const { intents } = mount();
    await untilPlumbed();
    press(output('b'), 400, 150);
    move(450, 200);
    move(495, 150);
    expect(document.querySelector('.canvas-pending')?.getAttribute('data-target')).toBe('port');
    act(() => void fireEvent.pointerUp(document, { clientX: 495, clientY: 150, pointerId: 1, button: 0 }));
    act(() => void fireEvent.mouseUp(document, { clientX: 495, clientY: 150, button: 0 }));
    expect([output('b'), input('c')].map(isTied)).toEqual([true, true]);
    await act(() => new Promise((resolve) => void setTimeout(resolve)));
    const [from, to] = [
      { node: 'b', side: 'output', index: 0, type: 'main' },
      { node: 'c', side: 'input', index: 0, type: 'main' },
    ];
    expect(intents.at(-1)).toEqual({ type: 'connect', from, to });
  });

  it('a connection that the rules reject is not completed', async () => {
    const { intents } = mount();
    await untilPlumbed();
    press(output('a'), 200, 150);
    move(250, 200);
    move(295, 150);
    await release(295, 150);
    expect(intents.map(({ type }) => type)).not.toContain('connect');
    expect(isTied(output('a'))).toBe(true);
    expect(document.querySelector('.canvas-pending')).toBeNull();
  });

  it('a wire follows its node during a drag', async () => {
    const { intents } = mount();
    await untilPlumbed();
    const before = lineOf('a 0 b 0');
    press(byId('b'), 350, 150);
    move(350, 200);
    move(350, 250);
    expect(byId('b').style.top).toBe('200px');
    expect(lineOf('a 0 b 0')).not.toBe(before);
    expect(lineOf('a 0 b 0')).toContain('293 250');
    await release(350, 250);
    expect(intents.at(-1)).toEqual({ type: 'move', positions: new Map([['b', { x: 300, y: 200 }]]) });
  });

  it('a drag that Escape cancels leaves nothing behind', async () => {
    const { intents } = mount();
    await untilPlumbed();
    press(output('b'), 400, 150);
    move(450, 200);
    act(() => void fireEvent.keyDown(window, { key: 'Escape' }));
    await release(495, 150);
    expect(intents.map(({ type }) => type)).not.toContain('connect');
    expect(isTied(output('b'))).toBe(false);
    expect(document.querySelectorAll('.canvas-surface > .jtk-endpoint, .canvas-pending')).toHaveLength(0);
  });

  it('nothing is dragged if read-only', async () => {
    const { intents } = mount(true);
    await untilPlumbed();
    press(byId('b'), 350, 150);
    move(450, 250);
    await release(450, 250);
    press(output('b'), 400, 150);
    move(495, 150);
    await release(495, 150);
    expect(intents.map(({ type }) => type)).toEqual(['select']);
  });

  it('a press before jsPlumb is loaded becomes a drag as soon as it is', async () => {
    const { intents } = mount();
    press(output('b'), 400, 150);
    await waitFor(() => expect(byId('b').hasAttribute('data-jtk-managed')).toBe(true));
    move(450, 200);
    move(495, 150);
    await release(495, 150);
    expect(intents.at(-1)).toMatchObject({ type: 'connect' });
  });
});

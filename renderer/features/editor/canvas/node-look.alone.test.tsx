// How a node looks: its color, the items at an output without a connection, and what a trigger waits for.
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import '../../../i18n/index.ts';
import { Canvas } from './canvas.tsx';
import { makeModel, makeNode } from './testing/small-model.ts';

beforeEach(() => {
  // The test document has no layout and no drawing context.
  Object.defineProperties(HTMLElement.prototype, {
    clientWidth: { configurable: true, get: () => 1000 },
    clientHeight: { configurable: true, get: () => 800 },
  });
  HTMLCanvasElement.prototype.getContext = (() => null) as HTMLCanvasElement['getContext'];
});
afterEach(cleanup);

const node = (name: RegExp): HTMLElement => screen.getByRole('group', { name });

it('shows the color of a node, the items at an output without a connection, and what a trigger waits for', () => {
  const outputs = [{ type: 'main', name: 'true', count: '3 items' }, { type: 'main' }];
  const items = makeNode('if', 300, 100, { title: 'Sure?', outputs });
  const hook = makeNode('hook', 100, 100, { title: 'Hook', color: '#ff0000', hint: 'Waiting for an event in Hook' });
  render(<Canvas model={makeModel([hook, items])} selection={[]} isReadOnly={false} onIntent={() => undefined} />);
  // The name is above the line.
  expect(screen.getByText('3 items').dataset['at']).toBe('below');
  expect(node(/^Sure\?, true: 3 items, /)).toBeTruthy();
  const box = node(/^Hook, Waiting for an event in Hook, /);
  expect([box.style.getPropertyValue('--node-color'), box.dataset['colored']]).toEqual(['#ff0000', '']);
  expect(within(box).getByRole('tooltip').textContent).toBe('Waiting for an event in Hook');
  expect(node(/^Sure/).dataset['colored']).toBeUndefined();
});

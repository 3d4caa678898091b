// Find by keyboard and mouse: next and previous match, and back to the canvas.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import '../../../i18n/index.ts';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { typeLookup } from '../view/type-lookup.ts';
import { FindBar } from './find-bar.tsx';

const node = (name: string, x: number): WorkflowFile['nodes'][number] => ({
  id: name,
  name,
  type: 'n8n-nodes-base.noOp',
  typeVersion: 1,
  position: [x, 0],
  parameters: {},
});
const workflow: WorkflowFile = {
  name: 'W',
  connections: {},
  nodes: [node('Order 3', 400), node('Order 1', 0), node('Order 2', 200), node('Other', 600)],
};

let revealed: string[];
let closed: (string | undefined)[];
const bar = (openCount: number) => (
  <TooltipProvider>
    <FindBar
      workflow={workflow}
      types={typeLookup([])}
      openCount={openCount}
      onShow={(id) => revealed.push(id)}
      onClose={(id) => closed.push(id)}
    />
  </TooltipProvider>
);
const field = (): HTMLElement => screen.getByRole('searchbox', { name: 'Find nodes, parameters and notes' });
const count = (): string | null => screen.getByRole('status').textContent;

beforeEach(() => {
  [revealed, closed] = [[], []];
  Object.assign(Element.prototype, { scrollIntoView: () => undefined });
});
afterEach(cleanup);

it('shows the first match while typing, and moves on with Enter, arrows and F3, wrapping around', async () => {
  render(bar(1));
  expect(document.activeElement).toBe(field());
  await userEvent.keyboard('order');
  expect([revealed, count()]).toEqual([['Order 1'], '1 of 3']);
  await userEvent.keyboard('{Enter}{ArrowDown}{F3}');
  expect([revealed.slice(1), count()]).toEqual([['Order 2', 'Order 3', 'Order 1'], '1 of 3']);
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}{ArrowUp}');
  expect([revealed.slice(4), count()]).toEqual([['Order 3', 'Order 2'], '2 of 3']);
  await userEvent.keyboard(' 2');
  expect([revealed.length, count()]).toEqual([6, '1 of 1']);
});

it('moves with its buttons, and to a chosen match', async () => {
  render(bar(1));
  await userEvent.keyboard('order');
  await userEvent.click(screen.getByRole('button', { name: 'Next match' }));
  await userEvent.click(screen.getByRole('button', { name: 'Previous match' }));
  await userEvent.click(screen.getByRole('button', { name: 'Order 3' }));
  expect(revealed).toEqual(['Order 1', 'Order 2', 'Order 1', 'Order 3']);
  expect(screen.getByRole('button', { name: 'Order 3' }).getAttribute('aria-current')).toBe('true');
});

it('reports no matches, and does not move', async () => {
  render(bar(1));
  await userEvent.keyboard('zzz{Enter}');
  expect([revealed, count()]).toEqual([[], 'No results']);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next match' }).disabled).toBe(true);
});

it('closes with Escape at the current match, and takes the focus when requested again', async () => {
  const { rerender } = render(bar(1));
  await userEvent.keyboard('order{Enter}');
  screen.getByRole('button', { name: 'Next match' }).focus();
  rerender(bar(2));
  expect(document.activeElement).toBe(field());
  await userEvent.keyboard('{Escape}');
  expect(closed).toEqual(['Order 2']);
});

// A key typed into one parameter renders little else: React tells which components each commit has rendered.
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { endForm, showForm } from '../testing/form.tsx';

interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
}

/** React reports its commits to the hook that developer tools set before it is loaded. */
const hook = vi.hoisted(() => {
  const renderCounts = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    onCommitFiberRoot: (_id: number, _root: { readonly current: Fiber }): void => undefined,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    checkDCE: () => undefined,
  };
  Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: renderCounts });
  return renderCounts;
});

const nameOf = (type: unknown): string | undefined => {
  if (typeof type === 'function') return type.name;
  const inner = typeof type === 'object' && type !== null ? (type as { readonly type?: unknown; readonly render?: unknown }) : undefined;
  return inner === undefined ? undefined : nameOf(inner.type ?? inner.render);
};

/** Flag of components that were rendered rather than skipped. */
const PERFORMED_WORK = 1;

function rendered(fiber: Fiber, names: string[]): void {
  const before = fiber.alternate;
  const name = nameOf(fiber.type);
  if (name !== undefined && (before === null || (fiber.flags & PERFORMED_WORK) !== 0)) names.push(name);
  // Skipped subtrees are those of the commit before.
  if (before !== null && before.child === fiber.child) return;
  for (let child = fiber.child; child !== null; child = child.sibling) rendered(child, names);
}

/** Returns the names of the components that an action renders. */
function componentsRenderedBy(run: () => void): readonly string[] {
  const names: string[] = [];
  hook.onCommitFiberRoot = (_id, { current }) => rendered(current, names);
  act(run);
  hook.onCommitFiberRoot = () => undefined;
  return names;
}

afterEach(endForm);

const field = (name: string, more: Partial<NodeProperty> = {}): NodeProperty => ({
  displayName: name,
  name,
  type: 'string',
  default: '',
  ...more,
});
const count = (names: readonly string[], name: string): number => names.filter((each) => each === name).length;

it('a key in a parameter does not render the others', () => {
  const otherFields = Array.from({ length: 10 }, (_, at) => field(`p${at}`));
  showForm({ properties: [field('First'), ...otherFields], parameters: { p3: '={{ $json.a }}' }, input: [{ a: 1 }] });
  const first = screen.getByRole('textbox', { name: /^First/ });
  fireEvent.change(first, { target: { value: 'a' } });
  const names = componentsRenderedBy(() => void fireEvent.change(first, { target: { value: 'ab' } }));
  expect(count(names, 'SingleField')).toBe(1);
  expect(count(names, 'LabelRow')).toBe(0);
  expect(names.length).toBeLessThan(30);
});

it('a key in an assignment does not render the others, nor its own name and type', () => {
  const property = field('Fields', { type: 'assignmentCollection', default: {} });
  const assignments = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, at) => ({
    id,
    name: id,
    type: 'string',
    value: at % 2 ? '={{ $json.a }}' : 'plain',
  }));
  showForm({ properties: [property, field('Other')], parameters: { Fields: { assignments } }, input: [{ a: 1 }] });
  const value = screen.getAllByDisplayValue('plain')[0] as HTMLElement;
  fireEvent.change(value, { target: { value: 'plain1' } });
  const names = componentsRenderedBy(() => void fireEvent.change(value, { target: { value: 'plain12' } }));
  expect(count(names, 'Entry')).toBe(1);
  expect(count(names, 'LabelRow')).toBe(0);
  expect(count(names, 'Select')).toBe(0);
  expect(names.length).toBeLessThan(40);
});

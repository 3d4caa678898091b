// Buttons and menu entries of commands: what they do, and whether they can.
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import '../../../i18n/index.ts';
import { store } from '../../../state/store.ts';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { editorActions, type EditorMode } from '../document/editor-slice.ts';
import { EditorProvider } from '../state/editor-context.tsx';
import { selectEditor } from '../state/slices.ts';
import { typeLookup } from '../view/type-lookup.ts';
import { CommandMenu } from './command-menu.tsx';
import { StageTools } from './stage-tools.tsx';

afterEach(cleanup);

const node = (name: string, at: number, more: object = {}) =>
  ({ id: name, name, type: 'test', typeVersion: 1, position: [at, at], parameters: {}, ...more }) as WorkflowFile['nodes'][number];

function show(
  nodes: WorkflowFile['nodes'],
  element: ReactNode,
  { mode = 'edit', pinData }: { mode?: EditorMode; pinData?: object } = {},
): void {
  const workflow = { name: 'W', nodes, connections: {}, ...(pinData === undefined ? {} : { pinData }) } as WorkflowFile;
  act(() => void store.dispatch(editorActions.opened({ workflow, mode })));
  act(() => void store.dispatch(editorActions.selected(nodes.slice(0, 1).map(({ name }) => name))));
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <EditorProvider types={typeLookup([])}>{element}</EditorProvider>
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
}

const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name });
const positions = (): readonly number[][] => selectEditor(store.getState()).history.present.nodes.map(({ position }) => [...position]);

it('tidies up, undoes and redoes by buttons, which are off if there is nothing to do', async () => {
  show([node('A', 0), node('B', 500)], <StageTools />);
  expect([button('Undo').disabled, button('Redo').disabled, button('Tidy up').disabled]).toEqual([true, true, false]);
  await userEvent.click(button('Tidy up'));
  const tidied = positions();
  expect(tidied).not.toEqual([
    [0, 0],
    [500, 500],
  ]);
  await userEvent.click(button('Undo'));
  expect(positions()).toEqual([
    [0, 0],
    [500, 500],
  ]);
  expect(button('Undo').disabled).toBe(true);
  await userEvent.click(button('Redo'));
  expect(positions()).toEqual(tidied);
});

it.each(['execution', 'edit'] as const)('has no such buttons for what cannot be changed: %s', (mode) => {
  show([], <StageTools />, { mode });
  if (mode === 'edit') expect(button('Tidy up').disabled).toBe(true);
  else expect(screen.queryByRole('button', { name: 'Tidy up' })).toBeNull();
});

it.each([
  [{}, {}, ['Disable', 'Pin data'], ['Enable', 'Unpin data']],
  [{ disabled: true }, { A: [{ json: {} }] }, ['Enable', 'Unpin data'], ['Disable', 'Pin data']],
])('menu entries say which of two things they do: %o', async (more, pinData, there, absent) => {
  show(
    [node('A', 0, more)],
    <CommandMenu menu={{ type: 'menu', target: 'node', id: 'A', at: { x: 5, y: 5 }, screen: { x: 5, y: 5 } }} onClose={() => undefined} />,
    {
      pinData,
    },
  );
  const entries = (await screen.findAllByRole('menuitem')).map(({ firstChild }) => firstChild?.textContent);
  expect(entries).toEqual(expect.arrayContaining(there));
  for (const name of absent) expect(entries).not.toContain(name);
});

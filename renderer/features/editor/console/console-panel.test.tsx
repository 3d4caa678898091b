// The console: lines with node, time, level and values; its filter, its keys, and how it is opened.
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ConsoleLevel } from '../../../../engine/contract/push.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import '../../../i18n/index.ts';
import { pushReceived } from '../../../state/actions.ts';
import { store } from '../../../state/store.ts';
import { TooltipProvider } from '../../../ui/floating/tooltip.tsx';
import { editorActions } from '../document/editor-slice.ts';
import { LINES, runActions } from '../runs/run-slice.ts';
import { StageTools } from '../screen/stage-tools.tsx';
import { Console } from '../screen/workspace.tsx';
import { EditorProvider } from '../state/editor-context.tsx';
import { selectEditor, selectRun } from '../state/slices.ts';
import { typeLookup } from '../view/type-lookup.ts';

const node = (name: string) => ({ id: `id ${name}`, name, type: 't', typeVersion: 1, position: [0, 0], parameters: {} });
const workflow = { name: 'W', nodes: [node('Code'), node('Other')], connections: {} } as unknown as WorkflowFile;

const write = (source: string, messages: readonly unknown[], level: ConsoleLevel = 'log', executionId = 'e1'): void =>
  act(() => void store.dispatch(pushReceived({ type: 'sendConsoleMessage', executionId, source, level, time: 1000, messages })));

beforeEach(() => {
  act(() => {
    store.dispatch(editorActions.opened({ workflow }));
    store.dispatch(runActions.dataCleared());
    store.dispatch(runActions.runStarting({ workflow, reusedRunData: {} }));
    store.dispatch(runActions.runAccepted({ executionId: 'e1' }));
  });
  render(
    <Provider store={store}>
      <MemoryRouter>
        <TooltipProvider>
          <EditorProvider types={typeLookup([])}>
            <StageTools />
            <Console />
          </EditorProvider>
        </TooltipProvider>
      </MemoryRouter>
    </Provider>,
  );
});
afterEach(() => {
  cleanup();
  store.dispatch(runActions.dataCleared());
});

const opened = async (): Promise<HTMLElement> => {
  await userEvent.click(screen.getByRole('button', { name: /^Console/ }));
  return screen.findByRole('log', { name: 'Lines of the console' });
};
const texts = (log: HTMLElement): (string | null)[] => [...log.querySelectorAll('.console-values')].map(({ textContent }) => textContent);

it('counts the lines of the run on its button, and shows them with node, time and level', async () => {
  screen.getByRole('button', { name: 'Console' });
  write('Code', ['Hello', 42, null, { a: [1] }]);
  write('Other', ['bad'], 'error');
  write('Code', ['of another run'], 'log', 'e2');
  screen.getByRole('button', { name: 'Console, 2 lines' });
  const log = await opened();
  expect(document.activeElement).toBe(log);
  const [first, second] = within(log).getAllByRole('listitem');
  expect(first?.querySelector('time')?.dateTime).toBe('1970-01-01T00:00:01.000Z');
  expect([...(first?.querySelectorAll('.console-values > *') ?? [])].map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
    ['SPAN', 'Hello'],
    ['SPAN', '42'],
    ['SPAN', 'null'],
    ['DETAILS', '{"a":[1]}{\n  "a": [\n    1\n  ]\n}'],
  ]);
  expect([second?.querySelector('.console-level')?.textContent, second?.dataset['level']]).toEqual(['error', 'error']);
  screen.getByRole('button', { name: 'Console' });
});

it('opens the node of a line under its present name; a removed node cannot be opened', async () => {
  write('Code', ['a']);
  write('Other', ['b']);
  const log = await opened();
  const renamed = { ...workflow, nodes: [{ ...node('Later'), id: 'id Code' }] } as unknown as WorkflowFile;
  act(() => void store.dispatch(editorActions.documentChanged({ workflow: renamed, label: 'rename' })));
  expect(within(log).queryByRole('button', { name: 'Other' })).toBeNull();
  await userEvent.click(within(log).getByRole('button', { name: 'Later' }));
  expect(selectEditor(store.getState()).openNode).toBe('id Code');
});

it('shows the lines of one node, and is cleared', async () => {
  write('Code', ['a']);
  write('Other', ['b']);
  const log = await opened();
  expect(texts(log)).toEqual(['a', 'b']);
  await userEvent.click(screen.getByRole('combobox', { name: 'Node' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Other' }));
  expect(texts(log)).toEqual(['b']);
  await userEvent.click(screen.getByRole('button', { name: 'Clear console' }));
  expect([texts(log), log.textContent]).toEqual([[], 'What code writes with console.log in a manual run appears here.']);
  write('Code', ['c']);
  expect(texts(log)).toEqual(['c']);
});

it('has the latest lines, and says that there were earlier ones', async () => {
  act(() => {
    for (let index = 0; index < LINES + 3; index++)
      store.dispatch(
        pushReceived({ type: 'sendConsoleMessage', executionId: 'e1', source: 'Code', level: 'log', time: 1, messages: [index] }),
      );
  });
  expect(selectRun(store.getState()).console).toHaveLength(LINES);
  screen.getByRole('button', { name: `Console, ${LINES} lines` });
  const log = await opened();
  expect([texts(log)[0], texts(log).length]).toEqual(['3', LINES]);
  within(log).getByText('Earlier lines are not shown.');
});

it('is closed by Escape and keeps the keys that it does not use from the canvas', async () => {
  write('Code', ['a']);
  const log = await opened();
  const keys: string[] = [];
  const listener = ({ key }: KeyboardEvent): void => void keys.push(key);
  addEventListener('keydown', listener);
  await userEvent.keyboard('{Delete}{Control>}s{/Control}{Escape}');
  removeEventListener('keydown', listener);
  expect(keys).toEqual(['Control', 's']);
  expect(log.isConnected).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Console, 1 line' }));
});

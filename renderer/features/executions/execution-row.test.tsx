// A row links to its execution and to the calling execution.
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import '../../i18n/index.ts';
import { TooltipProvider } from '../../ui/floating/tooltip.tsx';
import { ExecutionRow } from './execution-row.tsx';

afterEach(cleanup);

it.each([
  ['success', undefined],
  ['error', 'It broke'],
] as const)('leads to the caller of an execution, however it ended: %s', async (status, errorMessage) => {
  const opened: string[] = [];
  const ignored = (): void => undefined;
  const execution = {
    id: '2',
    finished: status === 'success',
    mode: 'integrated',
    status,
    startedAt: '2026-01-01T00:00:00Z',
    stoppedAt: '2026-01-01T00:00:01Z',
    workflowId: 'w',
    workflowName: 'Child',
    parentExecution: { executionId: '1', workflowId: 'p' },
    ...(errorMessage === undefined ? {} : { errorMessage }),
  };
  render(
    <TooltipProvider>
      <table>
        <tbody>
          <ExecutionRow
            execution={execution}
            isSelected={false}
            onSelect={ignored}
            onOpen={(id) => opened.push(id)}
            onStop={ignored}
            onRetry={ignored}
            onAnnotate={() => Promise.resolve(true)}
            onDebug={ignored}
          />
        </tbody>
      </table>
    </TooltipProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Child' }));
  await userEvent.click(screen.getByRole('button', { name: 'Called by 1' }));
  expect(opened).toEqual(['2', '1']);
  await userEvent.click(screen.getByRole('time'));
  expect(opened).toEqual(['2', '1', '2']);
});

const ignored = (): void => undefined;
const plain = {
  id: '2',
  finished: false,
  mode: 'webhook',
  status: 'error',
  startedAt: '2026-01-01T00:00:00Z',
  stoppedAt: '2026-01-01T00:00:01Z',
  workflowId: 'w',
  workflowName: 'Orders',
};

function showRow(more: object): HTMLElement {
  render(
    <TooltipProvider>
      <table>
        <tbody>
          <ExecutionRow
            execution={{ ...plain, ...more } as never}
            isSelected={false}
            onSelect={ignored}
            onOpen={ignored}
            onStop={ignored}
            onRetry={ignored}
            onAnnotate={() => Promise.resolve(true)}
            onDebug={ignored}
          />
        </tbody>
      </table>
    </TooltipProvider>,
  );
  return screen.getByRole('row');
}

it.each([
  ['error', 'error'],
  ['integrated', 'integrated'],
  ['manual', 'test run'],
  ['retry', 'retry'],
  ['trigger', 'trigger'],
  ['webhook', 'webhook'],
])('names the mode %s', (mode, label) => expect(showRow({ mode }).textContent).toContain(label));

it.each<[string, object]>([
  ['Retry of 1', { retryOf: '1' }],
  ['Failed; retry 3 succeeded', { retrySuccessId: '3' }],
  ['Probably still running', { status: 'running', stoppedAt: null }],
  ['Until its resume address is called', { status: 'waiting', stoppedAt: undefined, waitTill: '3000-01-01T00:00:00.000Z' }],
])('says below the name of the workflow %s', (text, more) => expect(showRow(more).textContent).toContain(text));

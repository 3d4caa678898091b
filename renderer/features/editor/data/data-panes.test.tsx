// The panes in each state, with their actions.
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WAIT_FOREVER, type Item } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { pinnedItems } from '../../../../engine/workflow/planning/pin-data.ts';
import { store } from '../../../state/store.ts';
import { selectToasts } from '../../../state/toasts.ts';
import { eventually } from '../../../testing/setup.ts';
import { runActions } from '../runs/run-slice.ts';
import { selectEditor } from '../state/slices.ts';
import { chain, node, openPanes, task } from './testing/open-panes.tsx';

beforeEach(() => {
  localStorage.setItem('millrace.pin-discovery', 'true');
  localStorage.setItem('millrace.mapping-onboarding', 'true');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const input = () => within(screen.getByRole('region', { name: 'Input' }));
const output = () => within(screen.getByRole('region', { name: 'Output' }));
const current = (): WorkflowFile => selectEditor(store.getState()).history.present;
const openNode = (): string | undefined => selectEditor(store.getState()).openNode;

const two = chain(node('A'), node('B'));
const items = (...all: object[]): Item[] => all.map((json) => ({ json }) as unknown as Item);
const ran = { A: [task([items({ a: 1 })])], B: [task([items({ b: 2 })], { source: [{ previousNode: 'A' }] })] };

it('the input shows what a run listens to, with its address, and stops it', () => {
  openPanes({ workflow: two, open: 'B' });
  act(() => {
    store.dispatch(runActions.runStarting({ workflow: two, reusedRunData: {} }));
    store.dispatch(
      runActions.runAccepted({ listening: [{ node: 'A', url: 'http://h/webhook-test/a', methods: ['POST'], isForm: false }] }),
    );
  });
  input().getByText('Waiting for the first event of A');
  expect(input().getByRole<HTMLInputElement>('textbox', { name: 'Send a POST request to' }).value).toBe('http://h/webhook-test/a');
  input().getByRole('button', { name: 'Stop listening' });
  act(() => void store.dispatch(runActions.listeningEnded()));
  expect(input().queryByText('Waiting for the first event of A')).toBeNull();
});

describe('the output', () => {
  it('lists the steps of an agent, and opens the nodes that it used', async () => {
    const connections = { A: { ai_tool: [[{ node: 'B', type: 'ai_tool', index: 0 }]] } } as unknown as WorkflowFile['connections'];
    const used = task([], {
      source: [{ previousNode: 'B' }],
      inputOverride: { ai_tool: [[{ json: { topic: 'moon' } }]] },
      data: { ai_tool: [[{ json: { response: 'old' } }]] },
    });
    openPanes({ workflow: { ...two, connections }, open: 'B', runData: { A: [used], B: [task([items({ output: 'Old' })])] } });
    await userEvent.click(await screen.findByText('1 step'));
    output().getByText('1 call of a tool');
    output().getByText('old');
    await userEvent.click(output().getByRole('button', { name: 'A' }));
    expect(openNode()).toBe('A');
  });

  it('shows the number of items and the duration', () => {
    openPanes({ workflow: two, open: 'B', runData: ran });
    output().getByText('1 item in 7 ms');
    output().getByRole('columnheader', { name: 'b' });
  });

  it('asks to be run first', () => {
    openPanes({ workflow: two, open: 'B' });
    output().getByText('Not run yet');
    output().getByRole('button', { name: 'Run node' });
    input().getByRole('button', { name: 'Run previous nodes' });
  });

  it.each([
    ['nothing at all', [[]], 'No output data'],
    ['nothing in the displayed branch', undefined, 'No data in this branch'],
  ])('gave %s', async (_what, lists, text) => {
    openPanes({ workflow: two, open: 'B', runData: { B: [task(lists ?? [items({ a: 1 }), []])] } });
    if (lists === undefined) await userEvent.click(output().getByRole('button', { name: /^Output 2/ }));
    output().getByText(text);
  });

  it('says that the node waits in a run by hand, which has no result of it yet', () => {
    openPanes({ workflow: two, open: 'B', runData: { A: ran.A }, outcome: { status: 'waiting', lastNode: 'B', waitTill: WAIT_FOREVER } });
    output().getByText('The node is waiting');
    expect(output().queryByText('Not run yet')).toBeNull();
    cleanup();
    openPanes({ workflow: two, open: 'B', runData: { A: ran.A }, outcome: { status: 'waiting', lastNode: 'A', waitTill: WAIT_FOREVER } });
    output().getByText('Not run yet');
  });

  it.each([
    [WAIT_FOREVER, /^Waits to continue$/],
    [new Date(2026, 0, 2, 3, 4, 5).getTime(), /^Waits until Jan 2, 2026, 3:04/],
  ])('waits till %i', (waitTill, text) => {
    openPanes({
      workflow: two,
      open: 'B',
      // A stored execution has the items that it passes on later.
      runData: { B: [task([[{ json: {} }]], { executionStatus: 'waiting' })] },
      outcome: { status: 'waiting', waitTill },
    });
    output().getByText(text);
  });

  it('is stale after the node changed', () => {
    const now = chain(node('A'), node('B', { parameters: { url: 'x' } }));
    openPanes({ workflow: now, open: 'B', runData: ran, startedWith: two });
    output().getByText(/Its output may be out of date/);
  });

  it('is not stale after the node was moved', () => {
    openPanes({ workflow: chain(node('A'), node('B', { position: [5, 5] })), open: 'B', runData: ran, startedWith: two });
    expect(output().queryByText(/may be out of date/)).toBeNull();
  });

  it('has another text for pinned data', () => {
    const now = { ...chain(node('A'), node('B', { parameters: { url: 'x' } })), pinData: { B: [{ json: { p: 1 } }] } };
    openPanes({ workflow: now, open: 'B', runData: ran, startedWith: two });
    output().getByText(/Its pinned data stays the same/);
  });

  it('shows hints of the node', () => {
    openPanes({
      workflow: two,
      open: 'B',
      runData: { B: [task([items({})], { hints: [{ message: 'Mind <b>this</b><script>x</script>' }] })] },
    });
    expect(output().getByRole('note').textContent).toBe('Mind this');
  });

  it('asks before it shows large data', async () => {
    openPanes({ workflow: two, open: 'B', runData: { B: [task([items({ a: 'x'.repeat(42 * 1024 * 1024) })])] } });
    output().getByText('About 42 MB of data');
    await userEvent.click(output().getByRole('button', { name: 'Show anyway' }));
    output().getByRole('grid');
  });
});

describe('an error', () => {
  const error = {
    name: 'NodeApiError',
    message: 'plain',
    description: 'See <code>this</code> <img src=x onerror=y>',
    hint: 'Use <b>another</b> one.',
    httpCode: '404',
    timestamp: new Date(2026, 0, 2, 3, 4, 5).getTime(),
    stack: 'at somewhere',
    cause: { status: 404, body: { reason: 'gone' } },
    context: { parameter: 'url', messageTemplate: 'Bad %%PARAMETER%%', itemIndex: 3, runIndex: 1 },
  };

  it('is shown with all its details', () => {
    openPanes({ workflow: two, open: 'B', runData: { B: [task([], { executionStatus: 'error', error })] } });
    const alert = output().getByRole('alert');
    expect(alert.textContent).toBe('Error Bad URLSee this Use <b>another</b> one.');
    expect(alert.querySelector('img')).toBeNull();
    const facts = [...document.querySelectorAll('.data-error dl > div')].map((fact) => fact.textContent);
    expect(facts).toEqual(['Time2026-01-02 03:04:05', 'Item4', 'Run2', 'ParameterURL', 'HTTP code404', 'KindNodeApiError']);
    output().getByText('at somewhere');
    expect(document.querySelector('.data-error-cause')?.textContent).toContain('"status": 404');
  });

  it('leads to the attached node that failed in the same run', async () => {
    const failed = (previousNode: string, previousNodeRun: number, executionIndex: number) =>
      task([], {
        executionStatus: 'error',
        executionIndex,
        source: [{ previousNode, previousNodeRun }],
        error: { name: 'Error', message: `Broken ${executionIndex}` } as never,
      });
    const attach = (name: string) => ({ ai_tool: [[{ node: name, type: 'ai_tool', index: 0 }]] });
    const nodes = ['A', 'Earlier', 'Model', 'Inner', 'Fine'].map((name) => node(name));
    const workflow = {
      name: 'W',
      nodes,
      connections: { Earlier: attach('A'), Model: attach('A'), Fine: attach('A'), Inner: attach('Model') },
    } as WorkflowFile;
    const own = failed('Start', 0, 9);
    const runData = { A: [own, own], Earlier: [failed('A', 0, 8)], Model: [failed('A', 1, 3)], Inner: [failed('Model', 0, 4)] };
    openPanes({ workflow, open: 'A', runData: { ...runData, Fine: [task([items({ a: 1 })], { source: [{ previousNode: 'A' }] })] } });
    output().getByText('Inner, which is attached to this node, failed.');
    await userEvent.click(output().getByRole('button', { name: 'Open "Inner"' }));
    expect(openNode()).toBe('Inner');
    cleanup();
    openPanes({ workflow, open: 'A', runData: { A: [own] } });
    output().getByText('Broken 9');
    expect(output().queryByText(/is attached to this node/)).toBeNull();
  });

  it('of a service shows the response and the request', () => {
    const roundTrip = {
      request: {
        method: 'POST',
        url: 'https://example.com/a',
        headers: { authorization: '[hidden]' },
        body: { text: '{"n":1}', isCut: false },
      },
      response: { status: 422, statusText: 'Unprocessable', headers: { 'x-id': '7' }, body: { text: 'Name is missing', isCut: true } },
    };
    const rejectedError = { ...error, httpCode: '422', context: { exchange: roundTrip } };
    openPanes({ workflow: two, open: 'B', runData: { B: [task([], { executionStatus: 'error', error: rejectedError })] } });
    output().getByText('422 Unprocessable');
    expect(output().getByRole('region', { name: 'Response: Body' }).textContent).toBe('Name is missing');
    output().getByText('Only the first 64 KB are kept.');
    expect(output().getByRole('region', { name: 'Response: Headers' }).textContent).toBe('x-id: 7');
    output().getByText('POST https://example.com/a');
    expect(output().getByText('{"n":1}').closest('details')?.querySelector('summary')?.textContent).toContain('Request sent');
    output().getByText('authorization: [hidden]');
  });

  it('says that a parameter does not exist', () => {
    const missing = { ...error, context: { parameter: 'gone', messageTemplate: 'Bad: %%PARAMETER%%' } };
    openPanes({ workflow: two, open: 'B', runData: { B: [task([], { executionStatus: 'error', error: missing })] } });
    expect(output().getByRole('alert').textContent).toContain('Bad: Could not find parameter "gone"');
  });

  it('does not show a cause that is too large', () => {
    const large = { ...error, cause: { body: 'x'.repeat(300_000) } };
    openPanes({ workflow: two, open: 'B', runData: { B: [task([], { executionStatus: 'error', error: large })] } });
    output().getByText('The cause is too large to show.');
  });
});

describe('pinning', () => {
  it('pins, and unpins', async () => {
    openPanes({ workflow: two, open: 'B', runData: ran });
    await userEvent.click(output().getByRole('button', { name: 'Pin' }));
    expect(pinnedItems(current(), 'B')).toEqual(items({ b: 2 }));
    output().getByText('This data is pinned');
    await userEvent.click(output().getAllByRole('button', { name: 'Unpin' })[0] as HTMLElement);
    expect(pinnedItems(current(), 'B')).toBeUndefined();
  });

  const withFile = (bytes: number): typeof ran => ({
    ...ran,
    B: [task([[{ json: { b: 2 }, binary: { file: { id: 'x:1', data: '', mimeType: 'text/plain', bytes } } }]])],
  });
  const lastToast = (): string => JSON.stringify(selectToasts(store.getState()).at(-1));

  /** Serves files; returns the list of requested ones. */
  const serveFiles = (response: () => Response): readonly string[] => {
    const requests: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      if (!url.includes('/data/')) return Response.json({ data: [] });
      requests.push(new URL(url).pathname);
      return response();
    });
    return requests;
  };

  it('includes files that are stored on the server', async () => {
    const requests = serveFiles(() => Response.json({ data: 'aGk=' }));
    openPanes({ workflow: two, open: 'B', runData: withFile(2) });
    await userEvent.click(output().getByRole('button', { name: 'Pin' }));
    await output().findByText('This data is pinned');
    expect(pinnedItems(current(), 'B')).toEqual([{ json: { b: 2 }, binary: { file: { data: 'aGk=', mimeType: 'text/plain', bytes: 2 } } }]);
    expect(requests).toEqual(['/rest/data/x%3A1']);
  });

  it('does not fetch files that are too large together', async () => {
    const requests = serveFiles(() => Response.json({ data: '' }));
    openPanes({ workflow: two, open: 'B', runData: withFile(13 * 1024 * 1024) });
    await userEvent.click(output().getByRole('button', { name: 'Pin' }));
    expect(lastToast()).toMatch(/Output data is too large to pin.*takes 17\.3 MB, but a workflow can hold at most 12 MB/);
    expect(requests).toEqual([]);
    expect(pinnedItems(current(), 'B')).toBeUndefined();
  });

  it('reports a missing file and pins nothing', async () => {
    serveFiles(() => Response.json({ code: 'BINARY_NOT_FOUND', message: 'It is gone.' }, { status: 404 }));
    openPanes({ workflow: two, open: 'B', runData: withFile(2) });
    await userEvent.click(output().getByRole('button', { name: 'Pin' }));
    await eventually(() => expect(lastToast()).toMatch(/could not be read.*It is gone\./));
    expect(pinnedItems(current(), 'B')).toBeUndefined();
  });

  it('cancels an edit, and hides everything else while editing', async () => {
    openPanes({ workflow: two, open: 'B', runData: ran });
    await userEvent.click(output().getByRole('button', { name: 'Edit output' }));
    expect(output().queryByRole('button', { name: 'Pin' })).toBeNull();
    expect(output().queryByRole('group', { name: 'Show as' })).toBeNull();
    await userEvent.click(output().getByRole('button', { name: 'Cancel' }));
    output().getByRole('button', { name: 'Pin' });
    expect(pinnedItems(current(), 'B')).toBeUndefined();
  });

  it('is not available in read-only mode', () => {
    openPanes({ workflow: { ...two, pinData: { B: [{ json: { p: 1 } }] } }, open: 'B', runData: ran, mode: 'execution' });
    output().getByText('This data is pinned');
    for (const name of ['Pin', 'Unpin', 'Edit output']) expect(output().queryByRole('button', { name })).toBeNull();
    expect(input().queryByRole('button', { name: 'Use in last field' })).toBeNull();
  });
});

describe('the input', () => {
  it('says that nothing is connected', () => {
    openPanes({ workflow: { ...two, connections: {} }, open: 'B' });
    input().getByText('Not connected');
  });

  it('closes the view to connect the node', async () => {
    openPanes({ workflow: { ...two, connections: {} }, open: 'B' });
    await userEvent.click(input().getByRole('button', { name: 'Wire me up' }));
    expect(openNode()).toBeUndefined();
    expect(selectEditor(store.getState()).selection).toEqual(['B']);
  });

  it('enables a disabled parent node', async () => {
    openPanes({ workflow: chain(node('A', { disabled: true }), node('B')), open: 'B', runData: ran });
    await userEvent.click(input().getByRole('button', { name: 'Enable' }));
    expect(current().nodes[0]?.disabled).toBeUndefined();
  });

  it('opens a parent node that failed', async () => {
    const failed = task([], { executionStatus: 'error', error: { name: 'Error', message: 'It broke' } });
    openPanes({ workflow: two, open: 'B', runData: { A: [failed] } });
    input().getByText('"A": It broke');
    await userEvent.click(input().getByRole('button', { name: 'Open "A"' }));
    expect(openNode()).toBe('A');
  });

  it('lists the parent nodes, nearest first, with shortened names', async () => {
    const long = 'A name of more than thirty characters';
    openPanes({ workflow: chain(node(long), node('Middle'), node('B')), open: 'B' });
    const select = input().getByRole('combobox', { name: /^Data of node/ });
    expect(select.textContent).toBe('Middle1 back');
    await userEvent.click(select);
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Middle1 back', `${long.slice(0, 30)}…2 back`]);
  });

  it('has the fields of all ancestors in its schema, which lead to their nodes', async () => {
    const three = chain(node('Start'), node('First'), node('A/"x"'), node('B'), node('C'));
    const runData = {
      Start: [task([items({})])],
      First: [task([items({ id: 7, deep: { of: 'first' } }, { id: 8 })], { source: [{ previousNode: 'Start' }] })],
      'A/"x"': [task([items({ a: 1 })], { source: [{ previousNode: 'First' }] })],
      B: [task([items({ b: 2 })], { source: [{ previousNode: 'A/"x"' }] })],
      C: [task([items({ c: 3 })], { source: [{ previousNode: 'B' }] })],
    };
    openPanes({ workflow: three, open: 'C', runData });
    await userEvent.click(input().getByRole('button', { name: 'Schema' }));
    const rows = (): (string | null)[] =>
      input()
        .getAllByRole('treeitem')
        .map(({ textContent }) => textContent);
    expect(rows()).toEqual([
      'bnumber2',
      'A/"x"1 item',
      'anumber1',
      'First2 items',
      'idnumber7',
      'deepobject',
      'oftextfirst',
      'Start1 item',
    ]);
    expect(input().getByRole('treeitem', { name: /Start/ }).hasAttribute('aria-expanded')).toBe(false);
    await userEvent.click(input().getByText('of'));
    input().getByText("$('First').item.json.deep.of");
    const copied = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText: copied } });
    await userEvent.click(input().getByRole('button', { name: 'Copy value' }));
    expect(copied).toHaveBeenCalledWith('first');
    vi.unstubAllGlobals();
    const tree = input().getByRole('tree');
    tree.focus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(rows()).toEqual(['bnumber2', 'A/"x"1 item', 'anumber1', 'First2 items', 'Start1 item']);
    expect(input().getByRole('treeitem', { name: /First/ }).getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(output().getByRole('button', { name: 'Schema' }));
    expect(
      output()
        .getAllByRole('treeitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['cnumber3']);
  });

  it('shows linked runs until they are unlinked', async () => {
    const run = (value: number, from?: number) =>
      task([items({ value })], from === undefined ? {} : { source: [{ previousNode: 'A', previousNodeRun: from }] });
    openPanes({ workflow: two, open: 'B', runData: { A: [run(1), run(2)], B: [run(10, 0), run(20, 1)] } });
    expect(output().getByRole('gridcell').textContent).toBe('20');
    await userEvent.click(output().getByRole('combobox', { name: /^Run of the node/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Run 1 of 2' }));
    expect(input().getByRole('gridcell').textContent).toBe('1');
    await userEvent.click(input().getByRole('button', { name: /^Unlink runs/ }));
    await userEvent.click(output().getByRole('combobox', { name: /^Run of the node/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Run 2 of 2' }));
    expect(output().getByRole('gridcell').textContent).toBe('20');
    expect(input().getByRole('gridcell').textContent).toBe('1');
  });
});

describe('files', () => {
  it('are shown at once if there is nothing else', () => {
    const file = { data: 'aGk=', mimeType: 'text/plain', fileName: 'hi.txt' };
    openPanes({ workflow: two, open: 'B', runData: { B: [task([[{ json: {}, binary: { file } }]])] } });
    output().getByText('hi.txt');
    output().getByRole('button', { name: 'View hi.txt' });
  });
});

// Opening workflow files of any age: what is repaired, what is rejected, and that everything else is unchanged.
import { describe, expect, it } from 'vitest';
import { errorCodeOf } from '../../contract/errors.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { workflowText } from './export.ts';
import { openWorkflow, openWorkflowToRun, readWorkflow, type OpenedWorkflow } from './import.ts';

const good = { id: 'a', name: 'A', type: 'n8n-nodes-base.set', typeVersion: 3.4, position: [10, -20], parameters: { x: 1 } };
const target = (node: string): { node: string; type: string; index: number } => ({ node, type: 'main', index: 0 });

const repaired = (value: unknown): OpenedWorkflow => readWorkflow(JSON.stringify(value));

function failure(call: () => unknown): { code: string | undefined; message: string } {
  try {
    call();
  } catch (error) {
    return { code: errorCodeOf(error), message: (error as Error).message };
  }
  throw new Error('expected a failure');
}

describe('openWorkflow', () => {
  it('returns a valid file unchanged', () => {
    const file = { name: 'W', nodes: [good], connections: {}, settings: {}, unknown: { deep: [1] } };
    expect(openWorkflow(file)).toBe(file);
    expect(repaired(file).repairs).toEqual([]);
  });

  it('keeps unknown fields, their order, and keys named __proto__', () => {
    const text = `{
  "versionId": "v",
  "nodes": [
    {
      "parameters": {
        "__proto__": {
          "polluted": true
        },
        "b": 1
      },
      "future": null,
      "name": "__proto__",
      "type": "acme.test",
      "typeVersion": 1,
      "position": [
        0,
        0
      ]
    }
  ],
  "connections": {
    "__proto__": {
      "main": [
        [],
        null
      ]
    }
  },
  "pinData": {
    "__proto__": []
  },
  "meta": null
}
`;
    const { file } = readWorkflow(text);
    expect(workflowText(file)).toBe(text);
    expect(Object.keys(file.connections)).toEqual(['__proto__']);
    expect('polluted' in {}).toBe(false);
  });

  it.each<[name: string, node: object, expected: object, kinds: string[]]>([
    ['without typeVersion', { typeVersion: undefined }, { typeVersion: 1 }, ['typeVersionMissing']],
    ['with typeVersion as text', { typeVersion: '2.1' }, { typeVersion: 2.1 }, ['typeVersionMissing']],
    ['with an invalid typeVersion', { typeVersion: 'two' }, { typeVersion: 1 }, ['typeVersionMissing']],
    ['without position', { position: undefined }, { position: [0, 0] }, ['positionMissing']],
    ['with a position of texts', { position: ['5', '6'] }, { position: [5, 6] }, ['positionMissing']],
    ['with a position as an object', { position: { x: 5, y: 6 } }, { position: [5, 6] }, ['positionMissing']],
    ['without parameters', { parameters: undefined }, { parameters: {} }, ['parametersMissing']],
    ['with parameters as a list', { parameters: [] }, { parameters: {} }, ['parametersMissing']],
    ['with a number as id', { id: 7 }, { id: '7' }, ['idNotText']],
    ['with null as id', { id: null }, { id: undefined }, ['idNotText']],
    ['with an object as id', { id: { x: 1 } }, { id: undefined }, ['idNotText']],
    ['without id', { id: undefined }, { id: undefined }, []],
    ['without name', { name: undefined }, { name: 'Set' }, ['nameMissing']],
    [
      'with an empty name',
      { name: '', type: 'n8n-nodes-base.httpRequest' },
      { name: 'Http Request', type: 'n8n-nodes-base.httpRequest' },
      ['nameMissing'],
    ],
    ['with a number as name', { name: 5 }, { name: '5' }, ['nameNotText']],
    ['without anything to derive a name from', { name: null, type: 'acme.' }, { name: 'Node', type: 'acme.' }, ['nameMissing']],
    ['with invalid credentials', { credentials: null }, { credentials: {} }, ['credentialsUnreadable']],
    [
      'with some invalid references among its credentials',
      { credentials: { a: null, b: 'Mail', c: { id: '1', name: 'x' }, ['constructor']: 7 } },
      { credentials: { b: 'Mail', c: { id: '1', name: 'x' } } },
      ['credentialsUnreadable'],
    ],
    ['with fields of the first versions', { continueOnFail: true, color: '#ff0000' }, { continueOnFail: true, color: '#ff0000' }, []],
  ])('opens a node %s', (_name, change, expected, kinds) => {
    const opened = repaired({ nodes: [{ ...good, ...change }], connections: {} });
    expect(opened.file.nodes[0]).toEqual({ ...good, ...expected });
    expect(opened.repairs.map((repair) => repair.kind)).toEqual(kinds);
  });

  it('renames all but the last of several nodes with one name', () => {
    const opened = repaired({ nodes: [good, { ...good, name: 'A1' }, { ...good, id: 'b' }, { ...good, id: 'c' }], connections: {} });
    expect(opened.file.nodes.map((node) => node.name)).toEqual(['A2', 'A1', 'A3', 'A']);
    expect(opened.repairs).toEqual([
      { kind: 'nameTaken', node: 'A2' },
      { kind: 'nameTaken', node: 'A3' },
    ]);
  });

  it('opens files without connections or with invalid settings', () => {
    const opened = repaired({ nodes: [good], settings: [] });
    expect(opened.file).toEqual({ nodes: [good], connections: {}, settings: {} });
    expect(opened.repairs).toEqual([{ kind: 'connectionsMissing' }]);
  });

  it.each([7, null, { a: 1 }, ['W']])('drops a workflow name that is not a text: %j', (name) => {
    const opened = repaired({ name, nodes: [good], connections: {} });
    expect(opened.file).toEqual({ nodes: [good], connections: {} });
    expect(opened.repairs).toEqual([{ kind: 'nameNotText' }]);
  });

  it.each<[name: string, wrap: (file: object) => unknown]>([
    ['a list of one', (file) => [file]],
    ['a template', (file) => ({ workflow: file })],
    ['a template within a template', (file) => ({ id: 1, workflow: { name: 'x', workflow: file } })],
    ['an answer of the API', (file) => ({ data: file })],
    ['an execution', (file) => ({ workflowData: file })],
  ])('finds the workflow within %s', (_name, wrap) => {
    const file = { nodes: [good], connections: {} };
    expect(openWorkflow(wrap(file))).toBe(file);
  });

  it.each<[name: string, value: unknown, message: string]>([
    ['null', null, 'The file is not a workflow: its content is not an object.'],
    ['text', 'nodes', 'The file is not a workflow: its content is not an object.'],
    ['an object without nodes', { name: 'x' }, 'The file is not a workflow: it has no "nodes".'],
    ['nodes that are not a list', { nodes: {} }, 'The file is not a workflow: its "nodes" is not a list.'],
    ['several workflows', [{}, {}], 'The file contains a list of 2 entries, not one workflow.'],
    ['a node that is not an object', { nodes: ['A'] }, 'Node 0 of the workflow is not an object.'],
    ['a node without type', { nodes: [good, { name: 'B' }] }, 'The node "B" has no type.'],
    ['a node without type and name', { nodes: [{}] }, 'Node 0 of the workflow has no type.'],
  ])('refuses %s', (_name, value, message) => {
    expect(failure(() => openWorkflow(value))).toEqual({ code: 'WORKFLOW_INVALID', message });
  });
});

describe('readWorkflow', () => {
  it('skips a byte order mark', () => {
    expect(readWorkflow(`\uFEFF{"nodes": [], "connections": {}}`).file).toEqual({ nodes: [], connections: {} });
  });

  it('reports text that is not JSON', () => {
    const { code, message } = failure(() => readWorkflow('nodes:\n  - a'));
    expect(code).toBe('NOT_JSON');
    expect(message).toMatch(/^The file is not JSON: .+/);
    expect(message).not.toContain('nodes:');
  });

  it('reports too deep nesting in one sentence', () => {
    const { code, message } = failure(() => readWorkflow(`{"nodes":${'['.repeat(200_000)}${']'.repeat(200_000)}}`));
    expect([code, message]).toEqual(['BAD_REQUEST', 'The file is nested more than 1000 levels deep.']);
  });
});

describe('connections', () => {
  const file = (connections: object): WorkflowFile =>
    ({ nodes: [{ ...good }, { ...good, name: 'B' }], connections }) as unknown as WorkflowFile;

  it('may lead to missing nodes in a file that is opened, not in one that runs', () => {
    const loose = file({ A: { main: [[target('B')], [target('Gone')]] } });
    expect(openWorkflow(loose)).toBe(loose);
    expect(failure(() => openWorkflowToRun(loose))).toEqual({
      code: 'CONNECTION_TO_MISSING_NODE',
      message: 'The node "A" (output 1, main) is connected to "Gone", which is not in the workflow.',
    });
  });

  it('omits the main output from the message', () => {
    expect(failure(() => openWorkflowToRun(file({ A: { main: [[target('toString')]] } }))).message).toBe(
      'The node "A" is connected to "toString", which is not in the workflow.',
    );
  });

  it('from nodes that do not exist are ignored', () => {
    const loose = file({ Ghost: { main: [[target('Gone')]] }, A: { main: [[target('B')]] } });
    expect(openWorkflowToRun(loose)).toBe(loose);
  });
});

// Writing workflow files: what an export adds and removes, and what saving drops.
import { describe, expect, it } from 'vitest';
import { acmeNode } from '../../testing/acme-node.ts';
import type { WorkflowFile, WorkflowNode } from '../../contract/workflow.ts';
import { exportWorkflow, workflowText, workflowToSave, safeFileName } from './export.ts';
import type { NodeTypeLookup } from '../node-type.ts';

const description = acmeNode({
  properties: [
    { displayName: 'Mode', name: 'mode', type: 'string', default: 'a' },
    { displayName: 'Text', name: 'text', type: 'string', default: '', displayOptions: { show: { mode: ['b'] } } },
  ],
});
const types: NodeTypeLookup = { description: (type) => (type === 'acme.test' ? description : undefined) };
const node = (more: object): WorkflowNode => ({ name: 'A', type: 'acme.test', typeVersion: 1, position: [0, 0], parameters: {}, ...more });

describe('exportWorkflow', () => {
  it.each<[id: unknown, expected: unknown]>([
    ['123', 123],
    ['0', 0],
    ['0123', '0123'],
    ['99999999999999999999', '99999999999999999999'],
    ['aBc1', 'aBc1'],
    [7, 7],
  ])('writes the id %j as %j', (id, expected) => {
    expect(exportWorkflow({ id, nodes: [], connections: {} } as WorkflowFile, { instanceId: 'me' }).id).toBe(expected);
  });

  it('drops usage counts of tags, keeps the order, and adds the instance id', () => {
    const file: WorkflowFile = {
      tags: [{ id: '1', usageCount: 5, name: 'x' }, 'old'],
      nodes: [],
      meta: { templateId: '9' },
      connections: {},
    };
    const content = exportWorkflow(file, { instanceId: 'me' });
    expect(content).toEqual({
      tags: [{ id: '1', name: 'x' }, 'old'],
      nodes: [],
      meta: { templateId: '9', instanceId: 'me' },
      connections: {},
    });
    expect(Object.keys(content)).toEqual(['tags', 'nodes', 'meta', 'connections']);
  });

  it('adds a missing meta field, and keeps keys named __proto__', () => {
    const file = JSON.parse('{"nodes": [], "connections": {}, "__proto__": {"a": 1}}') as WorkflowFile;
    expect(JSON.stringify(exportWorkflow(file, { instanceId: 'me' }))).toBe(
      '{"nodes":[],"connections":{},"__proto__":{"a":1},"meta":{"instanceId":"me"}}',
    );
  });
});

it('writes text that ends with a line feed', () => {
  expect(workflowText({ id: '7', nodes: [], connections: {} })).toBe('{\n  "id": "7",\n  "nodes": [],\n  "connections": {}\n}\n');
});

const savedNode = (saved: WorkflowNode): WorkflowNode =>
  workflowToSave({ nodes: [saved], connections: {} }, types).nodes[0] as WorkflowNode;

describe('workflowToSave', () => {
  it('drops editor state, defaults and hidden parameters; keeps the color and unknown fields', () => {
    const saved = savedNode(
      node({ color: '#fff', issues: {}, status: 'x', _draft: 1, custom: 2, parameters: { mode: 'a', text: 'hidden', future: 3 } }),
    );
    expect(saved).toEqual({ ...node({ color: '#fff', custom: 2 }), parameters: { future: 3 } });
    expect(Object.keys(saved)).toEqual(['name', 'type', 'typeVersion', 'position', 'parameters', 'color', 'custom']);
  });

  it('keeps all parameters of an unknown type', () => {
    expect(savedNode(node({ type: 'acme.gone', parameters: { mode: 'a' } })).parameters).toEqual({ mode: 'a' });
  });

  it('saves whole workflows', () => {
    const file: WorkflowFile = { nodes: [node({ parameters: { mode: 'b', text: 'x' } })], connections: {} };
    expect(workflowToSave(file, types)).toEqual(file);
  });
});

it.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\a.txt', 'a.txt'],
  ['a/b\\c', 'c'],
  ['a\u0000b\n<c>:"|?*.txt', 'abc.txt'],
  [' name. . ', 'name'],
  ['..', 'untitled'],
  ['dir/', 'untitled'],
  ['', 'untitled'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['console.log', 'console.log'],
  ['__proto__', '__proto__'],
])('%j becomes %s', (name, expected) => {
  expect(safeFileName(name)).toBe(expected);
});

it('truncates long names and keeps their extension', () => {
  const cut = safeFileName(`${'x'.repeat(300)}.json`);
  expect([cut.length, cut.endsWith('x.json')]).toEqual([255, true]);
  expect(safeFileName('y'.repeat(300))).toBe('y'.repeat(255));
  expect(safeFileName(`a.${'z'.repeat(300)}`)).toHaveLength(255);
  expect(safeFileName('', 'data.bin')).toBe('data.bin');
});

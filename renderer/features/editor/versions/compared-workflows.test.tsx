// Two versions as one workflow for the canvas, and which two versions are compared.
import { describe, expect, it } from 'vitest';
import type { WorkflowVersionView } from '../../../../engine/contract/rest/workflow-versions.ts';
import type { Connections, WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { typeLookup } from '../view/type-lookup.ts';
import { mergeWorkflows } from './compared-workflows.ts';
import { parameterLabel } from './value-labels.ts';
import { byDay, comparedVersions, comparedWithOf } from './version-groups.ts';
import { comparisonModel } from './version-canvas.tsx';

const node = (name: string, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id: name,
  name,
  type: 't',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});
const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
const file = (nodes: WorkflowNode[], connections: Connections = {}): WorkflowFile => ({ nodes, connections });
const types = typeLookup([]);
const texts = { added: 'new', removed: 'gone', changed: 'other', moved: 'elsewhere' };

describe('mergeWorkflows', () => {
  it('has the nodes and connections of both versions, with their changes', () => {
    const before = file([node('A'), node('B', { position: [300, 0] })], { A: to('B') });
    const after = file([node('A', { disabled: true }), node('C', { position: [600, 0] })], { A: to('C') });
    const model = comparisonModel(mergeWorkflows(before, after, types), types, texts);
    expect([...model.nodes.values()].map(({ title, change }) => `${title} ${change?.text}`)).toEqual(['A other', 'C new', 'B gone']);
    expect([...model.edges.values()].map(({ source, target, label }) => `${source} ${target} ${label}`)).toEqual([
      'A C + new',
      'A B − gone',
    ]);
  });

  it('draws a removed node beside the one that has its place and name', () => {
    const before = file([node('A', { type: 'old' }), node('Z', { position: [0, 400] })], { A: to('Z') });
    const after = file([node('A', { id: 'x' }), node('Z', { position: [0, 400] })], { A: to('Z') });
    const { merged } = mergeWorkflows(before, after, types);
    const [first, , removed] = merged.nodes;
    expect([first?.name, removed?.name]).toEqual(['A', 'A1']);
    expect(removed?.position).not.toEqual(first?.position);
    expect(Object.keys(merged.connections)).toEqual(['A', 'A1']);
  });

  it('draws many removed nodes below all others, as they were arranged', () => {
    const grid = (start: string, type: string) =>
      Array.from({ length: 2000 }, (_, index) =>
        node(start + index, { type, position: [(index % 50) * 220, Math.floor(index / 50) * 200] }),
      );
    const { merged } = mergeWorkflows(file(grid('old', 'a')), file(grid('new', 'b')), types);
    const removed = merged.nodes.slice(2000);
    expect(Math.min(...removed.map(({ position }) => position[1]))).toBeGreaterThan(39 * 200 + 100);
    expect((removed[51]?.position[0] ?? 0) - (removed[0]?.position[0] ?? 0)).toBe(220);
    expect((removed[51]?.position[1] ?? 0) - (removed[0]?.position[1] ?? 0)).toBe(200);
  });

  it('follows a renamed node', () => {
    const before = file([node('A'), node('B'), node('C')], { A: to('B'), C: to('A') });
    const after = file([node('Renamed', { id: 'A' }), node('B'), node('C')], { Renamed: to('B') });
    const { wires, merged } = mergeWorkflows(before, after, types);
    expect([...wires.keys()]).toEqual(['C:main:0>A:0']);
    expect(merged.connections['C']).toEqual({ main: [[{ node: 'Renamed', type: 'main', index: 0 }]] });
  });

  it('gives nodes without an id, and with the same one, ids of their own', () => {
    const nodes = [node('A', { id: undefined }), node('B'), node('C', { id: 'B' }), node('__proto__', { id: '__proto__' })];
    const { merged } = mergeWorkflows(file(nodes), file(nodes), types);
    expect(new Set(merged.nodes.map(({ id }) => id)).size).toBe(4);
  });
});

describe('the compared versions', () => {
  const versions = [9, 7, 4].map((version) => ({ version }) as WorkflowVersionView);
  it.each<[chosen: number, text: string | null, result: object]>([
    [9, null, { older: 7, newer: 9 }],
    [7, 'previous', { older: 4, newer: 7 }],
    [4, null, { newer: 4 }],
    [4, 'current', { older: 4, newer: 9 }],
    [9, 'current', { newer: 9 }],
    [7, 'none', { newer: 7 }],
    [4, '7', { older: 4, newer: 7 }],
    [9, '4', { older: 4, newer: 9 }],
    [9, '5', { newer: 9 }],
    [9, '-1', { older: 7, newer: 9 }],
    [9, '__proto__', { older: 7, newer: 9 }],
  ])('of %s with %s', (chosen, text, result) => {
    expect(comparedVersions(versions, chosen, comparedWithOf(text))).toEqual(result);
  });
});

it('groups versions by local day', () => {
  const at = (day: number, hour: number) => ({ savedAt: new Date(2026, 0, day, hour).toISOString() }) as WorkflowVersionView;
  expect(byDay([at(2, 23), at(2, 0), at(1, 23)]).map(({ versions }) => versions.length)).toEqual([2, 1]);
});

it('names parameters as the form does', () => {
  const description = {
    properties: [
      { name: 'url', displayName: 'URL' },
      { name: 'options', displayName: 'Options', options: [{ name: 'timeout', displayName: 'Timeout' }] },
      { name: 'rows', displayName: 'Rows', options: [{ name: 'row', displayName: 'Row', values: [{ name: 'key', displayName: 'Key' }] }] },
    ],
  } as never;
  expect(
    [['url'], ['options', 'timeout'], ['rows', 'row', 1, 'key'], ['unknown', 'deep']].map((path) => parameterLabel(path, description)),
  ).toEqual(['URL', 'Options › Timeout', 'Rows › Row › #2 › Key', 'unknown › deep']);
});

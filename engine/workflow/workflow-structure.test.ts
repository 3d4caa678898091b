// The strict check of workflows that come from programs.
import { describe, expect, it } from 'vitest';
import { checkWorkflowStructure } from './workflow-structure.ts';

const node = (name: string, more: object = {}): object => ({ id: name, name, type: 't', position: [0, 0], parameters: {}, ...more });
const to = (name: unknown, more: object = {}): object => ({ node: name, type: 'main', index: 0, ...more });

describe('checkWorkflowStructure', () => {
  it.each<[name: string, value: unknown]>([
    ['nothing', { nodes: [], connections: {} }],
    ['unused outputs', { nodes: [node('A'), node('B')], connections: { A: { main: [null, [to('B')]] } } }],
  ])('accepts %s', (_name, value) => {
    expect(checkWorkflowStructure(value)).toEqual({ success: true });
  });

  it.each<[name: string, value: unknown, paths: string[]]>([
    ['what is no object', null, ['']],
    ['missing parts', {}, ['nodes', 'connections']],
    ['a node that is no object', { nodes: ['A'], connections: {} }, ['nodes[0]']],
    [
      'a node without anything',
      { nodes: [{}], connections: {} },
      ['nodes[0].id', 'nodes[0].name', 'nodes[0].type', 'nodes[0].position', 'nodes[0].parameters'],
    ],
    ['a position of three', { nodes: [node('A', { position: [0, 0, 0] })], connections: {} }, ['nodes[0].position']],
    ['a position that is not finite', { nodes: [node('A', { position: [0, Number.NaN] })], connections: {} }, ['nodes[0].position']],
    ['a name given twice', { nodes: [node('A'), node('A')], connections: {} }, ['nodes[1].name']],
    ['connections from nowhere', { nodes: [], connections: { A: { main: [[to('B')]] } } }, ['connections["A"]']],
    ['connections to nowhere', { nodes: [node('A')], connections: { A: { main: [[], [to('toString')]] } } }, ['connections["A"].main[1]']],
    ['malformed connections', { nodes: [node('A')], connections: { A: { main: [to('A')] } } }, ['connections["A"]']],
    ['malformed targets', { nodes: [node('A')], connections: { A: { main: [[to('A', { index: -1 })]] } } }, ['connections["A"]']],
  ])('lists what is wrong with %s', (_name, value, paths) => {
    const result = checkWorkflowStructure(value);
    expect(result.success ? [] : result.problems.map((problem) => problem.path)).toEqual(paths);
  });
});

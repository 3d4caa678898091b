// Targets of connections.
import { describe, expect, it } from 'vitest';
import type { PortRef } from '../canvas-model.ts';
import { connectionTarget, edgeAt } from './hit-test.ts';
import { main, makeNode, makeScene } from '../testing/small-model.ts';

const output = (node: string, index = 0): PortRef => ({ node, side: 'output', index, type: 'main' });
const input = (node: string, index = 0): PortRef => ({ node, side: 'input', index, type: 'main' });

const scene = makeScene(
  [
    makeNode('a', 0, 0),
    makeNode('b', 200, 0, { inputs: main(2) }),
    makeNode('c', 400, 0),
    makeNode('model', 0, 300, { outputs: [{ type: 'ai_model' }] }),
    makeNode('lone', 0, 600),
    makeNode('agent', 900, 300, { inputs: [...main(1), { type: 'ai_tool', accepts: { nodes: ['acme.tool'] } }] }),
    makeNode('tool', 200, 600, { type: 'acme.tool', outputs: [{ type: 'ai_tool' }] }),
    makeNode('store', 400, 600, { type: 'acme.store', outputs: [{ type: 'ai_tool' }] }),
  ],
  ['a 0 b 0', 'b 0 c 0'],
);

describe('a connection meets', () => {
  it('a port near the pointer', () => {
    expect(connectionTarget(scene, output('lone'), { x: 186, y: 62 }, 1)).toEqual({ kind: 'port', to: input('b', 1) });
  });

  it('the first free input of a node', () => {
    expect(connectionTarget(scene, output('lone'), { x: 260, y: 50 }, 1)).toEqual({ kind: 'port', to: input('b', 1) });
  });

  it('a used input if all are used: several connections may share one', () => {
    expect(connectionTarget(scene, output('lone'), { x: 450, y: 50 }, 1)).toEqual({ kind: 'port', to: input('c') });
  });

  it.each([
    ['its output', { x: 500, y: 50 }],
    ['the place next to its output', { x: 512, y: 50 }],
  ])('a node at %s', (_, at) => {
    expect(connectionTarget(scene, output('lone'), at, 1)).toEqual({ kind: 'port', to: input('c') });
    expect(connectionTarget(scene, output('b'), at, 1)).toEqual({ kind: 'refused', node: 'c', reason: 'duplicate' });
  });

  it('an output, if drawn from an input', () => {
    expect(connectionTarget(scene, input('lone'), { x: 50, y: 50 }, 1)).toEqual({ kind: 'port', to: output('a') });
  });

  it.each([
    ['a node it is already connected to', output('a'), { x: 194, y: 34 }, 'b', 'duplicate'],
    ['a node of which it has every fitting input', output('b'), { x: 450, y: 50 }, 'c', 'duplicate'],
    ['a node without an input of its type', { ...output('model'), type: 'ai_model' }, { x: 250, y: 50 }, 'b', 'type'],
    ['a node whose input does not accept its type', { ...output('store'), type: 'ai_tool' }, { x: 950, y: 350 }, 'agent', 'unaccepted'],
    ['its own node', output('a'), { x: 50, y: 50 }, 'a', 'self'],
  ] as const)('no %s', (_, from, at, node, reason) => {
    expect(connectionTarget(scene, from, at, 1)).toEqual({ kind: 'refused', node, reason });
  });

  it('an input that accepts its type, from either side', () => {
    const from = { ...output('tool'), type: 'ai_tool' };
    const to = { ...input('agent', 1), type: 'ai_tool' };
    expect(connectionTarget(scene, from, { x: 950, y: 350 }, 1)).toEqual({ kind: 'port', to });
    expect(connectionTarget(scene, to, { x: 250, y: 650 }, 1)).toEqual({ kind: 'port', to: from });
    expect(connectionTarget(scene, to, { x: 450, y: 650 }, 1)).toEqual({ kind: 'refused', node: 'store', reason: 'unaccepted' });
  });

  it('a connection the node may be inserted into', () => {
    expect(connectionTarget(scene, output('lone'), { x: 345, y: 54 }, 1)).toEqual({ kind: 'edge', edge: 'b 0 c 0' });
  });

  it('no connection that attaches a node', () => {
    const [from, to] = [
      makeNode('part', 0, 300, { inputs: [], outputs: [{ type: 'ai_tool' }] }),
      makeNode('root', 0, 0, { inputs: [{ type: 'ai_tool' }] }),
    ];
    const other = makeNode('other', 600, 600, { inputs: [], outputs: [{ type: 'ai_tool' }] });
    const link = { id: 'l', source: 'part', output: 0, target: 'root', input: 0, state: 'idle', isLink: true } as const;
    const linked = makeScene([from, to, other], []);
    linked.setModel({ ...linked.model, edges: new Map([['l', link]]) });
    const middle = linked.shapeOf('l')?.middle ?? { x: 0, y: 0 };
    expect(edgeAt(linked, middle, 1)).toBe('l');
    expect(connectionTarget(linked, { ...output('other'), type: 'ai_tool' }, middle, 1)).toEqual({ kind: 'empty' });
  });

  it('no connection of its own node', () => {
    expect(connectionTarget(scene, output('b'), { x: 345, y: 54 }, 1)).toEqual({ kind: 'empty' });
  });

  it('nothing on empty canvas', () => {
    expect(connectionTarget(scene, output('a'), { x: 600, y: 400 }, 1)).toEqual({ kind: 'empty' });
  });

  it('ports at the same screen distance at any zoom', () => {
    expect(connectionTarget(scene, output('lone'), { x: 160, y: 65 }, 1).kind).toBe('empty');
    expect(connectionTarget(scene, output('lone'), { x: 160, y: 65 }, 0.4)).toEqual({ kind: 'port', to: input('b', 1) });
  });
});

it('finds the connection within half of its hit path', () => {
  expect(edgeAt(scene, { x: 345, y: 56 }, 1)).toBe('b 0 c 0');
  expect(edgeAt(scene, { x: 345, y: 59 }, 1)).toBeUndefined();
});

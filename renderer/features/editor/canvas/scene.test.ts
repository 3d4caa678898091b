// The scene: connections, wires and temporary positions.
import { describe, expect, it } from 'vitest';
import type { PortRef } from './canvas-model.ts';
import { connectionsOf } from './connections.ts';
import { Scene } from './scene.ts';
import { main, makeModel, makeNode, makeNote, makeScene } from './testing/small-model.ts';

describe('the scene', () => {
  it('knows the connections, whatever the node names', () => {
    const scene = makeScene([makeNode('__proto__', 0, 0, { outputs: main(2) }), makeNode('b', 200, 0)], ['__proto__ 1 b 0']);
    const node = scene.model.nodes.get('__proto__');
    expect(scene.edgesOf('__proto__')).toEqual(['__proto__ 1 b 0']);
    expect(scene.isTaken('b', 'input', 0)).toBe(true);
    expect(node && connectionsOf(scene.model.edges).freeOutputs(node)).toBe('0');
    expect(scene.edgesOf('constructor')).toEqual([]);
  });

  it('knows which inputs of an agent accept further nodes', () => {
    const inputs = [{ type: 'main' }, { type: 'ai_languageModel', limit: 1 }, { type: 'ai_tool' }];
    const [model, tool] = ['ai_languageModel', 'ai_tool'].map((type, at) =>
      makeNode(type, at * 200, 300, { inputs: [], outputs: [{ type }] }),
    );
    const nodes = [makeNode('agent', 0, 0, { inputs }), model, tool].filter((node) => node !== undefined);
    const scene = makeScene(nodes, ['ai_languageModel 0 agent 1', 'ai_tool 0 agent 2']);
    const agent = scene.model.nodes.get('agent');
    expect(agent && connectionsOf(scene.model.edges).freeInputs(agent)).toBe('2');
    const port = (node: string, side: PortRef['side'], index: number, type: string): PortRef => ({ node, side, index, type });
    const [ofModel, ofTool] = [port('agent', 'input', 1, 'ai_languageModel'), port('agent', 'input', 2, 'ai_tool')];
    const other = port('other', 'output', 0, 'ai_languageModel');
    expect([scene.isFull(other, ofModel), scene.isFull(ofModel, other), scene.isFull(other, ofTool)]).toEqual([true, true, false]);
  });

  it('recomputes a wire only if one of its ends changed', () => {
    const [a, b] = [makeNode('a', 0, 0), makeNode('b', 200, 0)];
    const scene = new Scene();
    const model = makeModel([a, b], ['a 0 b 0']);
    scene.setModel(model);
    const shape = scene.shapeOf('a 0 b 0');
    scene.setModel({ ...model, nodes: new Map(model.nodes) });
    expect(scene.shapeOf('a 0 b 0')).toBe(shape);
    scene.setModel({ ...model, nodes: new Map(model.nodes).set('b', { ...b, position: { x: 200, y: 100 } }) });
    expect(scene.shapeOf('a 0 b 0')).not.toBe(shape);
  });

  it('moves wires with temporary positions, and discards them', () => {
    const scene = makeScene([makeNode('a', 0, 0), makeNode('b', 200, 0)], ['a 0 b 0']);
    scene.setLive('b', { x: 300, y: 0, width: 100, height: 100 });
    expect(scene.shapeOf('a 0 b 0')?.d).toBe('M100 50L293 50');
    scene.clearLive();
    expect(scene.shapeOf('a 0 b 0')?.d).toBe('M100 50L193 50');
  });

  it('has no shape for a wire with a missing node', () => {
    expect(makeScene([makeNode('a', 0, 0)], ['a 0 b 0']).shapeOf('a 0 b 0')).toBeUndefined();
  });

  it('finds wires that cross an area with both ends outside', () => {
    const scene = makeScene([makeNode('a', 0, 0), makeNode('b', 3000, 0), makeNode('c', 0, 2000)], ['a 0 b 0', 'a 0 c 0']);
    expect(scene.edgesIn({ x: 1400, y: 0, width: 200, height: 200 })).toEqual(['a 0 b 0']);
  });

  it('is bounded by nodes and notes', () => {
    const scene = makeScene([makeNode('a', 0, 0)], [], [makeNote('n', -200, 300, 300, 100)]);
    expect(scene.bounds()).toEqual({ x: -200, y: 0, width: 300, height: 400 });
  });
});

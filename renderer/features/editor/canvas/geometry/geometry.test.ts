// Sizes, ports and the grid.
import { describe, expect, it } from 'vitest';
import { boundsOf, distanceToSegment, nodeAround, nodeSize, portPlace, portPoint, snap, wayOut } from './geometry.ts';
import { main, makeNode } from '../testing/small-model.ts';

const ports = (inputs: number, outputs: number): Parameters<typeof nodeSize>[0] => ({ inputs: main(inputs), outputs: main(outputs) });

describe('ports', () => {
  it.each([
    [1, [50]],
    [2, [35, 65]],
    [3, [22, 50, 78]],
    [4, [14, 38, 62, 86]],
  ])('%d of them stand evenly around the middle', (count, offsets) => {
    const node = ports(1, count);
    expect(nodeSize(node)).toEqual({ width: 100, height: 100 });
    expect(offsets.map((_, index) => portPlace(node, 'output', index).y)).toEqual(offsets);
  });

  it('make a node taller if there are many, in grid steps', () => {
    const node = ports(1, 10);
    const { height } = nodeSize(node);
    expect(height % 20).toBe(0);
    expect(portPlace(node, 'output', 0).y).toBeGreaterThan(10);
    expect(portPlace(node, 'output', 9).y).toBeLessThan(height - 10);
    expect(portPlace(node, 'input', 0).y).toBe(height / 2);
  });

  it('of other types are below and above, with space for their names', () => {
    const agent = { inputs: [...main(1), { type: 'ai_languageModel' }, { type: 'ai_memory' }, { type: 'ai_tool' }], outputs: main(1) };
    expect(nodeSize(agent)).toEqual({ width: 240, height: 100 });
    expect([0, 1, 2, 3].map((index) => portPlace(agent, 'input', index))).toEqual([
      { x: 0, y: 50 },
      { x: 40, y: 100 },
      { x: 120, y: 100 },
      { x: 200, y: 100 },
    ]);
    expect(portPlace(agent, 'output', 0)).toEqual({ x: 240, y: 50 });
    const model = makeNode('a', 200, 300, { inputs: [], outputs: [{ type: 'ai_languageModel' }] });
    expect(nodeSize(model)).toEqual({ width: 100, height: 100 });
    expect(portPoint(model, 'output', 0)).toEqual({ x: 250, y: 300 });
  });

  it('are where wires end', () => {
    const node = makeNode('a', 200, 100);
    expect(portPoint(node, 'output', 0)).toEqual({ x: 300, y: 150 });
    expect(portPoint(node, 'input', 0)).toEqual({ x: 193, y: 150 });
  });
});

describe('the grid', () => {
  it.each([
    [9, 0],
    [10, 20],
    [-11, -20],
    [29.9, 20],
    [30, 40],
  ])('takes %d to %d', (from, to) => expect(snap(from)).toBe(to));

  it('returns the corner of a node centered on a point', () => expect(nodeAround({ x: 151, y: 149 })).toEqual({ x: 100, y: 100 }));
});

it('has no bounds without rectangles', () => expect(boundsOf([])).toBeUndefined());

it.each([
  [{ x: 5, y: 3 }, 3],
  [{ x: 14, y: 3 }, 5],
  [{ x: -3, y: -4 }, 5],
])('distance of %o to a piece of a line', (point, distance) => {
  expect(distanceToSegment(point, { x: 0, y: 0 }, { x: 10, y: 0 })).toBe(distance);
});

describe('the way out from below a panel', () => {
  const panel = { x: 200, y: 300, width: 400, height: 100 };
  it.each([
    ['beside it, stays', { x: 0, y: 320, width: 100, height: 100 }, [0, 0]],
    ['is up', { x: 250, y: 250, width: 100, height: 140 }, [0, -102]],
    ['is to the left if there is no room above', { x: 250, y: 10, width: 100, height: 340 }, [-162, 0]],
    ['is to the right if there is none there, either', { x: 150, y: 10, width: 300, height: 340 }, [462, 0]],
  ])('of a node %s', (_what, rect, move) => expect(wayOut(rect, panel)).toEqual(move));
});

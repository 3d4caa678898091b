import { describe, expect, it } from 'vitest';
import { edgeShape, linkShape } from './edge-path.ts';
import type { CanvasNode, Point } from '../canvas-model.ts';
import { nodeRect, type Rect } from './geometry.ts';
import { labelPlace } from './label-place.ts';
import { TakenPlaces } from './taken-places.ts';

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const CHARACTER = 6.2;
const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const isAt = [-1, 1].flatMap((output) => [-1, 1].map((input) => [output, input] as const));

/** Rendered height of a label and of a name; names are 3 to 5 pixels above (-1) or below (1) their wire. */
const [LABEL, NAME] = [14, 16];
const nameBox = (from: number, width: number, y: number, side: number): Box => ({
  left: from,
  right: from + width,
  top: side < 0 ? y - 5 - NAME : y + 3,
  bottom: side < 0 ? y - 5 : y + 3 + NAME,
});

describe('the label of a wire', () => {
  it('is in the middle of a wire without names', () => {
    const shape = edgeShape({ x: 0, y: 0 }, { x: 120, y: 0 }, { bottom: 100 });
    expect(labelPlace({ label: '2 items' }, shape)).toEqual({ x: 60, y: -15 });
  });

  it.each([0, 12, 14, 28, 40, 60, 80, 100, 180, 320])(
    'does not overlap the names of ports after tidying up, %i pixels apart in height',
    (apart) => {
      for (const dy of [apart, -apart]) {
        const [from, to] = [
          { x: 0, y: 0 },
          { x: 120, y: dy },
        ];
        const shape = edgeShape(from, to, { bottom: 100 });
        for (const [output, input] of [
          [undefined, 'Input 2'],
          ['true', undefined],
          ['true', 'Input 1'],
          ['fallback', 'Input 12'],
        ] as const) {
          for (const label of ['1 item', '2 items', '1,000 items']) {
            const { x, y } = labelPlace({ label, output, input }, shape);
            const half = (label.length * CHARACTER) / 2;
            const box = { left: x - half, right: x + half, top: y - LABEL / 2, bottom: y + LABEL / 2 };
            for (const [outputSide, inputSide] of isAt) {
              const names = [
                ...(output === undefined ? [] : [nameBox(10, output.length * CHARACTER, from.y, outputSide)]),
                ...(input === undefined ? [] : [nameBox(to.x - 10 - input.length * CHARACTER, input.length * CHARACTER, to.y, inputSide)]),
              ];
              expect(
                names.filter((name) => overlaps(name, box)),
                `${label} from ${output} to ${input} at ${dy}`,
              ).toEqual([]);
            }
          }
        }
      }
    },
  );
});

describe('the label of a wire beside other nodes', () => {
  const nodeAt = (x: number, y: number, more: Partial<CanvasNode> = {}): CanvasNode =>
    ({
      id: `${x} ${y}`,
      position: { x, y },
      title: 'A name of a node',
      inputs: [],
      outputs: [],
      issues: [],
      ...more,
    }) as unknown as CanvasNode;
  const boxAt = (label: string, { x, y }: Point): Rect => {
    const width = label.length * CHARACTER;
    return { x: x - width / 2, y: y - LABEL / 2, width, height: LABEL };
  };

  it.each([120, 160, 200, 240, 320, -160, -200, -320])('does not lie on a node or a name, %i pixels apart in height', (dy) => {
    for (const across of [180, 200, 220, 300, -400]) {
      const nodes = [nodeAt(0, 0, { subtitle: 'GET: https://example.com' }), nodeAt(200, 0), nodeAt(200, -dy), nodeAt(across, dy)];
      const occupied = new TakenPlaces(nodes, (node) => nodeRect(node));
      const isTaken = (rect: Rect): boolean => occupied.isTaken(rect, () => false);
      for (const label of ['1 item', '12 items', '1,000 items']) {
        const [from, to] = [
          { x: 100, y: 50 },
          { x: across - 7, y: dy + 50 },
        ];
        const shape = edgeShape(from, to, { bottom: Math.max(0, dy) + 100 + 44 });
        expect(isTaken(boxAt(label, labelPlace({ label, isTaken }, shape))), `${label}, ${across} across`).toBe(false);
      }
    }
  });

  it('stays where it is if there is no free place at all', () => {
    const shape = edgeShape({ x: 0, y: 0 }, { x: 120, y: 0 }, { bottom: 100 });
    expect(labelPlace({ label: '2 items', isTaken: () => true }, shape)).toEqual({ x: 60, y: -15 });
  });
});

describe('the label of a wire to an attached node', () => {
  it.each([60, 80, 100, 140, 240, 400])('does not overlap the name of the input or the nodes, %i pixels below the input', (below) => {
    for (const aside of [0, 20, -80, 160, -300]) {
      const [port, top] = [
        { x: 0, y: 0 },
        { x: aside, y: below },
      ];
      for (const label of ['1 item', '1,000 items']) {
        const { x, y } = labelPlace({ label, input: 'Chat Model', isLink: true }, linkShape(top, port));
        const half = (label.length * CHARACTER) / 2;
        const box = { left: x - half, right: x + half, top: y - LABEL / 2, bottom: y + LABEL / 2 };
        const occupied = [
          { left: -40, right: 40, top: 9, bottom: 9 + NAME },
          { left: -200, right: 200, top: -100, bottom: 0 },
          { left: aside - 50, right: aside + 50, top: below - 7, bottom: below + 100 },
          // The plus of an input that accepts more nodes.
          ...(below < 80 ? [] : [{ left: -12, right: 12, top: 27, bottom: 51 }]),
        ];
        expect(
          occupied.filter((each) => overlaps(each, box)),
          `${label}, ${aside} aside`,
        ).toEqual([]);
      }
    }
  });

  it.each([0, 20, 40, -60])('is in the middle of a wire that has no place for it, %i pixels below the input', (below) => {
    const shape = linkShape({ x: 40, y: below }, { x: 0, y: 0 });
    expect(labelPlace({ label: '1 item', isLink: true }, shape)).toEqual(shape.middle);
  });
});

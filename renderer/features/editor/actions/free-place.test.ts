// Free positions for notes and copies.
import { expect, it } from 'vitest';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import { boxAround, freePlace, NOTE } from './free-place.ts';

const file = (...nodes: readonly (readonly [x: number, y: number, type?: string, parameters?: object])[]): WorkflowFile =>
  ({
    name: 'W',
    nodes: nodes.map(([x, y, type = 't', parameters = {}], at) => ({
      id: `${at}`,
      name: `${at}`,
      type,
      typeVersion: 1,
      position: [x, y],
      parameters,
    })),
    connections: {},
  }) as unknown as WorkflowFile;

it.each<[string, WorkflowFile, object]>([
  ['at the requested place', file(), { x: 0, y: 0 }],
  ['next to a node', file([0, 20]), { x: 120, y: 0 }],
  ['next to another note', file([-400, -400, stickyNoteType, { width: 600, height: 800 }]), { x: 200, y: 0 }],
  ['between nodes with enough space', file([-100, 0], [240, 0]), { x: 0, y: 0 }],
])('is %s', (_, workflow, expected) => expect(freePlace(workflow, { ...NOTE, x: 0, y: 0 })).toEqual(expected));

it('is below everything if nothing is free nearby', () => {
  const full = file([-6000, -6000, stickyNoteType, { width: 12000, height: 12010 }]);
  expect(freePlace(full, { x: 0, y: 0, width: 100, height: 100 })).toEqual({ x: 0, y: 6020 });
});

it('leaves space for connections beside nodes', () => {
  expect(freePlace(file([0, 0], [0, 200], [0, -200]), { x: 10, y: 0, width: 100, height: 160 }, { beside: 100 })).toEqual({ x: 220, y: 0 });
});

it('surrounds nodes with their names, and notes', () => {
  expect(boxAround(file([0, 0], [200, 100], [-40, -40, stickyNoteType, { width: 100, height: 80 }]).nodes)).toEqual({
    x: -40,
    y: -40,
    width: 340,
    height: 300,
  });
});

// Positions of new sticky notes.
import { expect, it } from 'vitest';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import { freePlace } from './add-note.ts';

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
])('is %s', (_, workflow, place) => expect(freePlace(workflow, { x: 0, y: 0 })).toEqual(place));

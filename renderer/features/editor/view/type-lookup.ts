// Implements the engine's node type lookup on the list from the server.
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { baseOfTool, type NodeDescription, type NodeTypeLookup, shapeServing } from '../../../../engine/workflow/node-type.ts';
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';

export interface TypeLookup extends NodeTypeLookup {
  /** The latest description of each type, for new nodes. */
  readonly latest: readonly NodeDescription[];
}

export function typeLookup(descriptions: readonly NodeDescription[]): TypeLookup {
  const byType = new Map<string, NodeDescription[]>();
  for (const description of descriptions) {
    const shapes = byType.get(description.name);
    if (shapes === undefined) byType.set(description.name, [description]);
    else shapes.push(description);
  }
  const find = (type: string, version?: number): NodeDescription | undefined => {
    const shapes = byType.get(type);
    const requested = version ?? shapes?.[0]?.defaultVersion;
    return requested === undefined || shapes === undefined ? shapes?.at(-1) : shapeServing(shapes, (shape) => shape.version, requested);
  };
  return { description: find, latest: [...byType.keys()].flatMap((type) => find(type) ?? []) };
}

/** Returns the version for a new node. */
export const newVersion = ({ version, defaultVersion }: NodeDescription): number =>
  defaultVersion ?? (Array.isArray(version) ? Math.max(...(version as readonly number[])) : (version as number));

/** Whether the instance's settings exclude a type. Its tool variant is excluded with it. */
export const isExcludedType = (type: string, excluded: readonly string[] = []): boolean =>
  excluded.includes(type) || excluded.includes(baseOfTool(type) ?? type);

export const nodesOfUnknownType = (nodes: readonly WorkflowNode[], types: TypeLookup): readonly WorkflowNode[] =>
  nodes.filter(({ type, typeVersion }) => type !== stickyNoteType && types.description(type, typeVersion) === undefined);

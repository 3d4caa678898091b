// Node types as floor 0 asks for them, over the list that the server gave.
import type { NodeDescription, NodeTypeLookup } from '../../../../engine/workflow/node-type.ts';
import { shapeServing } from '../../../../engine/workflow/node-version.ts';

export interface TypeLookup extends NodeTypeLookup {
  /** The shape for new nodes of each type. */
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
    const wanted = version ?? shapes?.[0]?.defaultVersion;
    return wanted === undefined || shapes === undefined ? shapes?.at(-1) : shapeServing(shapes, (shape) => shape.version, wanted);
  };
  return { description: find, latest: [...byType.keys()].flatMap((type) => find(type) ?? []) };
}

/** The version given to a new node of a shape. */
export const newVersion = ({ version, defaultVersion }: NodeDescription): number =>
  defaultVersion ?? (Array.isArray(version) ? Math.max(...(version as readonly number[])) : (version as number));

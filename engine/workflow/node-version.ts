// Selects the version of a node type that serves a node. Files may refer to versions that are newer than any known one, or lie between two.
import type { NodeDescription } from './node-type.ts';

type Versions = number | readonly number[];

/**
 * Returns the version that serves `wanted`: the same one, otherwise the newest one before it, otherwise the oldest. Versions are compared as
 * decimal numbers, so 3.15 is between 3.1 and 3.2.
 */
export function servedVersion(shipped: Versions, wanted: number): number {
  if (typeof shipped === 'number') return shipped;
  let best: number | undefined;
  for (const version of shipped) {
    if (version === wanted) return version;
    if (version < wanted && (best === undefined || version > best)) best = version;
  }
  return best ?? Math.min(...shipped);
}

/** Returns the description that serves a typeVersion, out of several of one type; undefined only if there are none. */
export function shapeServing<Shape>(shapes: readonly Shape[], versionOf: (shape: Shape) => Versions, wanted: number): Shape | undefined {
  if (shapes.length < 2) return shapes[0];
  const version = servedVersion(
    shapes.flatMap((shape) => versionOf(shape)),
    wanted,
  );
  return shapes.find((shape) => [versionOf(shape)].flat().includes(version));
}

/** Returns the version that determines a node's parameters: the available one that serves it. 0 if the node has none. */
export function effectiveVersion(node: { readonly typeVersion?: number } | null, { version }: Pick<NodeDescription, 'version'>): number {
  return node?.typeVersion === undefined ? 0 : servedVersion(version, node.typeVersion);
}

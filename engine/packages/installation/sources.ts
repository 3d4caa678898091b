// Where the packages of a tree of dependencies may come from: the registry, by a version, range or tag, and nowhere else. A link to a folder would let
// the package's code read that folder; a repository or an archive may be one of this computer, or of its network.
import type { Node } from '@npmcli/arborist';
import { AppError } from '../../contract/errors.ts';
import { isWithin } from '../../sandbox/bounds.ts';
import { isOfRegistry } from './package-name.ts';

/** What a package asks for. */
export interface Requested {
  /** Name of the dependency. */
  readonly name: string;
  /** The package that needs it. */
  readonly by: string;
  /** Its version, or its location. */
  readonly source: string;
}

export interface TreePlace {
  /** Name of the package that is installed. */
  readonly installed: string;
  /** Folder of the tree. */
  readonly root: string;
  /** Names that the engine provides itself, each by a folder in the tree that does not exist. */
  readonly provided: readonly string[];
}

/** Throws PACKAGE_NOT_INSTALLED if a package of the tree, or one of its dependencies, does not come from the registry. */
export function assertFromRegistry(nodes: Iterable<Node>, { installed, root, provided }: TreePlace): void {
  for (const node of nodes) {
    for (const { name, spec } of node.edgesOut.values()) {
      const isProvided = provided.includes(name) && spec === response(name);
      if (!isProvided && !isOfRegistry(spec))
        throw rejectedSource(installed, { name, by: node.isRoot ? installed : node.name, source: spec });
    }
    const { name, isLink, realpath, resolved, resolveParent } = node;
    const isOwnLink = isLink && provided.includes(name) && isWithin(realpath, root);
    // What lies within the archive of another package is not fetched.
    const isFetched = !node.inBundle && !node.isTop && ((resolved !== null && !/^https?:/i.test(resolved)) || node.hasShrinkwrap);
    if ((isLink && !isOwnLink) || (isFetched && !isLink)) {
      throw rejectedSource(installed, { name, by: resolveParent?.name ?? installed, source: resolved ?? realpath });
    }
  }
}

/** The address of a package that the engine provides itself. */
export const response = (name: string): string => `file:./${name}`;

const LONGEST = 200;

/** `installed`: name of the package that is installed. */
export function rejectedSource(installed: string, { name, by, source }: Requested): AppError {
  const visible = source.replace(/\/\/[^/@]*@/, '//').slice(0, LONGEST);
  return new AppError(
    'PACKAGE_NOT_INSTALLED',
    `${by} needs ${name} from "${visible}", which is not a version, range or tag of the registry.`,
    {
      params: { package: installed },
      hint: `Packages are taken from the registry only, not from folders, repositories or addresses. Use another version of ${installed}, tell the authors of ${by}, or name a version to use instead (an override: ${name}=version).`,
    },
  );
}

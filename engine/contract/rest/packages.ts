// REST calls for packages of nodes.
import { Type } from 'typebox';
import { route } from './route.ts';

const packageSchema = Type.Object({
  packageName: Type.String(),
  installedVersion: Type.String(),
  /** ISO 8601. */
  installedAt: Type.String(),
  installedNodes: Type.Array(Type.Object({ name: Type.String(), type: Type.String(), latestVersion: Type.Number() })),
  license: Type.Optional(Type.String()),
  /** Newer version in the registry, if one is known. */
  updateAvailable: Type.Optional(Type.String()),
  /** Present if the package is not available. */
  failedLoading: Type.Optional(Type.Boolean()),
  /** Why the package, or some of its nodes, are not available. */
  failures: Type.Array(Type.String()),
});

/** Name of a package in the registry, optionally followed by `@version`. */
const name = Type.String({ minLength: 1, maxLength: 260 });

export const packageRoutes = {
  list: route({
    method: 'GET',
    path: '/nodes',
    access: 'community-package:list',
    summary: 'Returns the installed packages of nodes',
    answer: Type.Array(packageSchema),
  }),
  install: route({
    method: 'POST',
    path: '/nodes',
    access: 'community-package:manage',
    summary: 'Installs a package of nodes',
    body: Type.Object({ name, overrides: Type.Optional(Type.Record(Type.String(), Type.String())) }),
    answer: packageSchema,
  }),
  update: route({
    method: 'PATCH',
    path: '/nodes',
    access: 'community-package:manage',
    summary: 'Updates a package of nodes to its newest version, or the given one',
    body: Type.Object({ name }),
    answer: packageSchema,
  }),
  uninstall: route({
    method: 'DELETE',
    path: '/nodes',
    access: 'community-package:manage',
    summary: 'Removes a package of nodes',
    query: Type.Object({ name }),
    answer: Type.Literal(true),
  }),
};

export type InstalledPackage = Type.Static<typeof packageSchema>;

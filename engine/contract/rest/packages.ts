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
  authorName: Type.Optional(Type.String()),
  authorEmail: Type.Optional(Type.String()),
  /** Newer version in the registry, if one is known. */
  updateAvailable: Type.Optional(Type.String()),
  /** Present if the registry was asked and has no newer version. */
  isUpToDate: Type.Optional(Type.Literal(true)),
  /** Versions that are used instead of those that packages ask for, by name; absent if there are none. */
  overrides: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Whether its code may open connections by itself. Requests through the program are always possible. */
  allowsNetwork: Type.Boolean(),
  /** Present if its code runs inside the engine, where it may do everything that the program may. */
  isTrusted: Type.Optional(Type.Literal(true)),
  /** Present if the package is not available. */
  failedLoading: Type.Optional(Type.Boolean()),
  /** Why the package, or some of its nodes, are not available. */
  failures: Type.Array(Type.String()),
  /** Names of the running active workflows that use its nodes. */
  activeWorkflows: Type.Array(Type.String()),
});

const detailsSchema = Type.Object({
  name: Type.String(),
  version: Type.String(),
  description: Type.Optional(Type.String()),
  author: Type.Optional(Type.String()),
  /** Name of the license, such as MIT. */
  license: Type.Optional(Type.String()),
  /** The whole license, unless it is one of the usual permissive ones. */
  licenseText: Type.Optional(Type.String()),
  /** Why its author advises against using it. */
  deprecated: Type.Optional(Type.String()),
  /** Number of its nodes. */
  nodes: Type.Number(),
  /** Number of its credential types. */
  credentials: Type.Number(),
  /** Bytes of its own files. */
  size: Type.Optional(Type.Number()),
  /** Number of packages that it needs itself. */
  dependencies: Type.Number(),
  /** Present if it needs so many that its installation takes minutes and much memory. */
  isLarge: Type.Optional(Type.Literal(true)),
});

const foundSchema = Type.Object({
  /** Whether words can be searched for. If not, only the package with exactly the given name is found. */
  isSearchable: Type.Boolean(),
  /** Why the registry cannot be used; absent if it responded. */
  unreachable: Type.Optional(Type.String()),
  /** Number of all matches; -1 if it is unknown. */
  total: Type.Number(),
  packages: Type.Array(Type.Object({ name: Type.String(), version: Type.String(), description: Type.String() })),
});

/** An installation or update in progress. */
const installationSchema = Type.Object({
  packageName: Type.String(),
  /**
   * `resolving`: its dependencies are looked up; `fetching`: they are downloaded and unpacked; `hashing`: the hashes of their files are stored;
   * `reading`: its nodes are loaded and described.
   */
  stage: Type.Union([Type.Literal('resolving'), Type.Literal('fetching'), Type.Literal('hashing'), Type.Literal('reading')]),
  /** Number of packages that were looked up so far, while resolving. */
  found: Type.Optional(Type.Number()),
  /** Numbers of fetched and of all packages, while fetching. */
  fetched: Type.Optional(Type.Number()),
  total: Type.Optional(Type.Number()),
});

/** Name of a package in the registry, optionally followed by `@version`. */
const name = Type.String({ minLength: 1, maxLength: 260 });
/** Whether the nearest version is used where the registry lacks one that the package needs. Default: false. */
const takesNearest = Type.Optional(Type.Boolean());

export const packageRoutes = {
  list: route({
    method: 'GET',
    path: '/nodes',
    access: 'community-package:list',
    summary: 'Returns the installed packages of nodes',
    response: Type.Array(packageSchema),
  }),
  updates: route({
    method: 'GET',
    path: '/nodes/updates',
    access: 'community-package:list',
    summary: 'Returns the installed packages of nodes after looking for newer versions in the registry',
    response: Type.Array(packageSchema),
  }),
  details: route({
    method: 'GET',
    path: '/nodes/details',
    access: 'community-package:manage',
    summary: 'Returns what the registry knows of a package, and its license',
    query: Type.Object({ name }),
    response: detailsSchema,
  }),
  search: route({
    method: 'GET',
    path: '/nodes/search',
    access: 'community-package:manage',
    summary: 'Searches the registry for packages of nodes',
    query: Type.Object({ query: Type.String({ maxLength: 260 }) }),
    response: foundSchema,
  }),
  installations: route({
    method: 'GET',
    path: '/nodes/installations',
    access: 'community-package:list',
    summary: 'Returns the installations and updates of packages of nodes that are under way',
    response: Type.Array(installationSchema),
  }),
  install: route({
    method: 'POST',
    path: '/nodes',
    access: 'community-package:manage',
    summary: 'Installs a package of nodes',
    body: Type.Object({
      name,
      overrides: Type.Optional(Type.Record(Type.String(), Type.String())),
      takesNearest,
      /** Default: false. */
      allowsNetwork: Type.Optional(Type.Boolean()),
    }),
    response: packageSchema,
  }),
  stop: route({
    method: 'DELETE',
    path: '/nodes/installation',
    access: 'community-package:manage',
    summary: 'Stops the installation or update of a package of nodes that is under way; false if there is none',
    query: Type.Object({ name }),
    response: Type.Boolean(),
  }),
  update: route({
    method: 'PATCH',
    path: '/nodes',
    access: 'community-package:manage',
    summary: 'Updates a package of nodes to its newest version, or the given one; with allowsNetwork, only changes what it may do',
    body: Type.Object({
      name,
      takesNearest,
      allowsNetwork: Type.Optional(Type.Boolean()),
      /** Replaces the former ones. */
      overrides: Type.Optional(Type.Record(Type.String(), Type.String())),
    }),
    response: packageSchema,
  }),
  uninstall: route({
    method: 'DELETE',
    path: '/nodes',
    access: 'community-package:manage',
    summary: 'Removes a package of nodes',
    query: Type.Object({ name }),
    response: Type.Literal(true),
  }),
};

export type PackageDetails = Type.Static<typeof detailsSchema>;
export type FoundPackages = Type.Static<typeof foundSchema>;
export type PackageInstallation = Type.Static<typeof installationSchema>;
export type InstalledPackage = Type.Static<typeof packageSchema>;

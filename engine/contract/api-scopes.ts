// Scopes of API keys: reading or changing each kind of resource of the public API.

/** Kinds of resources that can be read and changed; what an audit reports can only be read. */
const resources = ['workflow', 'execution', 'credential', 'tag', 'user', 'variable', 'folder', 'dataTable'] as const;

export type ApiScope = `${(typeof resources)[number]}:${'read' | 'write'}` | 'audit:read';

export const apiScopes: readonly ApiScope[] = [
  ...resources.flatMap((resource) => [`${resource}:read`, `${resource}:write`] as const),
  'audit:read',
];

export const isApiScope = (scope: string): scope is ApiScope => (apiScopes as readonly string[]).includes(scope);

// Permissions by role. Services check who owns a workflow or credential.

/** `default` is the local user before set-up. */
export type Role = 'owner' | 'member' | 'default';

const everyone = ['owner', 'member', 'default'] as const;
const hosts = ['owner', 'default'] as const;
const signedIn = ['owner', 'member'] as const;

export const permissions = {
  'address:read': everyone,
  'address:check': everyone,
  'assistant:use': everyone,
  'audit:read': hosts,
  'binary:read': everyone,
  'community-package:manage': hosts,
  'community-package:list': hosts,
  'consent:manage': hosts,
  'credential:list': everyone,
  'credential:create': everyone,
  'credential:read': everyone,
  'credential:update': everyone,
  'credential:delete': everyone,
  'credential:share': everyone,
  'credential:test': everyone,
  'credential:export': everyone,
  'credential:import': everyone,
  'credential-type:list': everyone,
  'curl:convert': everyone,
  'data-table:list': everyone,
  'data-table:manage': everyone,
  'execution:list': everyone,
  'execution:read': everyone,
  'execution:stop': everyone,
  'execution:retry': everyone,
  'execution:resume': everyone,
  'execution:update': everyone,
  'execution:delete': everyone,
  'folder:list': everyone,
  'folder:manage': everyone,
  'me:read': everyone,
  'me:update': signedIn,
  'me:survey': everyone,
  'api-key:manage': everyone,
  'member:list': hosts,
  'node-type:read': everyone,
  'n8n-home:import': hosts,
  'option:read': everyone,
  'owner:set-up': ['default'],
  'prompt:answer': everyone,
  'push:listen': everyone,
  'setting:manage': hosts,
  'tag:list': everyone,
  'tag:create': everyone,
  'tag:update': everyone,
  'tag:delete': hosts,
  'telemetry:read': hosts,
  'telemetry:send': everyone,
  'template:read': everyone,
  'user:list': everyone,
  'user:invite': ['owner'],
  'user:delete': ['owner'],
  'variable:list': everyone,
  'variable:manage': hosts,
  'vault:read': everyone,
  'vault:manage': hosts,
  'version:list': everyone,
  'workflow:list': everyone,
  'workflow:read': everyone,
  'workflow:create': everyone,
  'workflow:update': everyone,
  'workflow:delete': everyone,
  'workflow:run': everyone,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

export const mayDo = (role: Role, permission: Permission): boolean => (permissions[permission] as readonly Role[]).includes(role);

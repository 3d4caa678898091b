// What a user may do with a credential, by the user's role and relation to it.
import type { Role } from '../../contract/permissions.ts';
import type { CredentialPermissions } from '../../contract/rest/credentials.ts';

/** Relation of a user to a credential. */
export type CredentialRelation = 'owner' | 'sharee' | 'stranger';

/**
 * `read`: see that it exists, without its data. `test`: send the test request with the stored data. `testChanges`: send it with unsaved data,
 * too. `use`: choose it in nodes and run them.
 */
export type CredentialAction =
  | 'create'
  | 'read'
  | 'readData'
  | 'updateName'
  | 'updateConnection'
  | 'updateNodeAccess'
  | 'delete'
  | 'share'
  | 'test'
  | 'testChanges'
  | 'use';

const all: readonly CredentialAction[] = [
  'create',
  'read',
  'readData',
  'updateName',
  'updateConnection',
  'updateNodeAccess',
  'delete',
  'share',
  'test',
  'testChanges',
  'use',
];
const byRelation: Readonly<Record<CredentialRelation, readonly CredentialAction[]>> = {
  owner: all,
  sharee: ['create', 'read', 'test', 'use'],
  stranger: ['create'],
};
/** What the instance owner may do with any credential, beyond the relation. Before set-up the default user is the instance owner. */
const instanceOwners: readonly CredentialAction[] = ['read', 'updateName', 'delete'];

/** Credentials without an owner belong to the instance owner. */
export function relationOf(
  { userId, role }: { readonly userId: string; readonly role: Role },
  { ownerId, sharedWith }: { readonly ownerId: string | null; readonly sharedWith: readonly string[] },
): CredentialRelation {
  if (ownerId === userId || (ownerId === null && role !== 'member')) return 'owner';
  return sharedWith.includes(userId) ? 'sharee' : 'stranger';
}

export const mayDoWith = (role: Role, relation: CredentialRelation, action: CredentialAction): boolean =>
  byRelation[relation].includes(action) || (role !== 'member' && instanceOwners.includes(action));

/** The permissions as the editor reads them. */
export function permissionsView(role: Role, relation: CredentialRelation): CredentialPermissions {
  const may = (action: CredentialAction): boolean => mayDoWith(role, relation, action);
  return {
    isOwner: relation === 'owner',
    isInstanceOwner: role !== 'member',
    updateName: may('updateName'),
    updateConnection: may('updateConnection'),
    updateSharing: may('share'),
    updateNodeAccess: may('updateNodeAccess'),
    save: may('updateName') || may('updateConnection') || may('share') || may('updateNodeAccess'),
    delete: may('delete'),
    test: may('test'),
    use: may('use'),
  };
}

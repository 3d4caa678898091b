// Credentials and their types as the editor reads them, without secrets.
import type { CredentialView } from '../../contract/rest/credentials.ts';
import type { CredentialDefinition } from '../../sdk/index.ts';
import type { CredentialRecord, UserRecord } from '../../store/index.ts';
import type { Asker } from '../access.ts';
import { allowedNodeTypes } from './node-access.ts';
import { relationOf, permissionsView } from './permissions.ts';

/** Metadata of a credential with the permissions of `asker`. `sharedWith`: ids of users; `people`: all users. */
export function credentialView(
  { id, name, type, ownerId, nodesAccess, createdAt, updatedAt }: CredentialRecord,
  sharedWith: readonly string[],
  asker: Asker,
  people: readonly UserRecord[],
  isConnected?: boolean,
): CredentialView {
  const owner = people.find((user) => user.id === ownerId);
  return {
    id,
    name,
    type,
    nodesAccess: [...(allowedNodeTypes(nodesAccess) ?? [])].map((nodeType) => ({ nodeType })),
    permissions: permissionsView(asker.role, relationOf(asker, { ownerId, sharedWith })),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    ...(owner === undefined ? {} : { ownedBy: personView(owner) }),
    ...(isConnected === undefined ? {} : { isConnected }),
    sharedWith: people.filter((user) => sharedWith.includes(user.id)).map(personView),
  };
}

const personView = ({ id, email, firstName, lastName }: UserRecord) => ({ id, email, firstName, lastName });

/** A credential type with the field names of the file format. */
export function typeView(type: CredentialDefinition): { name: string } {
  const { name, displayName, extends: parents, isGeneric, documentationUrl, fields, sign, test, connection } = type;
  const more = {
    displayName,
    properties: fields,
    ...(parents === undefined ? {} : { extends: parents }),
    ...(isGeneric === true ? { genericAuth: true } : {}),
    ...(documentationUrl === undefined ? {} : { documentationUrl }),
    canSign: sign !== undefined,
    isTestable: test !== undefined && connection === undefined,
    ...(connection === undefined ? {} : { connects: connection.protocol }),
  };
  return { name, ...more };
}

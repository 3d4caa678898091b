// REST calls for the key that protects the credentials.
import { Type } from 'typebox';
import { RESET_WORDS } from './constants.ts';
import { route } from './route.ts';
import { accountText } from './users.ts';

const statusSchema = Type.Object({
  isOpen: Type.Boolean(),
  /** Why no credential can be decrypted, and how to fix that. */
  problem: Type.Optional(Type.Object({ message: Type.String(), hint: Type.Optional(Type.String()) })),
  /** Where the master key is stored. */
  place: Type.Optional(Type.Union([Type.Literal('environment'), Type.Literal('file'), Type.Literal('keychain')])),
  /** Why the master key was stored in a file and not in the keychain; only until the next start. */
  keychainFailure: Type.Optional(Type.String()),
});

export const vaultRoutes = {
  status: route({
    method: 'GET',
    path: '/vault',
    access: 'vault:read',
    summary: 'Whether the stored credentials can be opened, and if not, why',
    response: statusSchema,
  }),
  retry: route({
    method: 'POST',
    path: '/vault/retry',
    access: 'vault:manage',
    summary: 'Looks for the master key again',
    response: statusSchema,
  }),
  recover: route({
    method: 'POST',
    path: '/vault/recover',
    access: 'vault:manage',
    summary: 'Opens the stored credentials with the recovery key',
    body: Type.Object({ recoveryKey: Type.String({ maxLength: 200 }) }),
    response: statusSchema,
  }),
  reset: route({
    method: 'POST',
    path: '/vault/reset',
    access: 'vault:manage',
    summary: 'Resets the vault: removes the data of all credentials, which keep their names',
    body: Type.Object({ confirmation: Type.Literal(RESET_WORDS) }),
    response: statusSchema,
  }),
  recoveryKey: route({
    method: 'POST',
    path: '/vault/recovery-key',
    access: 'vault:manage',
    summary: 'The recovery key; once an owner is set up, it requires the current password',
    body: Type.Object({ currentPassword: Type.Optional(accountText) }),
    response: Type.Object({ recoveryKey: Type.String() }),
  }),
};

export type VaultStatusView = Type.Static<typeof statusSchema>;

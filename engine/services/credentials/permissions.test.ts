import { describe, expect, it } from 'vitest';
import type { Role } from '../../contract/permissions.ts';
import { mayDoWith, relationOf, permissionsView, type CredentialAction, type CredentialRelation } from './permissions.ts';

const roles: readonly Role[] = ['owner', 'default', 'member'];
const relations: readonly CredentialRelation[] = ['owner', 'sharee', 'stranger'];

/** For each action: the relations with which the instance owner (set up or not) and a member may perform it. */
const table: Readonly<Record<CredentialAction, readonly [host: string, member: string]>> = {
  create: ['owner sharee stranger', 'owner sharee stranger'],
  read: ['owner sharee stranger', 'owner sharee'],
  readData: ['owner', 'owner'],
  updateName: ['owner sharee stranger', 'owner'],
  updateConnection: ['owner', 'owner'],
  updateNodeAccess: ['owner', 'owner'],
  delete: ['owner sharee stranger', 'owner'],
  share: ['owner', 'owner'],
  test: ['owner sharee', 'owner sharee'],
  testChanges: ['owner', 'owner'],
  use: ['owner sharee', 'owner sharee'],
};

describe.each(roles)('the %s', (role) => {
  it.each(Object.entries(table))('may %s with %j', (action, [host, member]) => {
    const allowed = relations.filter((relation) => mayDoWith(role, relation, action as CredentialAction));
    expect(allowed.join(' ')).toBe(role === 'member' ? member : host);
  });
});

const visible = { updateConnection: false, updateNodeAccess: false, updateSharing: false, isOwner: false };
it.each<[Role, CredentialRelation, object]>([
  ['member', 'owner', { isInstanceOwner: false, isOwner: true, save: true, delete: true, updateSharing: true, updateConnection: true }],
  ['member', 'sharee', { ...visible, isInstanceOwner: false, updateName: false, save: false, delete: false, test: true, use: true }],
  ['member', 'stranger', { ...visible, isInstanceOwner: false, updateName: false, save: false, delete: false, test: false, use: false }],
  ['owner', 'owner', { isInstanceOwner: true, isOwner: true, updateNodeAccess: true, use: true }],
  ['owner', 'sharee', { ...visible, isInstanceOwner: true, updateName: true, save: true, delete: true, test: true, use: true }],
  ['owner', 'stranger', { ...visible, isInstanceOwner: true, updateName: true, save: true, delete: true, test: false, use: false }],
  ['default', 'owner', { isInstanceOwner: true, isOwner: true, updateSharing: true }],
  ['default', 'sharee', { ...visible, isInstanceOwner: true, use: true }],
  ['default', 'stranger', { ...visible, isInstanceOwner: true, use: false }],
])('the editor shows the %s, as %s of the credential, %j', (role, relation, flags) => {
  expect(permissionsView(role, relation)).toMatchObject(flags);
});

it.each<[Role, string | null, CredentialRelation]>([
  ['member', 'me', 'owner'],
  ['member', null, 'stranger'],
  ['member', 'other', 'stranger'],
  ['owner', null, 'owner'],
  ['default', null, 'owner'],
  ['owner', 'other', 'stranger'],
])('a %s is, for a credential that belongs to %s, its %s', (role, ownerId, expected) => {
  expect(relationOf({ userId: 'me', role }, { ownerId, sharedWith: ['friend'] })).toBe(expected);
  if (expected === 'stranger') expect(relationOf({ userId: 'me', role }, { ownerId, sharedWith: ['me'] })).toBe('sharee');
});

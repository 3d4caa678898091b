// A user as shown in responses, without hashes and secrets.
import { AppError } from '../../contract/errors.ts';
import type { Role } from '../../contract/permissions.ts';
import type { User } from '../../contract/rest/users.ts';
import type { UserRecord } from '../../store/index.ts';

/** Whether the user has been invited but has not signed up, or is the owner before set-up. */
export const isPending = (user: UserRecord): boolean => user.passwordHash === null;

/** Until an owner is set up, the local user is the owner. */
export const roleOf = (user: UserRecord): Role => (user.role === 'owner' && isPending(user) ? 'default' : user.role);

export function userView(user: UserRecord): User {
  const role = roleOf(user);
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    fullName: [user.firstName, user.lastName].filter((name) => name !== null).join(' '),
    globalRole: { name: role },
    isPending: isPending(user),
    isDefaultUser: role === 'default',
    isOwner: role === 'owner',
    personalizationAnswers: user.personalization === null ? null : { ...user.personalization },
    createdAt: new Date(user.createdAt).toISOString(),
  };
}

export const userNotFound = (id: string): AppError =>
  new AppError('USER_NOT_FOUND', 'The user does not exist. They may have been removed.', { params: { id } });

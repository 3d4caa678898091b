// Name of the instance owner, for messages to members who lack a permission.
import { usersApi } from '../api/users.ts';

/** Returns the name of the owner, or their e-mail address; undefined if it is not known. `skip`: whether it is not needed. */
export function useOwnerName(skip = false): { readonly name: string | undefined; readonly isLoading: boolean } {
  const { data: users, isLoading } = usersApi.useListUsersQuery(undefined, { skip });
  const owner = users?.find(({ globalRole }) => globalRole.name === 'owner');
  return { name: owner === undefined || owner.fullName.trim() !== '' ? owner?.fullName : (owner.email ?? undefined), isLoading };
}

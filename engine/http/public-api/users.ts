// /api/v1/users
import { AppError } from '../../contract/errors.ts';
import { userApi, type ApiUser } from '../../contract/public-api/users.ts';
import type { User } from '../../contract/rest/users.ts';
import type { AccountServices } from '../../services/accounts/index.ts';
import type { Mount } from '../mount.ts';
import { pageIn } from './pages.ts';

export function mountUsers(mount: Mount, { users, invitations }: AccountServices): void {
  const userNamed = async (idOrEmail: string, callerId: string): Promise<User> => {
    const wanted = idOrEmail.toLowerCase();
    const user = (await users.list(callerId)).find(({ id, email }) => id === idOrEmail || email?.toLowerCase() === wanted);
    if (user === undefined) throw new AppError('USER_NOT_FOUND', `There is no user "${idOrEmail}".`, { params: { id: idOrEmail } });
    return user;
  };
  mount(userApi.list, async ({ caller, query }) => {
    const page = pageIn(await users.list(caller.userId), query);
    return { ...page, data: page.data.map((user) => userView(user, query.includeRole)) };
  });
  mount(userApi.get, async ({ caller, params, query }) => userView(await userNamed(params.id, caller.userId), query.includeRole));
  mount(userApi.invite, ({ caller, body }) =>
    invitations.invite(
      body.map(({ email }) => email),
      caller.userId,
    ),
  );
  mount(userApi.remove, async ({ caller, params, query }) => {
    await users.remove((await userNamed(params.id, caller.userId)).id, caller.userId, query.transferId);
    return null;
  });
}

const userView = ({ id, email, firstName, lastName, isPending, createdAt, globalRole }: User, includesRole = false): ApiUser => ({
  id,
  email,
  firstName,
  lastName,
  isPending,
  createdAt,
  ...(includesRole ? { role: globalRole.name === 'member' ? 'global:member' : 'global:owner' } : {}),
});

// /rest/users and routes for invitations
import { userRoutes } from '../../contract/rest/users.ts';
import type { AccountServices } from '../../services/accounts/index.ts';
import type { SessionCookies } from '../cookies.ts';
import type { Mount } from '../mount.ts';

export function mountUsers(mount: Mount, { users, invitations }: AccountServices, cookies: SessionCookies): void {
  mount(userRoutes.list, ({ caller }) => users.list(caller.userId));
  mount(userRoutes.invite, ({ body, caller }) =>
    invitations.invite(
      body.map(({ email }) => email),
      caller.userId,
    ),
  );
  mount(userRoutes.reinvite, ({ params, caller }) => invitations.reinvite(params.id, caller.userId));
  mount(userRoutes.remove, ({ params, query, caller }) => users.remove(params.id, caller.userId, query.transferId));
  mount(userRoutes.resolveSignUp, ({ query }) => invitations.resolve(query.inviteeId, query.inviterId));
  mount(userRoutes.signUp, async ({ params, body, reply }) => {
    const { user, session } = await invitations.signUp({ ...body, inviteeId: params.inviteeId });
    cookies.set(reply, session);
    return user;
  });
}

// /rest/local-access, /rest/login, /rest/logout, /rest/owner, and routes for forgotten passwords
import { accountRoutes } from '../../contract/rest/accounts.ts';
import type { AccountServices } from '../../services/accounts/index.ts';
import type { SessionCookies } from '../cookies.ts';
import { isLocal } from '../identify.ts';
import { responseSent, type Mount } from '../mount.ts';

export function mountAccounts(mount: Mount, accounts: AccountServices, cookies: SessionCookies, basePath: string): void {
  mount(accountRoutes.current, ({ caller }) => accounts.profile.get(caller.userId));
  mount(accountRoutes.openLocally, async ({ query, caller, request, reply }) => {
    // Link previews send HEAD requests, which must not redeem the link.
    const isRequested = request.method === 'GET' && isLocal(request) && (caller === undefined || caller.role === 'default');
    const session = isRequested ? await accounts.localAccess.redeem(query.token) : undefined;
    if (session !== undefined) cookies.set(reply, session);
    const isUseless = isRequested && session === undefined && caller === undefined && (await accounts.setUp.defaultUser()) !== undefined;
    void reply.redirect(isUseless ? `${basePath}?link=expired` : `${basePath}workflows`, 303);
    return responseSent;
  });
  mount(accountRoutes.signIn, async ({ body, caller, request, reply }) => {
    const { user, session } = await accounts.signIn.signIn({ ...body, from: request.ip, formerSession: caller?.session });
    cookies.set(reply, session);
    return user;
  });
  mount(accountRoutes.signOut, ({ caller, reply }) => {
    cookies.clear(reply);
    return accounts.signIn.signOut(caller?.session);
  });
  mount(accountRoutes.setUp, async ({ body, reply }) => {
    const { user, session } = await accounts.setUp.setUp(body);
    cookies.set(reply, session);
    return user;
  });
  mount(accountRoutes.skipSetUp, () => accounts.setUp.skip());
  mount(accountRoutes.forgotPassword, ({ body, request }) => accounts.passwords.forgot(body.email, request.ip));
  mount(accountRoutes.resolvePasswordToken, ({ query }) => accounts.passwords.resolve(query.token, query.userId));
  mount(accountRoutes.changePassword, ({ body }) => accounts.passwords.change(body.token, body.userId, body.password));
}

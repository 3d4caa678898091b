// /rest/login, /rest/logout, /rest/owner and the calls about forgotten passwords
import { accountRoutes } from '../../contract/rest/accounts.ts';
import type { AccountServices } from '../../services/accounts/index.ts';
import type { SessionCookies } from '../cookies.ts';
import type { Mount } from '../mount.ts';

export function mountAccounts(mount: Mount, accounts: AccountServices, cookies: SessionCookies): void {
  mount(accountRoutes.current, ({ caller }) => accounts.profile.get(caller.userId));
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

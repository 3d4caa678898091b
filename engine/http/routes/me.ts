// /rest/me
import { meRoutes } from '../../contract/rest/me.ts';
import type { AccountServices } from '../../services/accounts/index.ts';
import type { SessionCookies } from '../cookies.ts';
import type { Mount } from '../mount.ts';

export function mountMe(mount: Mount, { profile, passwords }: AccountServices, cookies: SessionCookies): void {
  mount(meRoutes.get, ({ caller }) => profile.get(caller.userId));
  mount(meRoutes.update, ({ caller, body }) => profile.update(caller.userId, body));
  mount(meRoutes.changePassword, async ({ caller, body, reply }) => {
    cookies.set(reply, await passwords.changeOwn(caller.userId, body));
    return true as const;
  });
  mount(meRoutes.answerSurvey, ({ caller, body }) => profile.answerSurvey(caller.userId, body));
}

export function mountApiKeys(mount: Mount, { apiKeys }: AccountServices): void {
  mount(meRoutes.listApiKeys, ({ caller }) => apiKeys.list(caller.userId));
  mount(meRoutes.createApiKey, ({ caller, body }) => apiKeys.create(caller.userId, body));
  mount(meRoutes.updateApiKey, ({ caller, params, body }) => apiKeys.update(caller.userId, params.id, body));
  mount(meRoutes.removeApiKey, ({ caller, params }) => apiKeys.remove(caller.userId, params.id));
}

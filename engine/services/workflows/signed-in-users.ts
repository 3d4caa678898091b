// Who is signed in in the browser that sends a request to a webhook, for nodes that ask for it.
import type { Clock } from '../../execution/index.ts';
import type { Store } from '../../store/index.ts';
import type { WebhookPorts } from '../../webhooks/index.ts';
import { hashOf } from '../accounts/ports.ts';
import { visibleWorkflow } from '../access.ts';

/** `cookieNames`: what the names of the session cookies of all instances start with. A secret of another instance is unknown here. */
export function signedInUsers(
  { sessions, users, workflows }: Pick<Store, 'sessions' | 'users' | 'workflows'>,
  clock: Pick<Clock, 'now'>,
  cookieNames: readonly string[],
): NonNullable<WebhookPorts['signedInUser']> {
  return async (cookies, isLocal, workflowId) => {
    for (const secret of secretsIn(cookies, cookieNames)) {
      const session = await sessions.find(hashOf(secret), clock.now());
      // Local access is limited to this computer, even with a valid cookie.
      if (session === undefined || (session.isPending && !isLocal)) continue;
      const asker = { userId: session.userId, role: session.isPending ? ('default' as const) : session.role };
      if (workflowId !== undefined && !(await maySee(workflows, workflowId, asker))) return undefined;
      const user = await users.get(session.userId);
      if (user === undefined) continue;
      const { id, email, firstName, lastName } = user;
      return { id, email: email ?? '', firstName: firstName ?? '', lastName: lastName ?? '' };
    }
    return undefined;
  };
}

const maySee = (...[workflows, id, asker]: Parameters<typeof visibleWorkflow>): Promise<boolean> =>
  visibleWorkflow(workflows, id, asker).then(
    () => true,
    () => false,
  );

const secretsIn = (cookies: string, names: readonly string[]): readonly string[] =>
  cookies.split(';').flatMap((pair) => {
    const [name = '', value = ''] = pair.trim().split('=');
    return names.some((each) => name === each || name.startsWith(`${each}-`)) ? [value] : [];
  });

// /rest/oauth1-credential and /rest/oauth2-credential
import type { FastifyRequest } from 'fastify';
import { oauthRoutes } from '../../contract/rest/oauth.ts';
import type { OAuthBrowser, OAuthConnections } from '../../services/credentials/oauth-connections.ts';
import { isFromThisComputer } from '../identify.ts';
import { responseSent, type Caller, type Mount } from '../mount.ts';
import { sendOAuthPage, sendOAuthReload } from '../oauth-page.ts';

export function mountOAuth(mount: Mount, connections: OAuthConnections): void {
  for (const [protocol, authorize, finish] of [
    ['oauth1', oauthRoutes.authorizeOAuth1, oauthRoutes.finishOAuth1],
    ['oauth2', oauthRoutes.authorizeOAuth2, oauthRoutes.finishOAuth2],
  ] as const) {
    mount(authorize, ({ caller, query, request }) =>
      connections.begin(protocol, query.id, caller, { ...browserOf(request, caller), origin: `${request.protocol}://${request.host}` }),
    );
    mount(finish, async ({ caller, request, reply, query }) => {
      const browser = browserOf(request, caller);
      const { [RELOADED]: reloaded, ...fields } = stringParametersOf(query);
      if (reloaded === undefined && (await connections.lacksSession(protocol, fields['state'], browser)))
        sendOAuthReload(request, reply, RELOADED);
      else sendOAuthPage(reply, await connections.finish(protocol, fields, browser));
      return responseSent;
    });
  }
}

/** Query field that marks a page which has already reloaded itself. */
const RELOADED = 'millrace-reloaded';

const browserOf = (request: FastifyRequest, caller: Caller | undefined): OAuthBrowser => ({
  session: caller?.session,
  isLocal: isFromThisComputer(request),
});

/** Uses the first value of repeated fields. */
const stringParametersOf = (query: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]): [string, string][] => {
      const first: unknown = Array.isArray(value) ? value[0] : value;
      return typeof first === 'string' ? [[name, first]] : [];
    }),
  );

// REST calls that connect accounts through OAuth. Services redirect the browser to the callbacks, which respond with a page.
import { Type } from 'typebox';
import { route } from './route.ts';

/** Other fields of the query are ignored. */
const started = Type.Object({ id: Type.String() }, { additionalProperties: true });
const returned = Type.Object({}, { additionalProperties: true });

export const oauthRoutes = {
  authorizeOAuth1: route({
    method: 'GET',
    path: '/oauth1-credential/auth',
    access: 'credential:update',
    summary: 'The URL at which the owner of an OAuth1 credential connects the account',
    query: started,
    response: Type.String(),
  }),
  finishOAuth1: route({
    method: 'GET',
    path: '/oauth1-credential/callback',
    access: 'public',
    summary: 'Page to which the service redirects the browser; the state in the query proves the authority',
    query: returned,
    response: Type.Unknown(),
  }),
  authorizeOAuth2: route({
    method: 'GET',
    path: '/oauth2-credential/auth',
    access: 'credential:update',
    summary: 'The URL at which the owner of an OAuth2 credential connects the account',
    query: started,
    response: Type.String(),
  }),
  finishOAuth2: route({
    method: 'GET',
    path: '/oauth2-credential/callback',
    access: 'public',
    summary: 'Page to which the service redirects the browser; the state in the query proves the authority',
    query: returned,
    response: Type.Unknown(),
  }),
};

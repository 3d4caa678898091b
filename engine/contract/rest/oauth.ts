// Calls that connect accounts over OAuth. The callbacks are opened by the services' redirects and respond with a page.
import { Type } from 'typebox';
import { route } from './route.ts';

/** Further fields of the query are ignored. */
const begun = Type.Object({ id: Type.String() }, { additionalProperties: true });
const returned = Type.Object({}, { additionalProperties: true });

export const oauthRoutes = {
  authorizeOAuth1: route({
    method: 'GET',
    path: '/oauth1-credential/auth',
    access: 'credential:update',
    summary: 'The URL at which the owner of an OAuth1 credential connects the account',
    query: begun,
    answer: Type.String(),
  }),
  finishOAuth1: route({
    method: 'GET',
    path: '/oauth1-credential/callback',
    access: 'public',
    summary: 'Page to which the service redirects the browser; the state in the query proves the authority',
    query: returned,
    answer: Type.Unknown(),
  }),
  authorizeOAuth2: route({
    method: 'GET',
    path: '/oauth2-credential/auth',
    access: 'credential:update',
    summary: 'The URL at which the owner of an OAuth2 credential connects the account',
    query: begun,
    answer: Type.String(),
  }),
  finishOAuth2: route({
    method: 'GET',
    path: '/oauth2-credential/callback',
    access: 'public',
    summary: 'Page to which the service redirects the browser; the state in the query proves the authority',
    query: returned,
    answer: Type.Unknown(),
  }),
};

/** Name of the channel, and key of the local storage, by which the page of the callback reports its outcome. To its opener it posts `success`. */
export const OAUTH_CHANNEL = 'millrace-oauth';

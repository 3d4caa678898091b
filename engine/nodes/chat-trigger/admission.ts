// Who may use a chat. The page has an opaque origin, so that no cookies or passwords go with its messages: they contain a token that was made for it.
import { WRONG_DATA, checkCaller, rejection } from '../_shared/webhook/auth.ts';
import type { SignedInUser, WebhookContext, WebhookReply } from '../../sdk/index.ts';

export interface Caller {
  readonly user?: SignedInUser;
  /** Whether the chat's own page sent the request. */
  readonly isPage?: true;
}

/** Milliseconds for which a page may be open. */
const TOKEN_TIME = 24 * 60 * 60 * 1000;

/** Checks the token of a page, otherwise the authentication of the request itself. */
export async function admitCaller(ctx: WebhookContext, token?: unknown): Promise<Caller | { readonly rejected: WebhookReply }> {
  const authentication = ctx.param('authentication', 0, 'none');
  if (typeof token === 'string') return callerOfToken(ctx, authentication, token) ?? { rejected: rejection(403, WRONG_DATA, {}) };
  if (authentication === 'none') return {};
  if (authentication !== 'n8nUserAuth') {
    const checked = await checkCaller(ctx, authentication);
    return 'rejected' in checked ? checked : {};
  }
  // The page of another site could send messages on behalf of the person, but has no token.
  const user = ctx.request.method === 'POST' ? undefined : await ctx.signedInUser(ctx.param('requireExecuteAccess', 0, false));
  return user === undefined ? { rejected: rejection(401, 'Sign in to this instance first, and then reload the page.', {}) } : { user };
}

interface Token extends Caller {
  readonly authentication: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** Returns the token with which the page of a caller sends messages. */
export function tokenOf(ctx: WebhookContext, { user }: Caller): string {
  const token: Token = {
    authentication: ctx.param('authentication', 0, 'none'),
    until: ctx.now() + TOKEN_TIME,
    ...(user === undefined ? {} : { user }),
  };
  const text = Buffer.from(JSON.stringify(token)).toString('base64url');
  return `${text}.${ctx.sign(text)}`;
}

function callerOfToken(ctx: WebhookContext, authentication: string, token: string): Caller | undefined {
  const [text = '', signature = ''] = token.split('.');
  if (!ctx.isSigned(text, signature)) return undefined;
  const read = JSON.parse(Buffer.from(text, 'base64url').toString()) as Token;
  if (read.authentication !== authentication || read.until < ctx.now()) return undefined;
  return read.user === undefined ? { isPage: true } : { isPage: true, user: read.user };
}

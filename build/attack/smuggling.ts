// Request smuggling: ambiguous requests are never handled as more than one, and close their connection.
import { row, webhook } from '../faults/workflows.ts';
import { Tally, type Attack } from './attack.ts';
import { raw } from './client.ts';
import { activate } from './runs.ts';

const smuggled = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
const chunks = `0\r\n\r\n${smuggled}`;

/** Header lines and bodies that the server must reject. */
const doubtful: readonly (readonly [headers: string, body: string])[] = [
  [`content-length: ${chunks.length}\r\ntransfer-encoding: chunked\r\n`, chunks],
  [`transfer-encoding: chunked\r\ncontent-length: ${chunks.length}\r\n`, chunks],
  ['content-length: 0\r\ncontent-length: 44\r\n', smuggled],
  ['content-length: 0, 44\r\n', smuggled],
  ['content-length: +0\r\n', smuggled],
  ['content-length: -1\r\n', smuggled],
  ['content-length: 0x2c\r\n', smuggled],
  ['content-length: 4 4\r\n', smuggled],
  ['content-length: 99999999999999999999999\r\n', smuggled],
  ['content-length : 0\r\n', smuggled],
  ['transfer-encoding: xchunked\r\n', chunks],
  ['transfer-encoding: chunked, identity\r\n', chunks],
  ['transfer-encoding: identity, chunked, x\r\n', chunks],
  ['transfer-encoding : chunked\r\n', chunks],
  ['transfer-encoding:\u000bchunked\r\n', chunks],
  [`transfer-encoding: chunked\r\n x: y\r\ncontent-length: ${chunks.length}\r\n`, chunks],
  ['transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n', chunks],
  ['transfer-encoding: chunked\r\n', `-1\r\n\r\n${smuggled}`],
  ['transfer-encoding: chunked\r\n', `0x1\r\na\r\n${chunks}`],
  ['transfer-encoding: chunked\r\n', `1\r\naa${chunks}`],
  ['transfer-encoding: chunked\r\n', `1\na\n0\n\n${smuggled}`],
  ['transfer-encoding: chunked\r\n', `fffffffffffffffff\r\na\r\n${chunks}`],
  ['x: a\0b\r\ncontent-length: 0\r\n', smuggled],
  ['x: a\rcontent-length: 44\r\n', smuggled],
  ['host: other.example\r\ncontent-length: 0\r\n', smuggled],
  [': empty\r\ncontent-length: 0\r\n', smuggled],
];

const firstLines = (path: string): readonly string[] => [
  `POST ${path} HTTP/1.1\r\n`,
  `POST ${path} HTTP/1.1 \r\n`,
  `POST ${path}\r\n`,
  `POST ${path} HTTP/9.9\r\n`,
  `POST ${path} http/1.1\r\n`,
  `PO ST ${path} HTTP/1.1\r\n`,
  `POST ${path}\tHTTP/1.1\r\n`,
];

export const smuggling: Attack = {
  area: 'Request smuggling',
  async run(target) {
    const tally = new Tally();
    await activate(target.member, row('smuggling', { Hook: webhook('smuggling', 'lastNode') }));
    const send = async (text: string, isPrevented: (responses: readonly string[]) => boolean): Promise<void> => {
      const response = await raw(target.url, text, 400);
      const responses = [...response.text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = '']) => status);
      tally.check(isPrevented(responses), `A doubtful request was answered with ${responses.join(', ')}`, JSON.stringify(text));
    };
    for (const path of ['/webhook/smuggling', '/rest/login', '/healthz']) {
      for (const [headers, body] of doubtful) {
        const rawRequest = `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n${body}`;
        await send(rawRequest, (responses) => responses.length <= 1 || (responses.length === 2 && responses[1] === '400'));
      }
      for (const line of firstLines(path).slice(1)) {
        await send(
          `${line}host: localhost\r\ncontent-length: 0\r\n\r\n${smuggled}`,
          (responses) => responses.length <= 1 && responses[0] !== '200',
        );
      }
      for (const [target_, upgrade] of [
        [path, 'upgrade: h2c\r\nhttp2-settings: AAMAAABkAARAAAAAAAIAAAAA\r\nconnection: upgrade, http2-settings\r\n'],
        [path, 'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n'],
        ['*', ''],
        ['http://169.254.169.254/latest/meta-data/', ''],
        ['//169.254.169.254/', ''],
      ] as const) {
        await send(
          `GET ${target_} HTTP/1.1\r\nhost: localhost\r\n${upgrade}\r\n`,
          (responses) => responses.length <= 1 && responses[0] !== '101',
        );
      }
    }
    await send('CONNECT 127.0.0.1:22 HTTP/1.1\r\nhost: 127.0.0.1:22\r\n\r\n', ([status]) => status !== '200');
    return tally;
  },
};

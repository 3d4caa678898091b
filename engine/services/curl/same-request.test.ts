// A node imported from a command sends the same request as curl itself.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MemoryBinary } from '../../binary/memory-binary.ts';
import { createHttpClient } from '../../execution/http/client.ts';
import { createNodeRegistry } from '../../registry/index.ts';
import { runNode, type NodeOutcome } from '../../testing/run-node.ts';
import { stubServer, type ReceivedRequest, type StubServer } from '../../testing/stub-server.ts';
import { setPath } from '../../workflow/values/object-path.ts';
import { CurlService } from './index.ts';

const curl = new CurlService({ registry: createNodeRegistry() });
const http = createHttpClient();
const folder = mkdtempSync(join(tmpdir(), 'curl-'));
let server: StubServer;

beforeAll(async () => {
  writeFileSync(join(folder, 'a.txt'), 'content of\nthe file');
  writeFileSync(join(folder, 'b.txt'), 'another');
  server = await stubServer((request, response) => {
    if (request.url.startsWith('/moved')) response.writeHead(request.url.includes('307') ? 307 : 302, { location: '/there' }).end();
    else response.writeHead(200, { 'content-type': 'application/json', 'x-answer': 'yes' }).end('{"ok":true}');
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await http.close();
  await server.close();
});

async function runConverted(command: string): Promise<NodeOutcome> {
  const created = { parameters: {} };
  for (const [path, value] of Object.entries(await curl.convert(command))) setPath(created, path, value);
  const binary = new MemoryBinary();
  const files = {
    data: await binary.write(Buffer.from('content of\nthe file'), { fileName: 'a.txt', mimeType: 'text/plain' }),
    data2: await binary.write(Buffer.from('another'), { fileName: 'b.txt', mimeType: 'text/plain' }),
  };
  return runNode({
    type: 'n8n-nodes-base.httpRequest',
    version: 4.2,
    parameters: created.parameters,
    items: [{ json: {}, binary: files }],
    ports: { http, binary },
  });
}

/** Returns the request without the parts that may differ between clients. */
function comparable({ method, url, headers, body }: ReceivedRequest): object {
  const { pathname, searchParams } = new URL(url, 'http://x');
  const type = headers['content-type'];
  const boundary = /boundary=(.+)$/.exec(type ?? '')?.[1];
  const isOurs = boundary !== undefined && !boundary.startsWith('----WebKit');
  return {
    method,
    pathname,
    query: [...searchParams],
    type: isOurs ? 'multipart/form-data' : type,
    body: isOurs ? partsOf(body, boundary) : bodyOf(body, type),
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !otherHeaders.has(name))),
    cookies: headers.cookie?.split(/;\s*/).filter((cookie) => cookie !== ''),
  };
}
const otherHeaders = new Set(
  'cookie user-agent accept accept-encoding content-length content-type connection expect transfer-encoding x-forwarded-for'.split(' '),
);

function bodyOf(body: string, type: string | undefined): unknown {
  if (type?.includes('json') === true && /^[{[]/.test(body)) return JSON.parse(body);
  return type?.includes('urlencoded') === true && body.includes('=') ? [...new URLSearchParams(body)] : body;
}

/** Names and contents of the parts; boundaries and header lines may differ. */
const partsOf = (body: string, boundary: string): unknown =>
  body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...content] = part.slice(2, -2).split('\r\n\r\n');
      return { name: /[^e]name="([^"]*)"/.exec(head)?.[1], file: /filename="([^"]*)"/.exec(head)?.[1], content: content.join('\r\n\r\n') };
    });

const hasCurl = ['curl', 'bash'].every((program) => spawnSync(program, ['--version']).status === 0);
const run = promisify(execFile);

/** `~` is replaced by the server's address, `FILES` by the folder. */
const commands: readonly string[] = [
  'curl ~/a',
  "curl '~/a/b?x=1&y=a%20b&z=%C3%A9&x=2'",
  "curl '~/a?flag&q=a+b'",
  'curl -X DELETE ~/a/1 -H "X-Trace: 7" -H "x-trace: 8"',
  'curl -I ~/a',
  'curl ~/charges -u sk_test_1: -d amount=2000 -d "description=My First & only"',
  'curl -u "münchen:pä ss:x" ~/a',
  `curl ~/json -H 'Content-Type: application/json' -d '{"text":"it'\\''s \\"ok\\"","n":[1,2.50]}'`,
  `curl --json '{"id":12345678901234567890}' ~/json`,
  `curl ~/json -d '{"no":"type"}'`,
  `curl -X PUT ~/doc -H 'Content-Type: application/json' -d @- <<'EOF'\n{"a": "$b"}\nEOF`,
  `curl ~/xml -H 'Content-Type: application/xml' --data-binary $'<a>\\n\\u00e9\\n</a>'`,
  "curl ~/form --data-urlencode 'a=1+2 &%' --data-urlencode 'b=ü' -d c=%20d",
  "curl ~/form --data-raw '@no-file'",
  "curl ~/form -d 'a=1\n2' -d b",
  "curl -G ~/search?x=y --data-urlencode 'q=a b&c' -d 'lang=de'",
  `curl ~/upload -F 'name=Zoë "x"' -F 'note="a;b"' -F 'plain=a;b' --form-string 'raw=@x;y' -F 'file=@FILES/a.txt'`,
  `curl ~/upload -F 'f=@FILES/a.txt' -F 'g=@FILES/b.txt'`,
  `curl ~/file --data-binary @FILES/a.txt -H 'Content-Type: text/csv'`,
  `curl -T FILES/a.txt -H 'Content-Type: text/plain' ~/files/`,
  "curl -A 'agent 1' -e https://r.example -b 'a=1; b=2' -H 'X-Empty;' -r 0-9 ~/a",
  'curl --oauth2-bearer abc ~/a',
  'curl -L ~/moved',
  'curl -L ~/moved -d a=1',
  "curl -L '~/moved?307' -d a=1",
  'curl -X POST ~/a',
  "curl -X PATCH ~/a -d ''",
  'curl -X PURGE ~/a',
  "curl ~/a -H '__proto__: x' -H 'X-Eq: ={{ $env.PATH }}' -H 'X-Eq-2: =1' -d 'a==b' -d 'c={{ 1 }}'",
  "curl ~/a -H 'X-Text: ümläut'",
  "curl -b 'a=1' -H 'Cookie: b=2' ~/a",
  "curl -b 'a=1;' -b b=2 ~/a",
  "curl -u a:b -H 'Authorization:' ~/a",
  "curl -H 'Host: other.example' ~/a",
  "curl -X GET ~/a -H 'Content-Type: application/json' -d '{\"q\":{}}'",
  "curl -H 'Content-Type:' -d x ~/a",
  "curl -H 'Content-Type: multipart/form-data' -F a=1 ~/a",
  "curl --url-query 'a=b c&' --url-query '+d=%20' --url-query '=x=y' '~/a?z=1'",
  "curl --data-urlencode '=a b' ~/a",
  "curl --data-urlencode 'a b' ~/a",
  "curl -d a=%zz -d '' -d = ~/a",
  "curl --json '{\"a\":' --json '1}' ~/a",
  "curl -d a=1 --json '{}' ~/a",
  "curl ~/a -F ' a = b ' -F 'c= \"x\\\"y\" ; type=a/b' -F 'e=x;type=text/plain;charset=utf-8' -F 'd=a;b=c'",
  "curl -T FILES/a.txt -X POST '~/dir/?x=1' -H 'Content-Type: text/plain'",
  'curl --proto-default http ~/a#part',
  "curl '~/\\[a\\]'",
  "curl -g '~/[a]{b}'",
  "curl ~/a -H 'A:1' -H 'C:   3  ' -H nothing -H 'D;'",
  "curl -A '' -e ';auto' -b '' ~/a",
  `curl '~/chrome' -H 'content-type: multipart/form-data; boundary=----WebKitX' --data-raw $'------WebKitX\\r\\nContent-Disposition: form-data; name="a"\\r\\n\\r\\n1\\r\\n------WebKitX--\\r\\n' --compressed`,
];

describe.runIf(hasCurl)('the same request as curl', () => {
  it.each(commands)('%s', async (template) => {
    const command = template.replaceAll('~', server.address).replaceAll('FILES', folder);
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, LC_ALL: 'C.UTF-8', NO_PROXY: '*' };
    const requestOf = async (send: () => Promise<unknown>): Promise<object> => {
      const before = server.received.length;
      await send();
      expect(server.received.length).toBeGreaterThan(before);
      return comparable(server.received.at(-1) as ReceivedRequest);
    };
    const expected = await requestOf(() => run('bash', ['-c', command.replace(/^curl/, 'curl -sS')], { env, timeout: 20_000 }));
    const got = await requestOf(async () => expect((await runConverted(command)).error).toBeUndefined());
    expect(got).toEqual(expected);
  });
});

describe('options', () => {
  const outcome = (template: string) => runConverted(template.replaceAll('~', server.address));

  it('-i returns headers and status with the body', async () => {
    const { json } = await outcome('curl -i ~/a');
    expect(json).toMatchObject([{ body: { ok: true }, statusCode: 200, headers: { 'x-answer': 'yes' } }]);
  });

  it('-o returns a file', async () => {
    const { outputs } = await outcome('curl -o answer.json ~/a');
    expect(outputs[0]).toMatchObject([{ binary: { data: { mimeType: 'application/json' } } }]);
  });

  it('--digest reports that a credential is needed', async () => {
    const { error } = await outcome('curl --digest -u a:b ~/a');
    expect(error).toMatchObject({ message: expect.stringMatching(/httpDigestAuth|credential/i) as string });
  });
});

describe('other protocols', () => {
  const node = { versions: [{ description: { displayName: 'FTP', version: [1] } }] };
  const withFtp = new CurlService({
    registry: {
      has: (type) => type === 'n8n-nodes-base.ftp',
      load: () => Promise.resolve(),
      description: () => node.versions[0]?.description as never,
    },
  });
  const schemes =
    'ftp ftps dict imap imaps ldap ldaps mqtt pop pop3s rtmp rtsp scp sftp smb smbs smtp smtps telnet tftp file gopher ws unknown'.split(
      ' ',
    );

  it.each(schemes)('%s is refused', async (scheme) => {
    await expect(curl.convert(`curl ${scheme}://example.com/x`)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(`The HTTP node doesn't support ${scheme.toUpperCase()} requests`) as string,
      hint: expect.stringMatching(/./) as string,
    });
  });

  it.each(['curl FTP://example.com', 'curl ftp.example.com', 'curl -u a:b sftp://example.com/x', 'curl --proto-default ftp example.com'])(
    '%s names the node that can',
    async (command) => {
      await expect(withFtp.convert(command)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringMatching(/doesn't support S?FTP requests\. Use the node "FTP" instead/) as string,
      });
    },
  );

  it.each(['curl file:/etc/passwd', 'curl FILE:///etc/passwd', 'curl telnet://example.com'])('%s has no other node', async (command) => {
    await expect(withFtp.convert(command)).rejects.toMatchObject({ message: expect.stringMatching(/requests$/) as string });
  });
});

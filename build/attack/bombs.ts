// Bombs: expressions and code that never end or exhaust memory, and compressed bodies.
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { endlessExpressions, growingExpressions } from '../../engine/testing/hostile-expressions.ts';
import { row, webhook, type Sketch } from '../faults/workflows.ts';
import { Tally, type Attack } from './attack.ts';
import type { Call } from './client.ts';
import { activate, chunks, runNodes } from './runs.ts';
import type { Target } from './target.ts';

const MiB = 1024 * 1024;

const expression = (code: string): Sketch => ({
  type: 'set',
  typeVersion: 3.4,
  parameters: { assignments: { assignments: [{ id: 'a', name: 'got', type: 'any', value: `={{ ${code} }}` }] }, options: {} },
});

const endlessCode = [
  'while (true) {}',
  'const again = () => Promise.resolve().then(again); again(); await new Promise(() => {})',
  'await new Promise(() => {})',
  'const all = []; for (;;) all.push(new Array(1e5).fill(Math.random()))',
  'let text = "x"; for (;;) text += text',
  'const all = []; for (;;) all.push(Buffer.alloc(1e7, 1))',
  'return [{ json: { a: "x".repeat(200e6) } }]',
  'let a = [1]; for (let i = 0; i < 60; i++) a = [a, a]; return [{ json: { a } }]',
  'let a = []; for (let i = 0; i < 5000; i++) a = [a]; return [{ json: { a } }]',
  '/^(a+)+$/.test("a".repeat(40) + "b"); return []',
  'for (;;) setTimeout(() => {}, 0)',
  'const f = () => f(); return f()',
];

const codeNode = (jsCode: string): Sketch => ({ type: 'code', typeVersion: 2, parameters: { jsCode } });

const laughs = (levels: number): string =>
  `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY e0 "ha">${Array.from({ length: levels }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')}]><l>&e${levels};</l>`;

const outside = (uri: string): string => `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "${uri}">]><a>&x;</a>`;

const xml = (): readonly string[] => [
  laughs(9),
  outside('file:///etc/passwd'),
  outside('http://127.0.0.1:9/'),
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY % p SYSTEM "file:///etc/passwd">%p;]><a/>',
  '<a>'.repeat(100_000),
  Array.from({ length: 200_000 }, (_, i) => `<n${i}/>`).join(''),
  `<a ${Array.from({ length: 200_000 }, (_, i) => `b${i}="1"`).join(' ')}/>`,
];

const entries = (count: number, separator: string, entry: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => entry(index)).join(separator);

/** Bodies by name, with their headers. */
function bodies(): readonly (readonly [name: string, headers: Readonly<Record<string, string>>, body: string | Uint8Array])[] {
  const json = { 'content-type': 'application/json' };
  const zeros = Buffer.alloc(256 * MiB);
  const small = gzipSync(zeros, { level: 1 });
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  const parts = entries(20_000, '', (i) => `--b\r\ncontent-disposition: form-data; name="f${i}"\r\n\r\nx\r\n`);
  return [
    ['JSON of 200,000 levels', json, '['.repeat(200_000)],
    ['closed JSON of 200,000 levels', json, `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['objects of 100,000 levels', json, `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['300,000 keys', json, `{${entries(300_000, ',', (i) => `"k${i}":1`)}}`],
    ['a form of 300,000 keys', { 'content-type': 'application/x-www-form-urlencoded' }, entries(300_000, '&', (i) => `k${i}=1`)],
    ['a form of nested keys', { 'content-type': 'application/x-www-form-urlencoded' }, `a${'[b]'.repeat(50_000)}=1`],
    ['20,000 parts', { 'content-type': 'multipart/form-data; boundary=b' }, `${parts}--b--\r\n`],
    ['a gzip bomb', { ...json, 'content-encoding': 'gzip' }, small],
    ['a gzip bomb in a gzip', { ...json, 'content-encoding': 'gzip, gzip' }, gzipSync(small)],
    ['a deflate bomb', { ...json, 'content-encoding': 'deflate' }, deflateSync(zeros, { level: 1 })],
    ['a brotli bomb', { ...json, 'content-encoding': 'br' }, brotliCompressSync(zeros, quick)],
    ...xml().map((body, index) => [`XML ${index}`, { 'content-type': 'application/xml' }, body] as const),
  ];
}

/** Whether a text shows that an XML entity was expanded. */
const isFollowed = (text: string): boolean => text.includes('root:') || /(?:ha){20}/.test(text);

async function sendBombs(target: Target, tally: Tally): Promise<void> {
  await activate(target.member, row('bombs', { Hook: webhook('bombs', 'lastNode') }));
  for (const [name, headers, body] of bodies()) {
    for (const path of ['/webhook/bombs', '/rest/login', '/rest/workflows']) {
      const length = { 'content-length': String(Buffer.byteLength(body)) };
      const request: Call = { method: 'POST', path, headers: { cookie: target.member.cookie, ...headers, ...length }, body };
      const response = await target.send(request).catch((error: unknown) => error as Error);
      const isPrevented =
        response instanceof Error ? /ECONNRESET|EPIPE|hang up/.test(response.message) : response.status < 500 && !isFollowed(response.text);
      const responseSummary = response instanceof Error ? response.message : `${response.status} ${response.text.slice(0, 100)}`;
      tally.check(isPrevented, `${name} was answered with ${responseSummary}`, `POST ${path} with ${name} (build/attack/bombs.ts)`);
    }
  }
}

export const bombs: Attack = {
  area: 'Bombs',
  async run(target) {
    const tally = new Tally();
    for (const part of chunks([...endlessExpressions, ...growingExpressions], 30)) {
      const outcomes = await runNodes(target, target.member, part.map(expression));
      for (const [index, source] of part.entries()) {
        tally.check(outcomes[index]?.error !== undefined, 'An expression ended as if it were harmless', `Edit Fields: {{ ${source} }}`);
      }
    }
    const code = await Promise.all(endlessCode.map((source) => runNodes(target, target.member, [codeNode(source)])));
    for (const [index, [outcome]] of code.entries())
      tally.check(outcome?.error !== undefined, 'Code ended as if it were harmless', `Code: ${endlessCode[index]}`);
    const documents = xml();
    const result = await runNodes(
      target,
      target.member,
      documents.map((_, index) => ({ type: 'xml', parameters: { mode: 'xmlToJson', dataPropertyName: `body.x${index}`, options: {} } })),
      Object.fromEntries(documents.map((text, index) => [`x${index}`, text])),
    );
    for (const [index, { text }] of result.entries())
      tally.check(!isFollowed(text), 'The XML node followed an entity', `XML: ${documents[index]?.slice(0, 200)}`);
    await sendBombs(target, tally);
    return tally;
  },
};

// Headers of responses that share an origin with the product: whatever an author sets, pages cannot run scripts on the origin or affect the rest
// of it.
import { afterEach, describe, expect, it } from 'vitest';
import { buildWorkflow } from '../testing/build-workflow.ts';
import { webhookServer, type ServerOptions, type WebhookServer } from '../testing/webhook-server.ts';

let server: WebhookServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

type Entry = readonly [name: string, value: string];

const entriesOf = (entries: readonly Entry[]): unknown => ({ entries: entries.map(([name, value]) => ({ name, value })) });

/** Calls a workflow of Webhook → Respond to Webhook with these headers. */
async function answered(entries: readonly Entry[], options?: ServerOptions): Promise<Response> {
  const hook = { type: 'webhook', typeVersion: 2, webhookId: 'id', parameters: { path: 'in', responseMode: 'responseNode' } };
  const parameters = { respondWith: 'text', responseBody: '<script>1</script>', options: { responseHeaders: entriesOf(entries) } };
  const nodes = { Webhook: hook, Respond: { type: 'respondToWebhook', typeVersion: 1.4, parameters } };
  server = await webhookServer([buildWorkflow(nodes, ['Webhook -> Respond'], { id: 'w1' })], {
    ...options,
    settings: { hiddenCookies: ['millrace-auth'], ...options?.settings },
  });
  return fetch(`${server.address}/webhook/in`, { redirect: 'manual' });
}

async function hintsOf(node: string): Promise<readonly string[]> {
  const execution = server?.executions.get('1');
  await execution?.done;
  return (execution?.result?.resultData.runData[node]?.[0]?.hints ?? []).map(({ message }) => message);
}

const own = /(?:^|, )sandbox allow-downloads allow-forms [^,]*$/;

describe('the policy of a response', () => {
  it.each<[string, readonly Entry[]]>([
    ['no headers', []],
    ['a harmless type', [['content-type', 'application/json']]],
    ['several types', [['content-type', 'text/plain;,text/html']]],
    ['types in several headers', [['content-type', 'text/plain'], ['content-type', 'text/html']]], // oxfmt-ignore
    ['a sandbox that allows everything', [['content-security-policy', 'sandbox allow-same-origin allow-scripts']]],
    ['a directive that looks like a sandbox', [['content-security-policy', 'sandbox-x']]],
    ['several policies', [['content-security-policy', 'sandbox allow-same-origin'], ['content-security-policy', "default-src 'self'"]]], // oxfmt-ignore
    ['a redirect', [['location', 'https://example.com/']]],
  ])('ends with the one of the product: %s', async (_, entries) => {
    const { headers } = await answered(entries);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(own);
    for (const [, value] of entries.filter(([name]) => name === 'content-security-policy')) expect(policy).toContain(value);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    ['an unknown address', '/webhook/nothing'],
    ['an unknown form', '/form/nothing'],
    ['an execution that does not wait', '/webhook-waiting/1'],
    ['a page of an execution that does not wait', '/form-waiting/1'],
  ])('is sent for %s', async (_, path) => {
    await answered([]);
    expect((await fetch(`${server?.address}${path}`)).headers.get('content-security-policy')).toMatch(own);
  });

  it("is the author's own on a separate origin", async () => {
    const { headers } = await answered([['content-security-policy', "default-src 'self'"]], { isSeparateOrigin: true });
    expect(headers.get('content-security-policy')).toBe("default-src 'self'");
  });
});

describe('the content type of a response', () => {
  it.each([
    'text/html',
    'text/html; charset=utf-8',
    'text/html;charset=utf-8;',
    'application/vnd.api+json; profile="https://example.com/a"',
  ])('can be %s', async (type) => {
    const sent = type.includes('charset') ? type : `${type}; charset=utf-8`;
    expect((await answered([['content-type', type]])).headers.get('content-type')).toBe(sent);
    expect(await hintsOf('Respond')).toEqual([]);
  });

  it.each(['text/plain;,text/html', 'text/plain, text/html', 'text', 'text/html; charset="a,b"', 'multipart/x-mixed-replace; boundary=a'])(
    'cannot be %s',
    async (type) => {
      expect((await answered([['content-type', type]])).headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(await hintsOf('Respond')).toEqual([
        `The header "content-type" of the response was not sent: "${type}" is not one media type, such as text/html; charset=utf-8.`,
      ]);
    },
  );
});

describe('headers that affect the whole origin', () => {
  it.each<Entry>([
    ['clear-site-data', '"*"'],
    ['service-worker-allowed', '/'],
    ['strict-transport-security', 'max-age=1'],
    ['access-control-allow-credentials', 'true'],
    ['alt-svc', 'h2="elsewhere.example:443"'],
    ['nel', '{}'],
    ['report-to', '{}'],
    ['reporting-endpoints', 'a="https://example.com/"'],
    ['origin-agent-cluster', '?1'],
    ['accept-ch', 'Sec-CH-UA'],
    ['refresh', '0;url=javascript:alert(1)'],
    ['location', 'javascript:alert(1)'],
    ['location', 'java\tscript:alert(1)'],
    ['location', 'data:text/html,x'],
    ['link', '</sw.js>; rel="serviceworker"'],
  ])('are omitted, with a warning: %s: %s', async (name, value) => {
    expect((await answered([[name, value]])).headers.get(name)).toBeNull();
    expect(await hintsOf('Respond')).toEqual([expect.stringMatching(new RegExp(`^The header "${name}" of the response was not sent: `))]);
  });

  it.each<Entry>([
    ['location', '/next'],
    ['location', 'https://example.com/a'],
    ['location', 'myapp://signed-in'],
    ['refresh', '5'],
    ['refresh', '0;url=https://example.com/'],
    ['link', '<https://example.com/a.css>; rel="preload"'],
    ['access-control-allow-origin', 'https://a.test'],
    ['x-own', 'yes'],
    ['set-cookie', 'millrace-author=x'],
  ])('do not include %s: %s', async (name, value) => {
    expect((await answered([[name, value]])).headers.get(name)).toBe(value);
    expect(await hintsOf('Respond')).toEqual([]);
  });

  it.each([
    'millrace-auth=x',
    ' millrace-auth =x; Path=/rest',
    'MILLRACE-AUTH=x',
    'millrace-auth-0123456789ab=x',
    '=millrace-auth=x',
    '__Host-millrace-auth=x',
    'millrace-auth',
  ])('include cookies of the product: %s', async (cookie) => {
    const response = await answered([['set-cookie', cookie], ['set-cookie', 'own=1']]); // oxfmt-ignore
    expect(response.headers.getSetCookie()).toEqual(['own=1']);
    expect(await hintsOf('Respond')).toEqual([
      'The header "set-cookie" of the response was not sent: a cookie of this name belongs to Millrace itself.',
    ]);
  });

  it('are reported with the node that starts the workflow if it sets them', async () => {
    const parameters = { path: 'in', options: { responseHeaders: entriesOf([['clear-site-data', '"*"']]) } };
    const hook = { type: 'webhook', typeVersion: 2, webhookId: 'id', parameters };
    server = await webhookServer([buildWorkflow({ Webhook: hook }, [], { id: 'w1' })]);
    expect((await fetch(`${server.address}/webhook/in`)).headers.get('clear-site-data')).toBeNull();
    expect(await hintsOf('Webhook')).toEqual([expect.stringMatching(/^The header "clear-site-data"/)]);
  });
});

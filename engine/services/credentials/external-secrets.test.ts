// External secrets are read by expressions in credentials, and nowhere else.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluateAlone } from '../../execution/index.ts';
import { row, start, type Sketch } from '../../testing/run-story.ts';
import { runningServer, type As, type RunningServer } from '../../testing/running-server.ts';
import { stubServer, type StubServer } from '../../testing/stub-server.ts';
import { ExternalSecrets } from './external-secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'millrace-secrets-'));
const secretsPath = join(folder, 'secrets');
const environment = { APP_KEY: 'value from the environment', APP_EMPTY: '', MILLRACE_TOKEN: 'x', constructor: 'y' };

beforeAll(() => {
  mkdirSync(join(secretsPath, 'a-folder'), { recursive: true });
  writeFileSync(join(folder, 'outside'), 'outside of the folder');
  writeFileSync(join(secretsPath, 'api-key'), 'value from a file\n');
  writeFileSync(join(secretsPath, 'large'), 'x'.repeat(70_000));
  writeFileSync(join(folder, 'secrets.json'), '{"api-key":"value from JSON","count":7,"list":[1],"__proto__":{"inherited":"no"}}');
  writeFileSync(join(folder, 'list.json'), '[]');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(expression: string, path = secretsPath, envPrefix = 'APP_'): Promise<unknown> {
  const { table } = await new ExternalSecrets({ path, envPrefix, environment, now: () => 1 }).inUse();
  return evaluateAlone(expression, { $secrets: table });
}

describe('the providers', () => {
  it.each<[string, string, string | undefined]>([
    ['={{ $secrets.file["api-key"] }}', 'value from a file', undefined],
    ['={{ $secrets.file["api-key"] }}', 'value from JSON', 'secrets.json'],
    ['=n {{ $secrets.file.count }}', 'n 7', 'secrets.json'],
    ['={{ $secrets.env.KEY.toUpperCase() }}', 'VALUE FROM THE ENVIRONMENT', undefined],
  ])('%s is %s', async (expression, value, file) => {
    expect(await read(expression, file === undefined ? secretsPath : join(folder, file))).toBe(value);
  });

  it.each<[string, RegExp]>([
    ['={{ $secrets.file.missing }}', /The provider "file" has no secret "missing"/],
    ['={{ $secrets.file["../outside"] }}', /has no secret "\.\.\/outside"/],
    ['={{ $secrets.file["a-folder"] }}', /has no secret "a-folder"/],
    ['={{ $secrets.file.large }}', /has no secret "large"/],
    ['={{ $secrets.file.__proto__ }}', /has no secret|not allowed|__proto__/],
    ['={{ $secrets.file.constructor }}', /has no secret|not allowed|constructor/],
    ['={{ $secrets.env.EMPTY }}', /The provider "env" has no secret "EMPTY"/],
    ['={{ $secrets.env.OTHER }}', /The provider "env" has no secret "OTHER"/],
    ['={{ $secrets.vault.x }}', /There is no provider "vault" of external secrets/],
    ['={{ $secrets.__proto__.x }}', /no provider|not allowed|__proto__/],
    ['={{ Object.keys($secrets.file).length === 0 ? $secrets.none.x : "listed" }}', /no provider "none"|not values/],
    ['={{ $secrets }}', /This contains all data of the expression/],
  ])('%s is refused', async (expression, message) => {
    await expect(read(expression)).rejects.toThrow(message);
  });

  it('tell the names that expressions can read', async () => {
    const names = (path: string, envPrefix: string) => new ExternalSecrets({ path, envPrefix, environment, now: () => 1 }).names();
    expect(await names(secretsPath, 'APP_')).toEqual([
      { provider: 'file', names: ['api-key'] },
      { provider: 'env', names: ['KEY'] },
    ]);
    expect(await names(join(folder, 'secrets.json'), 'MILL')).toEqual([
      { provider: 'file', names: ['api-key', 'count'] },
      { provider: 'env', names: [] },
    ]);
    expect(await names(join(folder, 'list.json'), '')).toEqual([]);
  });

  it.each<[string, string, string, RegExp]>([
    ['={{ $secrets.file.x }}', '', 'APP_', /"file" of external secrets is not set up/],
    ['={{ $secrets.env.KEY }}', '/', '', /"env" of external secrets is not set up/],
    ['={{ $secrets.env.TOKEN }}', '/', 'MILLRACE_', /has no secret "TOKEN"/],
    ['={{ $secrets.env.constructor }}', '/', 'toString', /no secret|not allowed|constructor/],
    ['={{ $secrets.file.x }}', join(folder, 'nowhere'), '', /cannot be read: ENOENT/],
    ['={{ $secrets.file.x }}', join(folder, 'list.json'), '', /cannot be read: not a JSON object/],
    ['={{ $secrets.file.x }}', join(folder, 'outside'), '', /cannot be read: not a JSON object/],
    ['={{ $secrets.file.inherited }}', join(folder, 'secrets.json'), '', /has no secret "inherited"/],
    ['={{ $secrets.file.list }}', join(folder, 'secrets.json'), '', /has no secret "list"/],
  ])('%s with the path %j and the prefix %j is refused', async (expression, path, prefix, message) => {
    await expect(read(expression, path, prefix)).rejects.toThrow(message);
  });

  it('reads files again after some seconds', async () => {
    let now = 0;
    writeFileSync(join(secretsPath, 'changing'), 'first');
    const secrets = new ExternalSecrets({ path: secretsPath, envPrefix: '', environment: {}, now: () => now });
    const value = async (): Promise<unknown> => evaluateAlone('={{ $secrets.file.changing }}', { $secrets: (await secrets.inUse()).table });
    expect(await value()).toBe('first');
    writeFileSync(join(secretsPath, 'changing'), 'second');
    expect(await value()).toBe('first');
    now = 10_000;
    expect(await value()).toBe('second');
  });
});

describe('credentials of a server', () => {
  let running: RunningServer;
  let service: StubServer;

  beforeAll(async () => {
    running = await runningServer({
      hasPeople: true,
      settings: { secretsPath, secretsEnvPrefix: 'APP_', nodesSeeEnvironment: true },
      environment,
    });
    service = await stubServer((request, response) =>
      response
        .writeHead(403, { 'content-type': 'application/json' })
        .end(JSON.stringify({ message: `Key ${String(request.headers['x-key'])}` })),
    );
  });
  afterAll(() => Promise.all([running.close(), service.close()]));

  interface Shown {
    readonly message: string;
    readonly description?: string;
  }

  /** Runs one node and returns its error. */
  async function failed(node: Sketch, as: As = 'owner'): Promise<{ readonly error: Shown | undefined; readonly text: string }> {
    const workflow = row({ Start: start, Node: node }, { name: 'Reads secrets', settings: { saveManualExecutions: true } });
    const { id } = await running.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: workflow }, as);
    const runRequest = { method: 'POST', url: '/rest/workflows/run', body: { workflowData: { ...workflow, id } } } as const;
    const { executionId } = await running.data<{ executionId: string }>(runRequest, as);
    await running.server.services.executions.idle();
    const response = await running.send({ url: `/rest/executions/${executionId}` }, as);
    const { data } = response.body.data as { data: { resultData: { error?: Shown } } };
    return { error: data.resultData.error, text: response.text };
  }

  async function requesting(value: string, as: As = 'owner'): Promise<Sketch> {
    const body = { name: 'Key', type: 'httpHeaderAuth', data: { name: 'X-Key', value } };
    const { id } = await running.data<{ id: string }>({ method: 'POST', url: '/rest/credentials', body }, as);
    return {
      type: 'httpRequest',
      typeVersion: 4.2,
      parameters: { url: service.address, authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth', options: {} },
      credentials: { httpHeaderAuth: { id, name: 'Key' } },
    };
  }

  it('send secrets, and errors hide them', async () => {
    const { error, text } = await failed(await requesting('={{ $secrets.env.KEY }} / {{ $secrets.file["api-key"] }}'));
    expect(service.received.at(-1)?.headers['x-key']).toBe('value from the environment / value from a file');
    expect(error?.description).toBe('Key [hidden]');
    expect(text).not.toMatch(/value from/);
    const partly = await failed(await requesting('=a{{ $secrets.env.KEY.slice(0, 5) }}'));
    expect(partly.text).not.toContain('avalue');
  });

  it.each([
    ['{{ $secrets.env.KEY }}', 'value from the environment'],
    ['a {{ $secrets.file["api-key"] }}', 'a value from a file'],
    ['=abc123', '=abc123'],
    ['==abc123', '=abc123'],
    ['=a{{', '=a{{'],
    ['{{ abc }}', '{{ abc }}'],
    ['={{ "a" + 1 }}', 'a1'],
  ])('that are %s are sent as %s', async (stored, expected) => {
    await failed(await requesting(stored));
    expect(service.received.at(-1)?.headers['x-key']).toBe(expected);
  });

  it('name what is missing', async () => {
    const { error } = await failed(await requesting('={{ $secrets.file.missing }}'));
    expect(error?.message).toContain('The provider "file" has no secret "missing"');
  });

  it('read secrets only if they are the instance owner’s', async () => {
    const { error } = await failed(await requesting('={{ $secrets.env.KEY }}', 'member'), 'member');
    expect(error?.message).toContain('$secrets can be read in credentials of the instance owner only');
    const body = { credentials: { type: 'airtableTokenApi', data: { accessToken: '={{ $secrets.env.KEY }}' } } };
    const tested = await running.send({ method: 'POST', url: '/rest/credentials/test', body }, 'member');
    expect(tested.text).toContain('instance owner only');
  });

  it('are the only place where they can be read', async () => {
    const set = (value: string): Sketch => ({
      type: 'set',
      typeVersion: 3.4,
      parameters: { assignments: { assignments: [{ id: 'a', name: 'a', value, type: 'string' }] }, options: {} },
    });
    expect((await failed(set('={{ $secrets.env.KEY }}'))).error?.message).toContain('$secrets can be read in credentials only');
    const seen = await failed(set('={{ "" + $env.APP_KEY }}'));
    expect(seen.text).not.toContain('value from');
    const file = await failed({
      type: 'readWriteFile',
      parameters: { operation: 'read', fileSelector: join(secretsPath, 'api-key'), options: {} },
    });
    expect(file.text).not.toContain('value from');
  });
});

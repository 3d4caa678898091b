// The API reference contains every mounted route and nothing else, and its references resolve.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '../contract/permissions.ts';
import { runningServer, type RunningServer } from '../testing/running-server.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly 'x-access': string;
  readonly security?: unknown;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly required: boolean; readonly content: object };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: { readonly properties?: object } }>> }>
  >;
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

let running: RunningServer;
let document: Document;
beforeAll(async () => {
  running = await runningServer({ hasPeople: true, settings: { path: '/flows/' } });
  document = JSON.parse((await running.send({ url: '/flows/rest/openapi.json' }, 'member')).text) as Document;
});
afterAll(() => running.close());

const operations = (): (readonly [string, Operation])[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );

describe('the reference', () => {
  it('contains every mounted route', () => {
    const mounted = running.mounted.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{name}')}`);
    expect(
      operations()
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(mounted.toSorted());
    expect(mounted).toContain('GET /openapi.json');
  });

  it('names the authentication, the version and the base path', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' }, servers: [{ url: '/flows/rest' }] });
    const wrong = operations().filter(
      ([, operation]) =>
        operation['x-access'] !== 'public' && (!Object.hasOwn(permissions, operation['x-access']) || operation.security === undefined),
    );
    expect(wrong).toEqual([]);
    expect(document.paths['/settings']?.['get']?.security).toBeUndefined();
  });

  it('describes requests and responses', () => {
    const { patch } = document.paths['/workflows/{id}'] as { patch: Operation };
    expect(patch).toMatchObject({
      'x-access': 'workflow:update',
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'forceSave', in: 'query', required: false, schema: { type: 'boolean' } },
      ],
      requestBody: { required: true, content: { 'application/json': { schema: { properties: { version: { type: 'integer' } } } } } },
      responses: {
        '200': { content: { 'application/json': { schema: { required: ['data'], properties: { data: { type: 'object' } } } } } },
        default: { $ref: '#/components/responses/Error' },
      },
    });
    expect(document.paths['/executions/{id}/retry']?.['post']?.requestBody?.required).toBe(false);
    expect(document.paths['/node-icon/{name}']?.['get']?.responses['200']?.content).toEqual({ 'image/svg+xml': {} });
    expect(document.paths['/push']?.['get']?.responses['200']?.content).toEqual({ 'text/event-stream': {} });
  });

  it('has a unique id, a summary and all path parameters for each route', () => {
    const ids = operations().map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [name, { summary, parameters }] of operations()) {
      expect(summary).not.toBe('');
      const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      expect(parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)).toEqual(inPath);
    }
  });

  it('contains every component that it references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, path = '']) => path);
    expect(references.length).toBeGreaterThan(0);
    for (const path of new Set(references)) {
      const match = path
        .split('/')
        .slice(1)
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
      expect([path, typeof match]).toEqual([path, 'object']);
    }
  });

  it('requires a sign-in', async () => {
    expect((await running.send({ url: '/flows/rest/openapi.json' }, 'nobody')).status).toBe(401);
  });
});

// Which webhook matches a path: static before dynamic, most specific first, and registration all or nothing.
import { describe, expect, it } from 'vitest';
import { canonicalPath } from './path.ts';
import { WebhookTable, type WebhookEntry } from './table.ts';

const entry = (path: string, method = 'GET', workflowId = 'w'): WebhookEntry<string> => ({
  workflowId,
  workflowName: `Workflow ${workflowId}`,
  nodeName: `Node ${path}`,
  webhookName: 'default',
  method,
  path,
  payload: path,
});

function table(...paths: readonly string[]): WebhookTable<string> {
  const webhookTable = new WebhookTable<string>();
  webhookTable.add(
    'w',
    paths.map((path) => entry(path)),
  );
  return webhookTable;
}

describe('looking up', () => {
  const webhookTable = table('a/b', 'a/:x', ':x/b', 'a/:x/c', 'a/:x/:y', ':x/:y/:z', 'x y', '__proto__', 'caf%C3%A9');
  it.each<[string, string | undefined, Record<string, string>?]>([
    ['a/b', 'a/b'],
    ['/a/b/', 'a/b'],
    ['%61/b', 'a/b'],
    ['a/z', 'a/:x', { x: 'z' }],
    ['z/b', ':x/b', { x: 'z' }],
    ['a/1/c', 'a/:x/c', { x: '1' }],
    ['a/1/2', 'a/:x/:y', { x: '1', y: '2' }],
    ['1/2/3', ':x/:y/:z', { x: '1', y: '2', z: '3' }],
    ['a/%2e%2e', 'a/:x', { x: '..' }],
    ['a/x%2Fy', 'a/:x', { x: 'x/y' }],
    ['a/%25', 'a/:x', { x: '%' }],
    ['a/%zz', 'a/:x', { x: '%zz' }],
    ['a/%00', 'a/:x', { x: '\0' }],
    ['x%20y', 'x y'],
    ['café', 'caf%C3%A9'],
    ['__proto__', '__proto__'],
    ['a//c', undefined],
    ['a', undefined],
    ['', undefined],
    ['constructor', undefined],
    ['a/b/c/d', undefined],
  ])('%j finds %j', (path, found, params = {}) => {
    const result = webhookTable.lookup('GET', path);
    expect(result === undefined || !('entry' in result) ? undefined : [result.entry.payload, result.params]).toEqual(
      found === undefined ? undefined : [found, params],
    );
  });

  it('returns the methods of a known path', () => {
    const created = new WebhookTable<string>();
    created.add('w', [entry('a', 'POST'), entry(':x', 'PUT'), entry('b/:x', 'PATCH')]);
    expect([created.lookup('GET', 'a'), created.lookup('GET', 'b/c'), created.lookup('GET', 'b/c/d')]).toEqual([
      { methods: ['POST', 'PUT'] },
      { methods: ['PATCH'] },
      undefined,
    ]);
    expect(created.lookup('PUT', 'a')).toMatchObject({ params: { x: 'a' } });
  });

  it('keeps hostile parameter names as data', () => {
    const result = table('a/:__proto__').lookup('GET', 'a/x');
    expect(Object.entries(result !== undefined && 'params' in result ? result.params : {})).toEqual([['__proto__', 'x']]);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});

describe('adding', () => {
  it.each([
    ['a/b', 'a/b', 'GET', true],
    ['a/b', '/a/b/', 'GET', true],
    ['a/b', '%61/b', 'GET', true],
    ['a/:x', 'a/:other', 'GET', true],
    ['a/b', 'a/b', 'POST', false],
    ['a/:x', 'a/b', 'GET', false],
    ['a/:x', ':x/a', 'GET', false],
  ])('%j and %j by %s conflict: %s', (first, second, method, isConflict) => {
    const webhookTable = table(first);
    const add = (): void => webhookTable.add('other', [entry('free', 'GET', 'other'), entry(second, method, 'other')]);
    if (isConflict)
      expect(add).toThrow(
        expect.objectContaining({
          code: 'WEBHOOK_CONFLICT',
          message: expect.stringMatching(/is taken by another workflow/) as unknown,
          params: { path: second, method, node: expect.any(String) as unknown },
        }),
      );
    else expect(add).not.toThrow();
    expect(webhookTable.of('other')).toHaveLength(isConflict ? 0 : 2);
    expect(webhookTable.lookup('GET', 'free') === undefined).toBe(isConflict);
  });

  it("replaces the workflow's webhooks, and refuses two with the same path", () => {
    const webhookTable = table('a', 'b/:x');
    webhookTable.add('w', [entry('c'), entry('b/:y')]);
    expect([webhookTable.lookup('GET', 'a'), webhookTable.lookup('GET', 'b/1')]).toEqual([
      undefined,
      expect.objectContaining({ params: { y: '1' } }),
    ]);
    expect(() => webhookTable.add('w', [entry('d'), entry('d')])).toThrow(/of the same workflow/);
    expect(webhookTable.lookup('GET', 'c')).toMatchObject({ entry: { path: 'c' } });
  });

  it('leaves nothing behind after removal', () => {
    const webhookTable = table('a', 'b/:x');
    webhookTable.add('other', [entry('b/:y', 'POST', 'other')]);
    webhookTable.remove('w');
    expect([webhookTable.lookup('GET', 'a'), webhookTable.lookup('GET', 'b/1'), webhookTable.of('w')]).toEqual([
      undefined,
      { methods: ['POST'] },
      [],
    ]);
    webhookTable.remove('other');
    expect(webhookTable.lookup('POST', 'b/1')).toBeUndefined();
  });
});

it.each([
  ['a%2Fb', 'a%2Fb'],
  ['a%252Fb', 'a%252Fb'],
  ['a%zzb/c', 'a%25zzb/c'],
  ['//', ''],
])('%j has the canonical form %j', (path, canonical) => {
  expect([canonicalPath(path), canonicalPath(canonicalPath(path))]).toEqual([canonical, canonical]);
});

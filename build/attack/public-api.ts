// Keys of the public API beyond what they may do: without a key, with keys of other scopes, and a member's key for what the owner has.
import { Tally, type Attack } from './attack.ts';
import type { Call, ReceivedResponse } from './client.ts';
import type { Person, Target } from './target.ts';

/** A text that marks the owner's data. */
const MARK = 'api-of-the-owner';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly scope: string;
}

async function operationsOf(target: Target): Promise<readonly Operation[]> {
  const { text } = await target.send({ path: '/api/v1/openapi.json' });
  const { paths } = JSON.parse(text) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly 'x-scope': string }>>>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, scope: operation['x-scope'] })),
  );
}

const keyOf = async (person: Person, scopes?: readonly string[]): Promise<string> =>
  (await person.data<{ apiKey: string }>('POST', 'me/api-keys', { label: 'Attack', ...(scopes === undefined ? {} : { scopes }) })).apiKey;

/** Creates one of each resource that belongs to its user, and returns their ids. */
async function belongings(target: Target, key: string): Promise<readonly string[]> {
  const create = async (path: string, body: unknown): Promise<string> => {
    const { json, text } = await target.send({ method: 'POST', path: `/api/v1/${path}`, headers: { 'x-n8n-api-key': key }, body });
    const { id } = (json ?? {}) as { readonly id?: string };
    if (id === undefined) throw new Error(`POST ${path} gave ${text}`);
    return id;
  };
  return [
    await create('workflows', { name: MARK, nodes: [], connections: {}, settings: {} }),
    await create('credentials', { name: MARK, type: 'httpHeaderAuth', data: { name: MARK, value: MARK } }),
    await create('data-tables', { name: MARK, columns: [{ name: 'mark', type: 'string' }] }),
  ];
}

export const publicApi: Attack = {
  area: 'Keys of the public API',
  async run(target) {
    const tally = new Tally();
    const operations = await operationsOf(target);
    const check = async (request: Call, isHeld: (response: ReceivedResponse) => boolean, what: string): Promise<void> => {
      const response = await target.send(request);
      const holds = isHeld(response) && target.leak(response.text) === undefined;
      tally.check(holds, `${what} gave ${response.status} ${response.text.slice(0, 100)}`, target.curl(request));
    };
    const ownerKey = await keyOf(target.owner);
    const memberKey = await keyOf(target.member);
    const ids = ['x1', '__proto__', '..%2f..%2frest%2fusers', ...(await belongings(target, ownerKey))];
    const headersOf = (key: string): readonly Readonly<Record<string, string>>[] => [
      { 'x-n8n-api-key': key },
      { authorization: `Bearer ${key}` },
    ];
    const forged = [{}, ...headersOf(`${ownerKey.slice(0, -1)}x`), ...headersOf('millrace_'), { cookie: target.owner.cookie }];
    const scopes = [...new Set(operations.map(({ scope }) => scope))];
    for (const { method, path, scope } of operations) {
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
      const filled = (id: string): string => `/api/v1${path.replaceAll(/\{[^}]*\}/g, id)}`;
      for (const headers of forged) {
        await check({ method, path: filled('x1'), headers, ...body }, ({ status }) => status === 401, 'A call without a key');
      }
      const others = await keyOf(
        target.owner,
        scopes.filter((each) => each !== scope),
      );
      await check(
        { method, path: filled('x1'), headers: { 'x-n8n-api-key': others }, ...body },
        ({ status, json }) => status === 403 && json?.message?.includes(scope) === true,
        `A key without ${scope}`,
      );
      for (const id of path.includes('{') ? ids : ['']) {
        for (const headers of headersOf(memberKey)) {
          const isHidden = ({ text, status }: ReceivedResponse): boolean => !text.includes(MARK) && (id === '' || status >= 400);
          await check({ method, path: filled(id), headers, ...body }, isHidden, "A member's key");
        }
      }
    }
    const left = await Promise.all(
      ['workflows', 'credentials', 'data-tables'].map((list) =>
        target.send({ path: `/api/v1/${list}?limit=250`, headers: { 'x-n8n-api-key': ownerKey } }),
      ),
    );
    for (const { text } of left) tally.check(text.includes(MARK), "A member's key removed what the owner has", text.slice(0, 200));
    return tally;
  },
};

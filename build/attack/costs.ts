// Costly work: expressions that call slow built-ins over large data, and nodes over hundreds of thousands of items. Others must get responses meanwhile.
import { setTimeout } from 'node:timers/promises';
import { row, type Sketch } from '../faults/workflows.ts';
import { Tally, type Attack } from './attack.ts';
import { activate, chunks, runNodes } from './runs.ts';
import type { Target } from './target.ts';

/** Milliseconds after which work counts as blocking: less than the server's limit of ten seconds for a node. */
const MOST = 8_000;

/** Number of nodes in one workflow. */
const AT_ONCE = 9;

const set = (code: string): Sketch => ({
  type: 'set',
  typeVersion: 3.4,
  parameters: { assignments: { assignments: [{ id: 'a', name: 'got', type: 'any', value: `={{ ${code} }}` }] }, options: {} },
});

/** Repeats a call until the budget of the expression is used up. */
const forever = (data: string, use: string): string => `(() => { ${data}; for (;;) { ${use}; } })()`;
const declaration = 'const t = "Lorem [ipsum](x) a@b.example <b>*dolor*</b> ".repeat(40000)';
const words = 'const l = Array(200000).fill(0).map((_, i) => `text ${(i * 7919) % 200003}`)';
const fields = 'const o = Object.fromEntries(Array(50000).fill(0).map((_, i) => [`f${i}`, i]))';
const digits = 'const d = "1".repeat(1e6)';

/** Each exhausts its budget or returns. Before calls were charged by their cost, each blocked the engine for more than ten seconds. */
const expressions: readonly string[] = [
  'JSON.stringify(Array(1e6).fill({ a: { b: 1 } })).length',
  'JSON.stringify(Array(1e6).fill("\\u0001".repeat(60))).length',
  forever('const a = Array(1e5).fill({ a: 1 })', 'JSON.stringify(a)'),
  forever('const a = [new Uint8Array(1e6)]', 'JSON.stringify(a)'),
  forever(words, 'JSON.stringify(l, l)'),
  '"a".repeat(2e6).replaceAll(/a/g, () => "b").length',
  '"a".repeat(2e6).match(/a/g).length',
  '[..."a".repeat(2e6).matchAll(/a/g)].length',
  '"a".repeat(2e6).split(/(?:)/).length',
  forever(declaration, 't.removeMarkdown()'),
  forever(declaration, 't.toTitleCase()'),
  forever(declaration, 't.extractDomain()'),
  forever(declaration, 't.base64Encode().base64Decode()'),
  forever(declaration, 't.match(/\\w+/g)'),
  forever(declaration, 't.lastIndexOf("a".repeat(1900))'),
  forever(digits, '+d'),
  forever(digits, 'd.toInt()'),
  forever(digits, '1n < d'),
  forever('const n = 2n ** 200000n', '`${n}`'),
  forever('const n = 2n ** 200000n', 'n + 1n'),
  forever(words, 'l.toSorted()'),
  forever(words, 'l.unique()'),
  forever(words, '[...l]'),
  forever('const l = Array(2000).fill("a".repeat(1e5)), x = "a".repeat(99999) + "b"', 'l.includes(x)'),
  forever(fields, '({ ...o })'),
  forever(fields, 'Object.entries(o)'),
  forever(fields, '[o, o].merge()'),
  forever('const l = Array(1e5).fill("2024-05-30T10:11:12")', 'l.map(DateTime.fromISO)'),
  forever('const l = Array(1e5).fill(1.5)', 'l.map(String)'),
  forever('const d = $now', 'd.toFormat("EEEE d LLLL yyyy ZZZZZ".repeat(20))'),
  forever('const d = $now', 'd.diffNow(["years", "months", "days", "hours"])'),
  forever('const u = "http://a.example/" + "ä/".repeat(40000)', 'new URL(u)'),
  forever(
    'const a = Array(20000).fill(0).map((_, i) => ({ id: i, name: `n${i}` }))',
    '$jmespath(a, "sort_by(@, &name)[?id > `5`].{ a: id, b: name }")',
  ),
  forever('const s = new Set(Array(1e5).fill(0).map((_, i) => i))', 's.union(s)'),
  forever('const f = () => { null.x }', 'try { f() } catch {}'),
];

/** Number of items. With 100,000, a table or file written at once took five seconds and more. */
const ITEMS = 100_000;
const created = `={{ { list: Array(${ITEMS}).fill(0).map((_, i) => ({ n: (i * 7919) % 100003 })) } }}`;

/** Nodes that process all items together. */
const nodes: Readonly<Record<string, Sketch>> = {
  Sort: { type: 'sort', parameters: { sortFieldsUi: { sortField: [{ fieldName: 'n' }] }, options: {} } },
  Table: { type: 'html', typeVersion: 1.2, parameters: { operation: 'convertToHtmlTable', options: {} } },
  Csv: { type: 'convertToFile', typeVersion: 1.1, parameters: { operation: 'csv', options: {} } },
  Json: { type: 'convertToFile', typeVersion: 1.1, parameters: { operation: 'toJson', options: { format: true } } },
  Duplicates: { type: 'removeDuplicates', typeVersion: 2, parameters: {} },
  Answer: { type: 'noOp' },
};

/** A workflow that makes many items, passes them to all of the nodes, and responds with all of them. */
function longInputs(): object {
  const all: Readonly<Record<string, Sketch>> = {
    Hook: {
      type: 'webhook',
      typeVersion: 2,
      parameters: { path: 'items', httpMethod: 'POST', responseMode: 'lastNode', responseData: 'allEntries', options: {} },
    },
    Make: { type: 'set', typeVersion: 3.4, parameters: { mode: 'raw', jsonOutput: created, options: {} } },
    Split: { type: 'splitOut', typeVersion: 1, parameters: { fieldToSplitOut: 'list', options: {} } },
  };
  const workflow = row('items', { ...all, ...nodes }) as { readonly connections: object };
  return {
    ...workflow,
    settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none', saveDataErrorExecution: 'all' },
    connections: {
      Hook: { main: [[{ node: 'Make', type: 'main', index: 0 }]] },
      Make: { main: [[{ node: 'Split', type: 'main', index: 0 }]] },
      Split: { main: [Object.keys(nodes).map((node) => ({ node, type: 'main', index: 0 }))] },
    },
  };
}

/** Returns the result of a task, and the longest time in milliseconds for which the server did not respond to others meanwhile. */
async function watched<T>(server: Target, task: () => Promise<T>): Promise<{ readonly silence: number; readonly result: T }> {
  let silence = 0;
  const over = new AbortController();
  const looking = (async () => {
    while (!over.signal.aborted) {
      const startedAt = performance.now();
      await server.send({ method: 'GET', path: '/healthz' }).catch(() => setTimeout(100));
      silence = Math.max(silence, performance.now() - startedAt);
      await setTimeout(50);
    }
  })();
  try {
    const result = await task();
    return { silence, result };
  } finally {
    over.abort();
    await looking;
  }
}

export const costs: Attack = {
  area: 'Costly expressions and nodes',
  async run(target) {
    const tally = new Tally();
    const server = await target.another();
    try {
      for (const part of chunks(expressions, AT_ONCE)) {
        const { silence, result } = await watched(server, () => runNodes(server, server.member, part.map(set)));
        for (const [index, code] of part.entries()) {
          const { error = '', text = '' } = result[index] ?? {};
          const isPrevented = silence < MOST && !/blocked the engine|too much memory/.test(error + text.slice(0, 10_000));
          tally.check(
            isPrevented,
            `It blocked the engine: ${error} (no response for ${Math.round(silence)} ms)`,
            `Edit Fields: {{ ${code} }}`,
          );
        }
      }
      await activate(server.member, longInputs());
      const { silence, result } = await watched(server, () => server.send({ method: 'POST', path: '/webhook/items', body: {} }));
      const isHeld = silence < MOST && result.status === 200;
      for (const name of Object.keys(nodes))
        tally.check(isHeld, `Status ${result.status}, no response to others for ${Math.round(silence)} ms`, `${ITEMS} items in ${name}`);
    } finally {
      await server.close();
    }
    return tally;
  },
};

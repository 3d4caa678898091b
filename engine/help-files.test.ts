// The help tells the truth: its expressions have the results that it names, every core node has documentation, and its examples run.
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Item } from './contract/run-data.ts';
import type { WorkflowFile } from './contract/workflow.ts';
import { createNodeRegistry } from './registry/index.ts';
import { createRunner } from './runner.ts';
import { nodeExampleRuns } from './testing/node-example-runs.ts';
import { runTemplate } from './testing/template-runs/run-template.ts';
import { readWorkflow } from './workflow/file/import.ts';
import { stickyNoteType } from './workflow/planning/start-node.ts';
import { nodeIssues } from './workflow/issues/node-issues.ts';

const folder = join(import.meta.dirname, '../resources/help');
const namesIn = async (path: string): Promise<readonly string[]> =>
  (await readdir(path)).filter((name) => name.endsWith('.md')).map((name) => basename(name, '.md'));
const pages = await Promise.all(
  (await namesIn(folder)).map(async (name) => [name, await readFile(join(folder, `${name}.md`), 'utf8')] as const),
);
const documented = await namesIn(join(folder, 'nodes'));
const nodePages = await Promise.all(
  documented.map(async (name) => [name, await readFile(join(folder, 'nodes', `${name}.md`), 'utf8')] as const),
);

const registry = createNodeRegistry();
const types = registry.types();
await registry.load(types);
const runner = createRunner();
afterAll(() => runner.stop());

const block = (text: string, name: string): string | undefined =>
  new RegExp(`^\`\`\`json ${name}\\n([^]*?)\\n\`\`\`$`, 'm').exec(text)?.[1];

describe('the pages', () => {
  it.each(pages)('%s has a title, and links to screens, pages and nodes that exist', (_, text) => {
    expect(text).toMatch(/^# \S/);
    const links = [...text.matchAll(/\]\(((?!https:)[^)]*)\)/g)].map(([, path = '']) => path);
    const screens = ['/workflows', '/executions', '/credentials', '/variables', '/templates', '/templates/101'];
    const known = [
      ...screens,
      ...pages.map(([name]) => `/help/${name}`),
      ...types.map((type) => `/help/nodes/${type}`),
      '/help/nodes#all-nodes',
    ];
    expect(links.filter((path) => !known.includes(path))).toEqual([]);
  });
});

describe('the expressions', async () => {
  const text = pages.find(([name]) => name === 'expressions')?.[1] ?? '';
  // Cells are code, in which pipes are escaped, or words.
  const examples = [...text.matchAll(/^\| `(?! )(.*?)`\s+\| (.*?)\s+\|$/gm)].map(([, expression = '', result = '']) => ({
    expression: expression.replaceAll(String.raw`\|`, '|'),
    value: /^`(.*)`$/.exec(result)?.[1],
  }));
  const results = await evaluateAll(
    examples.map(({ expression }) => expression),
    JSON.parse(block(text, 'data') ?? '') as Item['json'],
  );

  it('are as many as the page has rows', () => {
    expect(examples.length).toBeGreaterThan(50);
    expect(examples).toHaveLength([...text.matchAll(/^\| `+/gm)].length);
  });

  it.each(examples.map((example, index) => ({ ...example, index })))('$expression is $value', ({ value, index }) => {
    const result = results[`r${index}`];
    if (value === undefined) expect(result).toBeTruthy();
    else expect(result).toEqual(JSON.parse(value));
  });
});

/** Evaluates expressions in one node, after a node with the data of the page. */
async function evaluateAll(expressions: readonly string[], json: Item['json']): Promise<Readonly<Record<string, unknown>>> {
  const assignments = expressions.map((expression, index) => ({ id: `${index}`, name: `r${index}`, value: `=${expression}` }));
  const node = (name: string, type: string, typeVersion: number, parameters = {}): WorkflowFile['nodes'][number] => ({
    name,
    type: `n8n-nodes-base.${type}`,
    typeVersion,
    position: [0, 0],
    parameters,
  });
  const workflow: WorkflowFile = {
    name: 'Help',
    nodes: [
      node('Start', 'manualTrigger', 1),
      node('Order', 'noOp', 2),
      node('Results', 'set', 3.5, { mode: 'manual', assignments: { assignments } }),
    ],
    connections: {
      Start: { main: [[{ node: 'Order', type: 'main', index: 0 }]] },
      Order: { main: [[{ node: 'Results', type: 'main', index: 0 }]] },
    },
    settings: { executionOrder: 'v1', timezone: 'UTC' },
  };
  const pinData = { Order: [{ json }] };
  const { result } = await runner.run({ workflow, mode: 'manual', startNode: 'Start', output: [[{ json: {} }]], pinData });
  expect(result.resultData.error).toBeUndefined();
  return result.resultData.runData['Results']?.[0]?.data?.['main']?.[0]?.[0]?.json ?? {};
}

/** Returns the names that a description shows: of parameters, groups and choices. */
function labelsOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    (key === 'displayName' || key === 'name') && typeof each === 'string' ? [each] : labelsOf(each),
  );
}

describe('the documentation of nodes', () => {
  it('exists for each core node, and for no other', () => {
    const names = types.map((type) => type.slice(type.lastIndexOf('.') + 1));
    expect(documented.toSorted()).toEqual(names.toSorted());
    expect(Object.keys(nodeExampleRuns).filter((name) => !documented.includes(name))).toEqual([]);
  });

  it('is where the descriptions say', () => {
    for (const type of types) expect(registry.description(type)?.documentationUrl).toBe(`/help/nodes/${type}`);
  });
});

describe.each(nodePages)('the documentation of %s', (name, text) => {
  const example = JSON.parse(block(text, 'example') ?? '{}') as Pick<WorkflowFile, 'nodes' | 'connections'>;
  const type = types.find((each) => each.endsWith(`.${name}`)) ?? '';
  const run = nodeExampleRuns[name] ?? {};

  it('says what the node does in two to six sentences', () => {
    const [introduction = ''] = text.split('\n');
    const sentences = introduction.match(/[.!?](?= [A-Z*"`]|$)/g) ?? [];
    expect(sentences.length, introduction).toBeGreaterThanOrEqual(2);
    expect(sentences.length, introduction).toBeLessThanOrEqual(6);
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading).filter((heading) => heading !== 'Good to know')).toEqual([
      'Example',
    ]);
  });

  it('names fields and choices as the node shows them', () => {
    const prose = text.replaceAll(/^```[^]*?^```$/gm, '').replaceAll(/`[^`]*`/g, '');
    const named = [...prose.matchAll(/(?<![\p{L}\p{N}])_([^_]+)_(?![\p{L}\p{N}])/gu)].map(([, label = '']) => label);
    const shown = types
      .flatMap((each) => registry.descriptions(each))
      .filter(({ name: each, displayName }) => each === type || prose.includes(displayName));
    const visible = new Set([...shown.flatMap(labelsOf), ...example.nodes.map((node) => node.name), 'true', 'false', 'loop', 'done']);
    expect(named.filter((label) => !visible.has(label))).toEqual([]);
  });

  it('has an example that opens without repairs, and lacks nothing but credentials', () => {
    expect(readWorkflow(JSON.stringify(example)).repairs).toEqual([]);
    expect(example.nodes.map((node) => node.type)).toContain(type);
    for (const node of example.nodes) {
      expect([node.name, node.typeVersion]).toEqual([node.name, registry.versions(node.type).at(-1)]);
      expect([node.name, nodeIssues(node, registry)?.parameters]).toEqual([node.name, undefined]);
    }
  });

  it('has an example whose nodes do not cover each other', () => {
    const nodes = example.nodes.filter((node) => node.type !== stickyNoteType);
    const isNear = (one: number | undefined, other: number | undefined): boolean => Math.abs((one ?? 0) - (other ?? 0)) < 150;
    const pairs = nodes.flatMap((one, index) => nodes.slice(index + 1).map((other) => [one, other] as const));
    const near = pairs.filter(([one, other]) => isNear(one.position[0], other.position[0]) && isNear(one.position[1], other.position[1]));
    expect(near.map(([one, other]) => `${one.name}, ${other.name}`)).toEqual([]);
  });

  it.skipIf(run.isNotRun)('has an example that runs, with the result that it names', async () => {
    const [, named] = /^_(.*)_ returns:$/m.exec(text) ?? [];
    const result = block(text, 'result');
    expect(named === undefined).toBe(result === undefined);
    const expected = named === undefined ? {} : { [named]: JSON.parse(result ?? '') as readonly Readonly<Record<string, unknown>>[] };
    const workflow: WorkflowFile = { ...example, settings: { executionOrder: 'v1' } };
    await runTemplate(runner, workflow, { ...run, expected: { ...expected, ...run.expected } });
  });
});

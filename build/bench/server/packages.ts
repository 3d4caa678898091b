// Measures what packages cost: a node of a package beside a built-in one that does the same, its first use, and a start with a large package.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startPackageRegistry } from '../../../engine/testing/package-registry.ts';
import { call, itemsOf, json, list, open } from './hooks.ts';
import { folder, mebibytes, median, MiB, row, server, times } from './report.ts';

const NAME = 'n8n-nodes-bench';
/** As many as the largest package of nodes has. */
const NODES = 444;
const PROPERTIES = 40;
const STARTS = 5;

/** Goals: milliseconds beyond the built-in node, milliseconds of the first use, milliseconds and bytes of a start. */
const goals = { one: 2, many: 20, first: 400, start: 100, idle: 20 * MiB };

const verdict = (cost: number, goal: number, text: (value: number) => string): string =>
  cost < goal ? `under ${text(goal)}` : `OVER ${text(goal)}`;
const more = (value: number, text: (value: number) => string): string => `${value < 0 ? '' : '+'}${text(value)}`;
const ms = (value: number): string => `${value.toFixed(Math.abs(value) < 10 ? 1 : 0)} ms`;

/** Writes a package whose nodes double a number. Returns its folder. */
function generated(): string {
  const root = mkdtempSync(join(folder, 'package-'));
  mkdirSync(join(root, 'nodes'));
  const extra = Array.from({ length: PROPERTIES }, (_, index) => {
    const options = ['create', 'get', 'getAll', 'update', 'delete'].map((value) => ({
      name: value,
      value,
      description: `Choice ${value}`,
    }));
    return {
      displayName: `Option ${index}`,
      name: `option${index}`,
      type: 'options',
      options,
      default: 'get',
      description: 'An option of the node',
    };
  });
  const files = Array.from({ length: NODES }, (_, index) => {
    const properties = [{ displayName: 'Value', name: 'value', type: 'number', default: 0 }, ...extra];
    const description = {
      displayName: `Bench ${index}`,
      name: `bench${index}`,
      group: ['transform'],
      version: 1,
      description: 'Doubles a number',
      defaults: { name: `Bench ${index}` },
      inputs: ['main'],
      outputs: ['main'],
      properties,
    };
    writeFileSync(
      join(root, `nodes/Bench${index}.node.js`),
      `exports.Bench${index} = class {
  constructor() { this.description = ${JSON.stringify(description)}; }
  async execute() {
    return [this.getInputData().map((item, index) => ({ json: { ...item.json, m: this.getNodeParameter('value', index) }, pairedItem: { item: index } }))];
  }
};
`,
    );
    return `nodes/Bench${index}.node.js`;
  });
  writeFileSync(
    join(root, 'package.json'),
    JSON.stringify({ name: NAME, version: '1.0.0', license: 'MIT', keywords: ['n8n-community-node-package'], n8n: { nodes: files } }),
  );
  return root;
}

/** The list workflow with a package's node instead of Set. */
function withPackage(workflow: object): object {
  const { nodes, ...rest } = workflow as { readonly nodes: readonly { readonly name: string }[] };
  const own = (node: { readonly name: string }): object =>
    node.name === 'Set' ? { ...node, type: `${NAME}.bench0`, typeVersion: 1, parameters: { value: '={{ $json.n * 2 }}' } } : node;
  return { ...rest, name: 'package', nodes: nodes.map(own) };
}

/** Median milliseconds from the start to ready, and median idle memory in bytes. */
async function started(
  dataDir: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly start: number; readonly idle: number }> {
  const [spent, idle]: [number[], number[]] = [[], []];
  for (let count = 0; count < STARTS; count++) {
    const ours = await server(dataDir, environment);
    spent.push(ours.startTime);
    await setTimeout(5000);
    idle.push(ours.memory().now);
    await ours.stop();
  }
  return { start: median(spent), idle: median(idle) };
}

export async function packages(): Promise<void> {
  const registry = await startPackageRegistry();
  await registry.publish(generated());
  const environment = { MILLRACE_PACKAGE_REGISTRY: registry.url };
  const before = await started('packages', environment);
  const ours = await server('packages', environment);
  const installed = await fetch(`${ours.url}rest/nodes`, { method: 'POST', headers: json, body: JSON.stringify({ name: NAME }) });
  if (installed.status !== 200) throw new Error(`The package could not be installed: ${await installed.text()}`);
  await open(ours.url, list('built-in', 'none', false));
  await open(ours.url, withPackage(list('package', 'none', false)));
  const timesOf = (path: string, body: string, count: number): Promise<readonly number[]> =>
    times(count, () => call(`${ours.url}webhook/${path}`, body, json));
  await timesOf('built-in', itemsOf(1), 50);
  const [first = Number.NaN] = await timesOf('package', itemsOf(1), 1);
  for (const [items, warmUps, count, goal, note] of [
    [1, 5, 200, goals.one, ''],
    [10_000, 5, 15, goals.many, ''],
    // V8 optimizes the code for large executions only after some of them.
    [10_000, 20, 60, goals.many, ', later'],
  ] as const) {
    const body = itemsOf(items);
    // The first runs load and compile code.
    await timesOf('package', body, warmUps);
    await timesOf('built-in', body, warmUps);
    const spent = { own: [] as number[], builtIn: [] as number[] };
    // In turn, because the speed of a computer changes from second to second, and the engine's memory grows in the first minutes.
    for (let done = 0; done < count; done++) {
      spent.own.push(...(await timesOf('package', body, 1)));
      spent.builtIn.push(...(await timesOf('built-in', body, 1)));
    }
    const [own, builtIn] = [median(spent.own), median(spent.builtIn)];
    row(
      `execution with ${items} items${note}: package's node, built in`,
      ms(own),
      ms(builtIn),
      more(own - builtIn, ms),
      verdict(own - builtIn, goal, ms),
    );
  }
  row('first use of a package', ms(first), '', '', verdict(first, goals.first, ms));
  await ours.stop();
  const after = await started('packages', environment);
  const [start, idle] = [after.start - before.start, after.idle - before.idle];
  row(
    `start with ${NODES} nodes of a package, without`,
    ms(after.start),
    ms(before.start),
    more(start, ms),
    verdict(start, goals.start, ms),
  );
  row(
    'idle memory with them, without',
    mebibytes(after.idle),
    mebibytes(before.idle),
    more(idle, mebibytes),
    verdict(idle, goals.idle, mebibytes),
  );
  await registry.stop();
}

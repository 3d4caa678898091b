// Runs the workflow cases of a corpus folder with the real engine and compares the output of each given node.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { MemoryBinary } from '../../engine/binary/memory-binary.ts';
import { Executor, type RunListener } from '../../engine/execution/index.ts';
import type { ExecutionMode, Item, ItemList, RunResult } from '../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../engine/contract/workflow.ts';
import { createCredentialTypes, createNodeRegistry } from '../../engine/registry/index.ts';
import { createSandbox } from '../../engine/sandbox/index.ts';
import type { SandboxPort } from '../../engine/sdk/index.ts';
import { setPath } from '../../engine/workflow/values/object-path.ts';
import { fakeClock, fakePorts } from '../../engine/testing/fake-ports.ts';
import { decode, equals, show } from './compare.ts';
import { mockHttp, type HttpMock } from './http-mocks.ts';
import type { CaseResult } from './result.ts';
import { testDataNode, versionTestNode } from './stand-in-nodes.ts';

interface IndexEntry {
  readonly id: string;
  readonly node: string;
  readonly file: string;
  readonly variant?: string;
  readonly sidecar?: string;
  readonly [key: string]: unknown;
}

interface Expected {
  readonly nodeData?: Readonly<Record<string, readonly unknown[]>>;
  readonly nodeExecutionOrder?: readonly string[];
  readonly error?: string;
  /** `any`: only whether the run fails is compared; `error` is the observed text. */
  readonly errorWording?: 'any';
  readonly assertBinaryData?: boolean;
  readonly testAllOutputs?: boolean;
}

interface DriverCase {
  readonly description?: string;
  readonly patches?: readonly { node: string; parameter: string; value: unknown }[];
  readonly credentials?: Readonly<Record<string, Record<string, unknown>>>;
  readonly trigger?: Trigger;
  readonly expected: Expected;
}

interface Trigger {
  readonly mode: ExecutionMode;
  readonly input: unknown;
}

interface Sidecar {
  readonly cases?: readonly DriverCase[];
  readonly expected?: Expected;
  readonly compare?: string;
  readonly mode?: ExecutionMode;
  readonly httpMocks?: readonly HttpMock[];
  readonly credentials?: Readonly<Record<string, Record<string, unknown>>>;
  readonly assertBinaryData?: boolean;
  readonly frozenTimeMs?: number;
  readonly clock?: { readonly start?: string };
  readonly virtualFiles?: Readonly<Record<string, unknown>>;
}

type Workflow = WorkflowFile & { readonly trigger?: Trigger };

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Runs every case of `folder`/index.json, the Code-node variants included. `onlyNode` selects one node's cases. */
export async function runWorkflowCases(folder: string, onlyNode?: string): Promise<readonly CaseResult[]> {
  if (!existsSync(join(folder, 'index.json'))) return [];
  const entries = (readJson(join(folder, 'index.json')) as IndexEntry[]).filter(({ node }) => onlyNode === undefined || node === onlyNode);
  const sandbox = createSandbox();
  const results: CaseResult[] = [];
  for (const entry of entries) {
    results.push(...(await runFile(folder, entry, entry.file, entry.id, sandbox)));
    const variant = entry.file.replace(/\.workflow\.json$/, '.code-variant.workflow.json');
    if (existsSync(join(folder, variant))) results.push(...(await runFile(folder, entry, variant, `${entry.id} (code)`, sandbox)));
  }
  await sandbox.stop();
  return results;
}

async function runFile(folder: string, entry: IndexEntry, file: string, id: string, sandbox: SandboxPort): Promise<CaseResult[]> {
  const sidecarFile = join(folder, entry.file.replace(/\.workflow\.json$/, '.expect.json'));
  const sidecar = (existsSync(sidecarFile) ? readJson(sidecarFile) : {}) as Sidecar;
  const cases: readonly (DriverCase | undefined)[] =
    sidecar.cases ?? (sidecar.expected === undefined ? [undefined] : [{ expected: sidecar.expected }]);
  const results: CaseResult[] = [];
  for (const [index, driver] of cases.entries()) {
    const name = cases.length > 1 ? `${id} #${index + 1}` : id;
    try {
      results.push({ id: name, group: entry.node, failure: await runCase(join(folder, file), sidecar, driver, sandbox) });
    } catch (error) {
      results.push({ id: name, group: entry.node, failure: `threw ${show(error)}` });
    }
  }
  return results;
}

async function runCase(file: string, sidecar: Sidecar, driver: DriverCase | undefined, sandbox: SandboxPort): Promise<string | undefined> {
  const temporary = mkdtempSync(join(tmpdir(), 'millrace-case-'));
  try {
    const workflow = prepare(readJson(file) as Workflow, driver, filesOf(file), temporary);
    const order: string[] = [];
    const result = await execute(workflow, sidecar, driver, sandbox, (event) => {
      if (event.type === 'nodeExecuteAfter') order.push(event.nodeName);
    });
    const { pinData } = readJson(file) as Workflow;
    return compareRun(result, order, driver?.expected, pinData ?? {}, sidecar);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Returns the folder of the files that a case reads: `files` beside its workflow, or the workflow's own folder. */
function filesOf(file: string): string {
  const folder = dirname(resolve(file));
  return existsSync(join(folder, 'files')) ? join(folder, 'files') : folder;
}

/** Returns the workflow without its pinData, patched, and with the names of the folders inserted. */
function prepare(workflow: Workflow, driver: DriverCase | undefined, testFolder: string, temporary: string): Workflow {
  const placed = JSON.parse(
    JSON.stringify({ ...workflow, pinData: undefined, id: 'test' })
      .replaceAll(/C:\\\\Test\\\\/g, `${testFolder}/`)
      .replaceAll('{{TESTDIR}}', testFolder)
      .replaceAll('{{TMP}}', temporary),
  ) as Workflow;
  for (const { node, parameter, value } of driver?.patches ?? []) {
    const target = placed.nodes.find(({ name }) => name === node);
    if (target === undefined) throw new Error(`The case patches the node "${node}", which its workflow lacks`);
    setPath(
      target.parameters,
      parameter,
      typeof value === 'string' ? value.replaceAll('{{TESTDIR}}', testFolder).replaceAll('{{TMP}}', temporary) : value,
    );
  }
  return placed;
}

async function execute(
  workflow: Workflow,
  sidecar: Sidecar,
  driver: DriverCase | undefined,
  sandbox: SandboxPort,
  listener: RunListener,
): Promise<RunResult> {
  const nodes = createNodeRegistry();
  nodes.add(testDataNode);
  nodes.add(versionTestNode);
  const credentials = { ...sidecar.credentials, ...driver?.credentials };
  const start = sidecar.frozenTimeMs ?? (sidecar.clock?.start === undefined ? Date.now() : Date.parse(sidecar.clock.start));
  const http = mockHttp(sidecar.httpMocks ?? []);
  const ports = fakePorts({
    nodes,
    clock: fakeClock(start),
    random: Math.random,
    http,
    binary: new MemoryBinary(),
    sandbox,
    credential: async (type) => credentials[type] ?? {},
    credentialTypes: createCredentialTypes(),
    renewedCredential: async ({ preAuthentication, displayName: name }, _reference, _asker, data) => ({
      ...data,
      ...(await preAuthentication?.fetch(data, { http, now: start, name })),
    }),
  });
  const trigger = driver?.trigger ?? workflow.trigger;
  const executor = new Executor(ports, { timezone: 'America/New_York', env: {} });
  const items = trigger === undefined ? undefined : [(trigger.input as Item | undefined) ?? { json: {} }];
  const { result } = await executor.start({ workflow, mode: trigger?.mode ?? 'manual', executionId: '1', items, listener }).done;
  return result;
}

function compareRun(
  result: RunResult,
  order: readonly string[],
  expected: Expected | undefined,
  pinData: Readonly<Record<string, readonly unknown[]>>,
  sidecar: Sidecar,
): string | undefined {
  const { error } = result.resultData;
  if (expected?.nodeExecutionOrder !== undefined && !equals(order, expected.nodeExecutionOrder)) {
    return `nodes ran in the order ${order.join(', ')} instead of ${expected.nodeExecutionOrder.join(', ')}`;
  }
  if (expected?.errorWording === 'any') return error === undefined ? 'expected the run to fail, but it succeeded' : undefined;
  if (expected?.error !== undefined) {
    const messages = [error?.message, (error?.cause as { message?: string } | undefined)?.message];
    return messages.includes(expected.error) ? undefined : `expected the error "${expected.error}", got ${show(error?.message)}`;
  }
  const requested: readonly (readonly [string, readonly unknown[]])[] =
    expected?.nodeData === undefined
      ? Object.entries(pinData).map(([name, items]) => [name, [items]] as const)
      : Object.entries(expected.nodeData);
  const options = {
    binary: expected?.assertBinaryData ?? sidecar.assertBinaryData ?? false,
    jsonOnly: sidecar.compare === 'json-only',
    outputLists:
      sidecar.compare === 'json-only' && requested.some(([, runs]) => runs.some((run) => Array.isArray(run) && Array.isArray(run[0]))),
    allOutputs: expected?.testAllOutputs ?? false,
  };
  for (const [name, runs] of requested) {
    const failure = compareNode(result, name, runs, options);
    if (failure !== undefined) return `${failure}${error === undefined ? '' : ` (the run failed: ${error.node ?? ''}: ${error.message})`}`;
  }
  const status = result.waitTill === undefined ? 'success' : 'waiting';
  return result.status === status ? undefined : `the run ended with ${result.status}: ${error?.node ?? ''}: ${error?.message ?? ''}`;
}

interface CompareOptions {
  readonly binary: boolean;
  readonly jsonOnly: boolean;
  readonly outputLists: boolean;
  readonly allOutputs: boolean;
}

function compareNode(result: RunResult, name: string, expectedRuns: readonly unknown[], options: CompareOptions): string | undefined {
  const runs = Object.hasOwn(result.resultData.runData, name) ? result.resultData.runData[name] : undefined;
  if (runs === undefined) return `"${name}" did not run`;
  const actual = runs.map((run) => {
    const outputs = run.data?.['main'];
    if (outputs === undefined) return null;
    if (options.outputLists) return (options.allOutputs ? outputs : outputs.slice(0, 1)).map((items) => plain(items, options) ?? []);
    return plain(outputs[0] ?? null, options);
  });
  const expected = expectedRuns.map((run) => {
    if (!Array.isArray(run)) return decode(run);
    return options.jsonOnly ? decode(run) : run.map((item: unknown) => wrapped(decode(item)));
  });
  if (actual.length === expected.length && actual.every((run, index) => equals(run, expected[index]))) return undefined;
  return `"${name}" gave ${show(actual)} instead of ${show(expected)}`;
}

function wrapped(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return { json: item };
  const { pairedItem: _pairedItem, ...rest } = item as Record<string, unknown>;
  return 'json' in rest ? withoutEmptyBinary(rest) : { json: item };
}

function withoutEmptyBinary(item: Record<string, unknown>): Record<string, unknown> {
  const { binary, ...rest } = item;
  return binary === undefined || Object.keys(binary as object).length === 0 ? rest : item;
}

/**
 * Returns items as the corpus compares them: without `pairedItem`, without binary data unless it is checked, and without this product's error
 * marks.
 */
function plain(items: ItemList, options: CompareOptions): readonly unknown[] | null {
  if (items === null) return null;
  return items.map(({ json, binary }) => {
    const visible = JSON.parse(JSON.stringify(json)) as unknown;
    if (options.jsonOnly) return visible;
    if (!options.binary || binary === undefined || Object.keys(binary).length === 0) return { json: visible };
    const entries = Object.entries(binary).map(
      ([key, { directory: _directory, bytes: _bytes, id: _id, ...entry }]) => [key, entry] as const,
    );
    return { json: visible, binary: Object.fromEntries(entries) };
  });
}

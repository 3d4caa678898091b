// Runs a template with a server, a folder and pinned data in the place of what is outside.
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { Item, RunData } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { Runner } from '../../runner.ts';
import type { WebhookReply } from '../../sdk/index.ts';
import { samplePdf } from '../sample-pdf.ts';
import { stubServer, type StubServer } from '../stub-server.ts';
import type { TemplateRun } from './template-run.ts';

/** Runs a template, and compares what came of it with what the run expects. */
export async function runTemplate(runner: Runner, workflow: WorkflowFile, run: TemplateRun): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'template-')));
  const server = await serverOf(run);
  const inPlace = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replaceAll('https://example.com', server.address).replaceAll('/path/to', folder)) as T;
  try {
    await writeFiles(folder, run);
    const replies: WebhookReply[] = [];
    const { result } = await runner.run({
      workflow: withParameters(inPlace(workflow), run),
      mode: 'manual',
      startNode: run.trigger ?? triggerOf(workflow),
      output: [inPlace(itemsOf(run))],
      pinData: Object.fromEntries(
        Object.entries(inPlace(run.pinned ?? {})).map(([node, items]) => [node, items.map((json) => ({ json: json as Item['json'] }))]),
      ),
      responder: { isStreaming: false, respond: (reply) => replies.push(reply) > 0, respondChunk: () => false, hintsFor: () => [] },
    });
    const { error, runData } = result.resultData;
    if (run.error === undefined) expect(error).toBeUndefined();
    else expect(error?.message).toMatch(run.error);
    expectOutput(runData, run);
    expectRequests(server, run);
    for (const [name, content] of Object.entries(run.written ?? {})) expectText(await readFile(join(folder, name), 'utf8'), content);
    if (run.response !== undefined) expectReply(replies, run.response);
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}

const isTrigger = (type: string): boolean => /(trigger|webhook|emailReadImap)$/i.test(type) && !type.endsWith('.respondToWebhook');

function triggerOf({ nodes }: WorkflowFile): string {
  const triggers = nodes.filter(({ type }) => isTrigger(type));
  expect(triggers, 'the only trigger').toHaveLength(1);
  return triggers[0]?.name ?? '';
}

function itemsOf({ items = [{}], uploads = {} }: TemplateRun): Item[] {
  const binary = Object.fromEntries(
    Object.entries(uploads).map(([field, { name, text }]) => [
      field,
      {
        data: Buffer.from(text).toString('base64'),
        mimeType: 'text/plain',
        fileName: name,
        fileExtension: name.split('.').at(-1) ?? '',
      },
    ]),
  );
  return items.map((json, index) => ({
    json: json as Item['json'],
    ...(index === 0 && Object.keys(uploads).length > 0 ? { binary } : {}),
  }));
}

/** Changes the parameters that the run changes, and lets failed nodes try again without a pause. */
const withParameters = (workflow: WorkflowFile, { parameters = {} }: TemplateRun): WorkflowFile => ({
  ...workflow,
  nodes: workflow.nodes.map((node) => ({
    ...node,
    ...(node.retryOnFail === true ? { waitBetweenTries: 0 } : {}),
    parameters: { ...node.parameters, ...parameters[node.name] },
  })),
});

async function writeFiles(folder: string, { files = {} }: TemplateRun): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytesOf(content, name));
  }
}

function bytesOf(content: NonNullable<TemplateRun['files']>[string], name: string): string | Buffer {
  if (typeof content === 'string') return content;
  return 'pdf' in content ? samplePdf([content.pdf], name) : Buffer.from(content.base64, 'base64');
}

const serverOf = ({ replies = {} }: TemplateRun): Promise<StubServer> =>
  stubServer(({ url }, response) => {
    const reply = replies[url] ?? {};
    const { status, body } = typeof reply === 'object' && 'status' in reply && 'body' in reply ? reply : { status: 200, body: reply };
    const type = typeof body === 'string' ? 'text/plain' : 'application/json';
    response.writeHead(status as number, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body));
  });

/** Replaces regular expressions by matchers. */
function matching(value: unknown): unknown {
  if (value instanceof RegExp) return expect.stringMatching(value);
  if (Array.isArray(value)) return value.map(matching);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, matching(each)]));
}

function expectOutput(runData: RunData, { expected = {}, skipped = [] }: TemplateRun): void {
  for (const [node, items] of Object.entries(expected)) {
    const output = runData[node]?.at(-1)?.data?.['main']?.find((list) => list !== null && list.length > 0) ?? [];
    const found = output.map(({ json }) => json);
    expect(found, node).toMatchObject(matching(items) as object[]);
    expect(found, node).toHaveLength(items.length);
  }
  for (const node of skipped) expect(runData[node], node).toBeUndefined();
}

function expectRequests({ received }: StubServer, { sent }: TemplateRun): void {
  if (sent === undefined) return;
  expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual(sent.map(([request]) => request));
  for (const [index, [request, body]] of sent.entries())
    if (body !== undefined) expect(JSON.parse(received[index]?.body ?? ''), request).toMatchObject(matching(body) as object);
}

function expectText(found: string, text: string | RegExp): void {
  if (typeof text === 'string') expect(found).toBe(text);
  else expect(found).toMatch(text);
}

function expectReply(replies: readonly WebhookReply[], { status = 200, headers = {}, body }: NonNullable<TemplateRun['response']>): void {
  expect(replies).toHaveLength(1);
  expect(replies[0]?.status).toBe(status);
  expect(replies[0]?.headers ?? {}).toMatchObject(headers);
  if (body !== undefined) expectText(Buffer.from((replies[0]?.body ?? '') as string | Uint8Array).toString(), body);
}

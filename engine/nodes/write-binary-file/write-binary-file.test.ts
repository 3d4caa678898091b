// Write Binary File with a real folder.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-disk-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const type = 'n8n-nodes-base.writeBinaryFile';
const item = (text: string): { json: { id: number }; binary: Record<string, { data: string; mimeType: string }> } => ({
  json: { id: 1 },
  binary: { data: { data: Buffer.from(text).toString('base64'), mimeType: 'text/plain' } },
});

it.each([
  ['replaces existing content', {}, 'b'],
  ['appends to existing content', { append: true }, 'ab'],
])('%s', async (_what, options, content) => {
  const fileName = join(folder, 'w.txt');
  const { json, error } = await runNode({ type, parameters: { fileName, options }, items: [item('a'), item('b')] });
  expect(error).toBeUndefined();
  expect(json).toEqual([
    { id: 1, fileName },
    { id: 1, fileName },
  ]);
  expect(await readFile(fileName, 'utf8')).toBe(content);
});

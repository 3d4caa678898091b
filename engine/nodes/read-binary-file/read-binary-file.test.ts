// Read Binary File with a real folder.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-disk-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const type = 'n8n-nodes-base.readBinaryFile';

it('adds a file to an item and keeps its other data', async () => {
  await writeFile(join(folder, 'a.txt'), 'hello');
  const parameters = { filePath: join(folder, 'a.txt'), dataPropertyName: 'text' };
  const item = { json: { id: 1 }, binary: { data: { data: 'eA==', mimeType: 'text/plain' } } };
  const { outputs } = await runNode({ type, parameters, items: [item] });
  expect(outputs[0]).toMatchObject([
    {
      json: { id: 1 },
      binary: { ...item.binary, text: { fileName: 'a.txt', data: Buffer.from('hello').toString('base64') } },
      pairedItem: { item: 0 },
    },
  ]);
});

it('reports that a file does not exist, or continues on failure', async () => {
  const missing = { type, parameters: { filePath: join(folder, 'none') } };
  expect((await runNode(missing)).error).toMatchObject({
    code: 'FILE_NOT_READABLE',
    message: expect.stringContaining('does not exist') as string,
  });
  const { json } = await runNode({ ...missing, node: { onError: 'continueRegularOutput' } });
  expect(json).toEqual([{ error: expect.stringContaining('does not exist') as string }]);
});

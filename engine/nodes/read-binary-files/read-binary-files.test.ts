// Read Binary Files with a real folder.
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

const type = 'n8n-nodes-base.readBinaryFiles';

it('returns one item for each file, and none if nothing matches', async () => {
  await writeFile(join(folder, 'b.txt'), '2');
  await writeFile(join(folder, 'a.txt'), '1');
  const many = { type, parameters: { fileSelector: `${folder}/*.txt` }, items: [{}, {}] };
  const { outputs } = await runNode(many);
  expect(outputs[0]).toMatchObject(
    ['1', '2'].map((text) => ({ json: {}, binary: { data: { data: Buffer.from(text).toString('base64') } }, pairedItem: { item: 0 } })),
  );
  expect((await runNode({ ...many, parameters: { fileSelector: `${folder}/*.png` } })).outputs[0] ?? []).toEqual([]);
});

it('rejects an empty pattern, or continues on failure', async () => {
  const empty = { type, parameters: { fileSelector: '' } };
  expect((await runNode(empty)).error?.message).toContain('The file selector is empty');
  expect((await runNode({ ...empty, node: { onError: 'continueRegularOutput' } })).json).toHaveLength(1);
});

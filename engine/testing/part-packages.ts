// Packages whose nodes are made with LangChain, in a registry of node types with a root node that returns what its parts do.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AiConnectionType } from '../contract/connection-types.ts';
import type { JsonObject } from '../contract/json.ts';
import { withAttached } from '../nodes/_shared/ai/attached.ts';
import { Packages } from '../packages/index.ts';
import { createCredentialTypes, createNodeRegistry } from '../registry/index.ts';
import { usePackage } from '../registry/n8n/index.ts';
import type { NodeRegistry } from '../registry/node-registry.ts';
import { defineNode, NodeError, type SuppliedParts } from '../sdk/index.ts';
import { startPackageRegistry } from './package-registry.ts';

const fixtures = join(import.meta.dirname, '../../build/fixtures');

export interface PartPackages {
  readonly nodes: NodeRegistry;
  stop(): Promise<void>;
}

/** Installs the packages `n8n-nodes-fixture-parts`, with LangChain, and `n8n-nodes-fixture-agents`, without. */
export async function partPackages(): Promise<PartPackages> {
  const source = await startPackageRegistry();
  const folder = await mkdtemp(join(tmpdir(), 'millrace-parts-'));
  // Only the older zod, which packages have: the newer one has many more files.
  const zod = join(folder, '.zod');
  await cp(join(dirname(fileURLToPath(import.meta.resolve('zod/package.json'))), 'v3'), join(zod, 'v3'), { recursive: true });
  await writeFile(join(zod, 'package.json'), JSON.stringify({ name: 'zod', version: '3.0.0', main: './v3/index.cjs' }));
  for (const path of [zod, join(fixtures, 'langchain'), join(fixtures, 'parts'), join(fixtures, 'agents')]) await source.publish(path);
  const packages = new Packages({ folder: join(folder, 'packages'), registry: source.url });
  const nodes = createNodeRegistry();
  const tables = { registry: nodes, credentialTypes: createCredentialTypes(), instanceId: 'test', instanceUrl: () => 'http://localhost' };
  for (const name of ['n8n-nodes-fixture-parts', 'n8n-nodes-fixture-agents']) {
    usePackage(tables, packages, await packages.install({ name, version: 'latest' }));
  }
  nodes.setPackage('test', [
    ['test.prober', async () => prober],
    ['test.toolbox', async () => toolbox],
  ]);
  return {
    nodes,
    stop: async () => {
      await packages.stop();
      await source.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const signal = new AbortController().signal;
const documents = [
  { pageContent: 'cat', metadata: { kind: 'pet' } },
  { pageContent: 'fish', metadata: { kind: 'pet' } },
];

type Uses = { readonly [T in keyof SuppliedParts]?: (part: SuppliedParts[T], input: JsonObject) => Promise<unknown> };

const uses: Uses = {
  ai_document: (loader) => loader.load({ json: {} }, 0),
  ai_embedding: async (embedder) => [await embedder.embed(['one', 'three'], signal), await embedder.embed(['three'], signal, 'query')],
  ai_outputParser: async (parser, { text }) => [parser.instructions, await parser.parse(String(text), signal)],
  ai_reranker: (reranker) => reranker.rerank('fish', documents, signal),
  ai_retriever: (retriever) => retriever.retrieve('birds', signal),
  ai_textSplitter: (splitter) => splitter.split('One. Two'),
  ai_vectorStore: async (store) => [await store.add(documents, signal), await store.search('fish', 1, { kind: 'pet' }, signal)],
};

/** Supplies two tools. The second one fails. */
const toolbox = defineNode({
  type: 'test.toolbox',
  icon: 'icon.svg',
  versions: [
    {
      description: {
        displayName: 'Toolbox',
        description: '',
        version: 1,
        group: ['transform'],
        defaults: { name: 'Toolbox' },
        inputs: [],
        outputs: ['ai_tool'],
        properties: [],
      },
      supply: ({ node }) => ({
        ai_tool: ['hammer', 'glue'].map((name) => ({
          name,
          description: `A ${name}`,
          inputSchema: { type: 'object', properties: { on: { type: 'string' } }, required: ['on'] },
          node: node.name,
          call: async ({ on }) => {
            if (name === 'glue') throw new NodeError('The glue is empty.');
            return { hit: String(on) };
          },
        })),
      }),
    },
  ],
});

/** A root node of core: uses the part that its parameter names. */
const prober = defineNode({
  type: 'test.prober',
  icon: 'icon.svg',
  versions: [
    {
      description: {
        displayName: 'Prober',
        description: '',
        version: 1,
        group: ['transform'],
        defaults: { name: 'Prober' },
        inputs: `={{ ['main', $parameter.part] }}`,
        outputs: ['main'],
        properties: [
          { displayName: 'Part', name: 'part', type: 'string', default: '' },
          { displayName: 'Input', name: 'input', type: 'json', default: '{}' },
        ],
      },
      execute: (ctx) =>
        withAttached(ctx, async (attached) => {
          const type = String(ctx.param('part', 0)) as keyof Uses & AiConnectionType;
          const [node] = ctx.connected(type).nodes;
          if (node === undefined) throw new NodeError('No part is connected.');
          const input = JSON.parse(String(ctx.param('input', 0))) as JsonObject;
          return [[{ json: { result: await useOf(await attached.part(node, type, 0), type, input) } }]];
        }),
    },
  ],
});

const useOf = async (part: unknown, type: keyof Uses, input: JsonObject): Promise<unknown> =>
  (uses[type] as (part: unknown, input: JsonObject) => Promise<unknown>)(part, input);

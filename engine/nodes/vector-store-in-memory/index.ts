// Simple Vector Store: documents in the memory of the process, without an account or a server.
import { isRecord, type JsonValue } from '../../contract/json.ts';
import { defineNode, type DetachedContext, type ListSearchResult } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { notice } from '../_shared/ai/tools/tool-properties.ts';
import { inModes, vectorStoreDescription } from '../_shared/ai/vector-stores/description.ts';
import { vectorStoreRuns } from '../_shared/ai/vector-stores/vector-store-node.ts';
import { memoryStore } from './memory-store.ts';

const DEFAULT_NAME = 'vector_store_key';
const VOLATILE =
  'The documents are in the memory of Millrace: they are lost when it ends, unless they are stored in the database when they are inserted.';

const fields: readonly NodeProperty[] = [
  {
    displayName: 'Memory Key',
    name: 'memoryKey',
    type: 'string',
    default: DEFAULT_NAME,
    description: 'Name of the store. Only nodes of this workflow can read it.',
    displayOptions: { show: { '@version': [{ _cnd: { lte: 1.1 } }] } },
  },
  {
    displayName: 'Memory Key',
    name: 'memoryKey',
    type: 'resourceLocator',
    default: { mode: 'list', value: DEFAULT_NAME },
    required: true,
    description: 'Name of the store. All your workflows can read it.',
    displayOptions: { show: { '@version': [{ _cnd: { gte: 1.2 } }] } },
    modes: [
      {
        displayName: 'From List',
        name: 'list',
        type: 'list',
        placeholder: 'Select a store',
        typeOptions: {
          searchListMethod: 'vectorStoresSearch',
          searchable: true,
          allowNewResource: {
            label: 'resourceLocator.mode.list.addNewResource.vectorStoreInMemory',
            defaultName: DEFAULT_NAME,
            method: 'createVectorStore',
          },
        },
      },
      { displayName: 'Manual', name: 'id', type: 'string', placeholder: DEFAULT_NAME },
    ],
  },
];

const insertFields: readonly NodeProperty[] = [
  {
    displayName: 'Clear Store',
    name: 'clearStore',
    type: 'boolean',
    default: false,
    description: 'Whether all documents are removed before new ones are inserted',
    displayOptions: inModes('insert'),
  },
  {
    displayName: 'Store in Database',
    name: 'storeInDatabase',
    type: 'boolean',
    default: false,
    description:
      'Whether the documents are also stored in the database, so that they survive a restart. They are deleted with this workflow.',
    displayOptions: inModes('insert'),
  },
  notice(VOLATILE, { displayOptions: inModes('insert') }),
];

async function vectorStoresSearch(ctx: DetachedContext, filter = ''): Promise<ListSearchResult> {
  const text = filter.toLowerCase();
  const names = [...new Set([DEFAULT_NAME, ...(await ctx.vectors.names('user'))])].filter((name) => name.toLowerCase().includes(text));
  return { results: names.toSorted((one, other) => one.localeCompare(other, 'en')).map((name) => ({ name, value: name })) };
}

/** A store exists from its first document on, so that its name is all that is needed. */
async function createVectorStore(_ctx: DetachedContext, payload: JsonValue | undefined): Promise<{ readonly value: string }> {
  const name = isRecord(payload) ? payload['name'] : undefined;
  return { value: typeof name === 'string' && name.trim() !== '' ? name.trim() : DEFAULT_NAME };
}

export const vectorStoreInMemory = defineNode({
  type: '@n8n/n8n-nodes-langchain.vectorStoreInMemory',
  icon: 'icon.svg',
  versions: [
    {
      description: vectorStoreDescription({
        displayName: 'Simple Vector Store',
        description: 'Stores documents in memory and finds those that are closest to a question, without an account or a server',
        alias: ['in memory'],
        fields,
        insertFields,
        loadFields: [notice(VOLATILE, { displayOptions: inModes('load', 'retrieve-as-tool') })],
        retrieveFields: [notice(VOLATILE, { displayOptions: inModes('retrieve') })],
      }),
      ...vectorStoreRuns(memoryStore),
      methods: { listSearch: { vectorStoresSearch }, actionHandler: { createVectorStore } },
    },
  ],
});

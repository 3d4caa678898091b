// Postgres PGVector Store: documents in a Postgres table with the extension pgvector.
import { defineNode } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { metadataFilter, optionsIn, vectorStoreDescription } from '../_shared/ai/vector-stores/description.ts';
import { vectorStoreRuns } from '../_shared/ai/vector-stores/vector-store-node.ts';
import { CREDENTIAL, pgVectorStore } from './vector-table.ts';

const named = (name: string, displayName: string, value: string, more: Partial<NodeProperty> = {}): NodeProperty => ({
  displayName,
  name,
  type: 'string',
  default: value,
  required: true,
  ...more,
});

const collection: NodeProperty = {
  displayName: 'Collection',
  name: 'collection',
  type: 'fixedCollection',
  default: { values: { useCollection: false, collectionName: 'n8n', collectionTable: 'n8n_vector_collections' } },
  description: 'A part of the table, with a name',
  options: [
    {
      displayName: 'Collection Settings',
      name: 'values',
      values: [
        {
          displayName: 'Use Collection',
          name: 'useCollection',
          type: 'boolean',
          default: false,
          description: 'Whether only the documents of one collection are used',
        },
        named('collectionName', 'Collection Name', 'n8n', {
          description: 'It is created if it does not exist',
          displayOptions: { show: { useCollection: [true] } },
        }),
        named('collectionTableName', 'Collection Table Name', 'n8n_vector_collections', {
          description: 'The table with the names of collections. It is created if it does not exist.',
          displayOptions: { show: { useCollection: [true] } },
        }),
      ],
    },
  ],
};

const columnNames: NodeProperty = {
  displayName: 'Column Names',
  name: 'columnNames',
  type: 'fixedCollection',
  default: { values: { idColumnName: 'id', vectorColumnName: 'embedding', contentColumnName: 'text', metadataColumnName: 'metadata' } },
  description: 'The columns of the table',
  options: [
    {
      displayName: 'Column Name Settings',
      name: 'values',
      values: [
        named('idColumnName', 'ID Column Name', 'id'),
        named('vectorColumnName', 'Vector Column Name', 'embedding'),
        named('contentColumnName', 'Content Column Name', 'text'),
        named('metadataColumnName', 'Metadata Column Name', 'metadata'),
      ],
    },
  ],
};

const distanceStrategy: NodeProperty = {
  displayName: 'Distance Strategy',
  name: 'distanceStrategy',
  type: 'options',
  default: 'cosine',
  description: 'How the distance of two vectors is measured',
  options: [
    { name: 'Cosine', value: 'cosine', description: 'By their directions' },
    { name: 'Inner Product', value: 'innerProduct', description: 'By their product, which is quick for vectors of the length 1' },
    { name: 'Euclidean', value: 'euclidean', description: 'By the line between their ends' },
  ],
};

const searchOptions = [distanceStrategy, collection, columnNames, metadataFilter];

export const vectorStorePGVector = defineNode({
  type: '@n8n/n8n-nodes-langchain.vectorStorePGVector',
  icon: 'icon.svg',
  versions: [
    {
      description: vectorStoreDescription({
        displayName: 'Postgres PGVector Store',
        description: 'Stores documents in a Postgres table with pgvector, and finds those that are closest to a question',
        alias: ['database', 'sql', 'pgvector'],
        credential: CREDENTIAL,
        fields: [
          {
            displayName: 'Table Name',
            name: 'tableName',
            type: 'string',
            default: 'n8n_vectors',
            description: 'The table with the documents. It is created if it does not exist.',
          },
        ],
        insertFields: [optionsIn(['insert'], [collection, columnNames])],
        loadFields: [optionsIn(['load', 'retrieve-as-tool'], searchOptions)],
        retrieveFields: [optionsIn(['retrieve'], searchOptions)],
      }),
      ...vectorStoreRuns(pgVectorStore),
    },
  ],
});

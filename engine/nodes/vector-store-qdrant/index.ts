// Qdrant Vector Store: documents in a collection of Qdrant.
import { defineNode } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { optionsIn, storeLocator, vectorStoreDescription } from '../_shared/ai/vector-stores/description.ts';
import { vectorStoreRuns } from '../_shared/ai/vector-stores/vector-store-node.ts';
import { qdrantCollectionsSearch, qdrantStore, CREDENTIAL } from './collection.ts';

const keys: readonly NodeProperty[] = [
  {
    displayName: 'Content Payload Key',
    name: 'contentPayloadKey',
    type: 'string',
    default: 'content',
    description: 'The key of the payload with the text of a document',
  },
  {
    displayName: 'Metadata Payload Key',
    name: 'metadataPayloadKey',
    type: 'string',
    default: 'metadata',
    description: 'The key of the payload with the metadata of a document',
  },
];

const searchOptions: readonly NodeProperty[] = [
  {
    displayName: 'Search Filter',
    name: 'searchFilterJson',
    type: 'json',
    default: '{\n  "must": [\n    {\n      "key": "metadata.batch",\n      "match": {\n        "value": 12345\n      }\n    }\n  ]\n}',
    typeOptions: { rows: 5 },
    description:
      'Only documents that match this filter of Qdrant are searched. <a href="https://qdrant.tech/documentation/concepts/filtering/">Filters</a>',
  },
  ...keys,
];

export const vectorStoreQdrant = defineNode({
  type: '@n8n/n8n-nodes-langchain.vectorStoreQdrant',
  icon: 'icon.svg',
  versions: [
    {
      description: vectorStoreDescription({
        displayName: 'Qdrant Vector Store',
        description: 'Stores documents in a collection of Qdrant, and finds those that are closest to a question',
        alias: ['database'],
        credential: CREDENTIAL,
        fields: [
          storeLocator(
            'qdrantCollection',
            'Qdrant Collection',
            'qdrantCollectionsSearch',
            'The collection. Inserting creates it if it does not exist.',
          ),
        ],
        insertFields: [
          optionsIn(
            ['insert'],
            [
              {
                displayName: 'Collection Config',
                name: 'collectionConfig',
                type: 'json',
                default: '',
                description:
                  'Settings of a new collection. <a href="https://qdrant.tech/documentation/concepts/collections/">Collections</a>',
              },
              ...keys,
            ],
          ),
        ],
        loadFields: [optionsIn(['load', 'retrieve-as-tool'], searchOptions)],
        retrieveFields: [optionsIn(['retrieve'], searchOptions)],
      }),
      ...vectorStoreRuns(qdrantStore),
      methods: { listSearch: { qdrantCollectionsSearch } },
    },
  ],
});

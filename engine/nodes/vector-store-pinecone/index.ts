// Pinecone Vector Store: documents in an index of Pinecone.
import { defineNode } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { metadataFilter, optionsIn, storeLocator, vectorStoreDescription } from '../_shared/ai/vector-stores/description.ts';
import { vectorStoreRuns } from '../_shared/ai/vector-stores/vector-store-node.ts';
import { CREDENTIAL, pineconeIndexSearch, pineconeStore } from './pinecone-index.ts';

const namespace: NodeProperty = {
  displayName: 'Pinecone Namespace',
  name: 'pineconeNamespace',
  type: 'string',
  default: '',
  description: 'The part of the index that is used. Default: that without a name.',
};

export const vectorStorePinecone = defineNode({
  type: '@n8n/n8n-nodes-langchain.vectorStorePinecone',
  icon: 'icon.svg',
  versions: [
    {
      description: vectorStoreDescription({
        displayName: 'Pinecone Vector Store',
        description: 'Stores documents in an index of Pinecone, and finds those that are closest to a question',
        alias: ['database', 'cloud'],
        credential: CREDENTIAL,
        canUpdate: true,
        fields: [
          storeLocator(
            'pineconeIndex',
            'Pinecone Index',
            'pineconeIndexSearch',
            'The index. Its dimension is that of the embedding model.',
          ),
        ],
        insertFields: [
          optionsIn(
            ['insert'],
            [
              {
                displayName: 'Clear Namespace',
                name: 'clearNamespace',
                type: 'boolean',
                default: false,
                description: 'Whether all documents of the namespace are removed before new ones are inserted',
              },
              namespace,
            ],
          ),
        ],
        loadFields: [optionsIn(['load', 'retrieve-as-tool'], [namespace, metadataFilter])],
        retrieveFields: [optionsIn(['retrieve'], [namespace, metadataFilter])],
      }),
      ...vectorStoreRuns(pineconeStore),
      methods: { listSearch: { pineconeIndexSearch } },
    },
  ],
});

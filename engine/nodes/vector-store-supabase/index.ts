// Supabase Vector Store: documents in a table of a Supabase project.
import { defineNode } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';
import { metadataFilter, optionsIn, storeLocator, vectorStoreDescription } from '../_shared/ai/vector-stores/description.ts';
import { vectorStoreRuns } from '../_shared/ai/vector-stores/vector-store-node.ts';
import { CREDENTIAL, supabaseStore, supabaseTableNameSearch } from './supabase-table.ts';

const queryName: NodeProperty = {
  displayName: 'Query Name',
  name: 'queryName',
  type: 'string',
  default: 'match_documents',
  description: 'The function of the database that finds documents',
};

export const vectorStoreSupabase = defineNode({
  type: '@n8n/n8n-nodes-langchain.vectorStoreSupabase',
  icon: 'icon.svg',
  versions: [
    {
      description: vectorStoreDescription({
        displayName: 'Supabase Vector Store',
        description: 'Stores documents in a table of Supabase, and finds those that are closest to a question',
        alias: ['database', 'postgres', 'pgvector'],
        credential: CREDENTIAL,
        canUpdate: true,
        fields: [
          storeLocator(
            'tableName',
            'Table Name',
            'supabaseTableNameSearch',
            'The table, with the columns "content", "metadata" and "embedding"',
          ),
        ],
        insertFields: [optionsIn(['insert'], [queryName])],
        loadFields: [optionsIn(['load', 'retrieve-as-tool'], [queryName, metadataFilter])],
        retrieveFields: [optionsIn(['retrieve'], [queryName, metadataFilter])],
        updateFields: [optionsIn(['update'], [queryName])],
      }),
      ...vectorStoreRuns(supabaseStore),
      methods: { listSearch: { supabaseTableNameSearch } },
    },
  ],
});

// Data that the editor loads on opening: settings, node types and credentials; also tags.
import type { NodeDescription } from '../../engine/workflow/node-type.ts';
import { transport } from '../transport/index.ts';
import { api, mutation, query, requestOf, withAllDigits } from './base.ts';
import type { CallArgs } from './routes.ts';

export const editorApi = api.injectEndpoints({
  endpoints: (build) => ({
    settings: query('GET /settings', ['Settings']),
    // The contract leaves the form of descriptions to the nodes.
    nodeTypes: build.query<readonly NodeDescription[], void>({
      ...withAllDigits,
      query: () => requestOf('GET /node-types'),
      providesTags: ['NodeTypes'],
      onQueryStarted: async (_, { queryFulfilled }) => {
        const loaded = await queryFulfilled.catch(() => undefined);
        for (const { name, iconVersion } of loaded?.data ?? []) if (iconVersion !== undefined) iconVersions.set(name, iconVersion);
      },
    }),
    nodeActions: query('GET /node-types/actions', ['NodeTypes'], { keepUnusedDataFor: 3600 }),
    /** Descriptions of certain versions, with their properties. */
    someNodeTypes: build.query<readonly NodeDescription[], CallArgs<'POST /node-types'>>({
      ...withAllDigits,
      query: (args) => requestOf('POST /node-types', args),
      keepUnusedDataFor: 0,
    }),
    credentials: query('GET /credentials', ['Credentials']),
    timezones: query('GET /options/timezones'),
    parameterOptions: query('GET /node-parameter-options', [], { keepUnusedDataFor: 300 }),
    listSearch: query('GET /nodes-list-search', [], { keepUnusedDataFor: 300 }),
    nodeAction: mutation('POST /dynamic-node-parameters/action-result'),
    mappingFields: query('POST /node-mapping-fields', [], { ...withAllDigits, keepUnusedDataFor: 300 }),
    credentialTypes: query('GET /credential-types', ['NodeTypes'], { keepUnusedDataFor: 3600 }),
    curlToJson: mutation('POST /curl-to-json'),
    /** Returns a file of an execution as base64. Not cached. */
    fileContent: query('GET /data/:id', [], { keepUnusedDataFor: 0 }),
    listTags: query('GET /tags', ['Tags']),
    createTag: mutation('POST /tags', ['Tags']),
    renameTag: mutation('PATCH /tags/:id', ['Tags', 'Workflows']),
    removeTag: mutation('DELETE /tags/:id', ['Tags', 'Workflows']),
  }),
});

/**
 * Versions of the icons of types from packages, by type. Such icons may have colors of their own and differ by theme. With their version in the
 * address, they are kept until it changes.
 */
const iconVersions = new Map<string, string>();

/** Returns the URL of a node type's icon. */
export function nodeIconUrl(type: string): string {
  const url = transport.urlOf(`node-icon/${encodeURIComponent(type)}`);
  const version = iconVersions.get(type);
  return version === undefined ? url : `${url}?${iconQuery(version)}`;
}

/** Returns the URL of the icon of a credential type. */
export const credentialIconUrl = (type: string, version: string): string =>
  `${transport.urlOf(`credential-icon/${encodeURIComponent(type)}`)}?${iconQuery(version)}`;

function iconQuery(version: string): string {
  const theme = document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
  return new URLSearchParams({ theme, v: version }).toString();
}

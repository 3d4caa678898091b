// Data that the editor loads on opening: settings, node types and credentials; also tags.
import { credentialRoutes } from '../../engine/contract/rest/credentials.ts';
import { curlRoutes } from '../../engine/contract/rest/curl.ts';
import { editorRoutes } from '../../engine/contract/rest/editor.ts';
import { tagRoutes } from '../../engine/contract/rest/tags.ts';
import type { NodeDescription } from '../../engine/workflow/node-type.ts';
import { transport } from '../transport/index.ts';
import { api, mutation, query, requestOf, withAllDigits, type CallArgs } from './base.ts';

export const editorApi = api.injectEndpoints({
  endpoints: (build) => ({
    settings: query(editorRoutes.settings, ['Settings']),
    // The contract leaves the form of descriptions to the nodes.
    nodeTypes: build.query<readonly NodeDescription[], void>({
      ...withAllDigits,
      query: () => requestOf(editorRoutes.nodeTypes),
      providesTags: ['NodeTypes'],
      onQueryStarted: async (_, { queryFulfilled }) => {
        const loaded = await queryFulfilled.catch(() => undefined);
        for (const { name, iconVersion } of loaded?.data ?? []) if (iconVersion !== undefined) iconVersions.set(name, iconVersion);
      },
    }),
    nodeActions: query(editorRoutes.nodeActions, ['NodeTypes'], { keepUnusedDataFor: 3600 }),
    /** Descriptions of certain versions, with their properties. */
    someNodeTypes: build.query<readonly NodeDescription[], CallArgs<typeof editorRoutes.someNodeTypes>>({
      ...withAllDigits,
      query: (args) => requestOf(editorRoutes.someNodeTypes, args),
      keepUnusedDataFor: 0,
    }),
    credentials: query(credentialRoutes.list, ['Credentials']),
    timezones: query(editorRoutes.timezones),
    parameterOptions: query(editorRoutes.parameterOptions, [], { keepUnusedDataFor: 300 }),
    listSearch: query(editorRoutes.listSearch, [], { keepUnusedDataFor: 300 }),
    nodeAction: mutation(editorRoutes.actionResult),
    mappingFields: query(editorRoutes.mappingFields, [], { ...withAllDigits, keepUnusedDataFor: 300 }),
    credentialTypes: query(editorRoutes.credentialTypes, ['NodeTypes'], { keepUnusedDataFor: 3600 }),
    curlToJson: mutation(curlRoutes.convert),
    /** Returns a file of an execution as base64. Not cached. */
    fileContent: query(editorRoutes.binary, [], { keepUnusedDataFor: 0 }),
    listTags: query(tagRoutes.list, ['Tags']),
    createTag: mutation(tagRoutes.create, ['Tags']),
    renameTag: mutation(tagRoutes.rename, ['Tags', 'Workflows']),
    removeTag: mutation(tagRoutes.remove, ['Tags', 'Workflows']),
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

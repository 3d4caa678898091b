// Data that the editor loads on opening: settings, node types and credentials; also tags.
import { credentialRoutes } from '../../engine/contract/rest/credentials.ts';
import { curlRoutes } from '../../engine/contract/rest/curl.ts';
import { editorRoutes } from '../../engine/contract/rest/editor.ts';
import { tagRoutes } from '../../engine/contract/rest/tags.ts';
import type { NodeDescription } from '../../engine/workflow/node-type.ts';
import { transport } from '../transport/index.ts';
import { api, requestOf, withAllDigits, type ResponseBody, type CallArgs } from './base.ts';

type Routes = typeof editorRoutes;
type Tags = typeof tagRoutes;
type Curl = typeof curlRoutes;

export const editorApi = api.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query<ResponseBody<Routes['settings']>, void>({
      query: () => requestOf(editorRoutes.settings, {}),
      providesTags: ['Settings'],
    }),
    nodeTypes: build.query<readonly NodeDescription[], void>({
      ...withAllDigits,
      query: () => requestOf(editorRoutes.nodeTypes, { query: {} }),
      providesTags: ['NodeTypes'],
      onQueryStarted: async (_, { queryFulfilled }) => {
        const loaded = await queryFulfilled.catch(() => undefined);
        for (const { name, iconVersion } of loaded?.data ?? []) if (iconVersion !== undefined) iconVersions.set(name, iconVersion);
      },
    }),
    nodeActions: build.query<ResponseBody<Routes['nodeActions']>, void>({
      query: () => requestOf(editorRoutes.nodeActions, {}),
      providesTags: ['NodeTypes'],
      keepUnusedDataFor: 3600,
    }),
    /** Descriptions of certain versions, with their properties. */
    someNodeTypes: build.query<readonly NodeDescription[], CallArgs<Routes['someNodeTypes']>>({
      ...withAllDigits,
      query: (args) => requestOf(editorRoutes.someNodeTypes, args),
      keepUnusedDataFor: 0,
    }),
    credentials: build.query<ResponseBody<(typeof credentialRoutes)['list']>, void>({
      query: () => requestOf(credentialRoutes.list, {}),
      providesTags: ['Credentials'],
    }),
    timezones: build.query<ResponseBody<Routes['timezones']>, void>({ query: () => requestOf(editorRoutes.timezones, {}) }),
    parameterOptions: build.query<ResponseBody<Routes['parameterOptions']>, CallArgs<Routes['parameterOptions']>>({
      query: (args) => requestOf(editorRoutes.parameterOptions, args),
      keepUnusedDataFor: 300,
    }),
    listSearch: build.query<ResponseBody<Routes['listSearch']>, CallArgs<Routes['listSearch']>>({
      query: (args) => requestOf(editorRoutes.listSearch, args),
      keepUnusedDataFor: 300,
    }),
    nodeAction: build.mutation<ResponseBody<Routes['actionResult']>, CallArgs<Routes['actionResult']>>({
      query: (args) => requestOf(editorRoutes.actionResult, args),
    }),
    mappingFields: build.query<ResponseBody<Routes['mappingFields']>, CallArgs<Routes['mappingFields']>>({
      ...withAllDigits,
      query: (args) => requestOf(editorRoutes.mappingFields, args),
      keepUnusedDataFor: 300,
    }),
    credentialTypes: build.query<ResponseBody<Routes['credentialTypes']>, void>({
      query: () => requestOf(editorRoutes.credentialTypes, {}),
      providesTags: ['NodeTypes'],
      keepUnusedDataFor: 3600,
    }),
    curlToJson: build.mutation<ResponseBody<Curl['convert']>, CallArgs<Curl['convert']>>({
      query: (args) => requestOf(curlRoutes.convert, args),
    }),
    /** Returns a file of an execution as base64. Not cached. */
    fileContent: build.query<ResponseBody<Routes['binary']>, CallArgs<Routes['binary']>>({
      query: (args) => requestOf(editorRoutes.binary, args),
      keepUnusedDataFor: 0,
    }),
    listTags: build.query<ResponseBody<Tags['list']>, CallArgs<Tags['list']>>({
      query: (args) => requestOf(tagRoutes.list, args),
      providesTags: ['Tags'],
    }),
    createTag: build.mutation<ResponseBody<Tags['create']>, CallArgs<Tags['create']>>({
      query: (args) => requestOf(tagRoutes.create, args),
      invalidatesTags: ['Tags'],
    }),
    renameTag: build.mutation<ResponseBody<Tags['rename']>, CallArgs<Tags['rename']>>({
      query: (args) => requestOf(tagRoutes.rename, args),
      invalidatesTags: ['Tags', 'Workflows'],
    }),
    removeTag: build.mutation<ResponseBody<Tags['remove']>, CallArgs<Tags['remove']>>({
      query: (args) => requestOf(tagRoutes.remove, args),
      invalidatesTags: ['Tags', 'Workflows'],
    }),
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

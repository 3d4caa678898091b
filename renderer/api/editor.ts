// What the editor loads on entry: settings, node types, credentials; and tags.
import { editorRoutes } from '../../engine/contract/rest/editor.ts';
import { tagRoutes } from '../../engine/contract/rest/tags.ts';
import type { NodeDescription } from '../../engine/workflow/node-type.ts';
import { api, requestOf, type Answer, type CallArgs } from './base.ts';

type Routes = typeof editorRoutes;
type Tags = typeof tagRoutes;

export const editorApi = api.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query<Answer<Routes['settings']>, void>({
      query: () => requestOf(editorRoutes.settings, {}),
      providesTags: ['Settings'],
    }),
    nodeTypes: build.query<readonly NodeDescription[], void>({
      query: () => requestOf(editorRoutes.nodeTypes, { query: {} }),
      providesTags: ['NodeTypes'],
    }),
    credentials: build.query<Answer<Routes['credentials']>, void>({
      query: () => requestOf(editorRoutes.credentials, {}),
      providesTags: ['Credentials'],
    }),
    listTags: build.query<Answer<Tags['list']>, CallArgs<Tags['list']>>({
      query: (args) => requestOf(tagRoutes.list, args),
      providesTags: ['Tags'],
    }),
    createTag: build.mutation<Answer<Tags['create']>, CallArgs<Tags['create']>>({
      query: (args) => requestOf(tagRoutes.create, args),
      invalidatesTags: ['Tags'],
    }),
    renameTag: build.mutation<Answer<Tags['rename']>, CallArgs<Tags['rename']>>({
      query: (args) => requestOf(tagRoutes.rename, args),
      invalidatesTags: ['Tags', 'Workflows'],
    }),
    removeTag: build.mutation<Answer<Tags['remove']>, CallArgs<Tags['remove']>>({
      query: (args) => requestOf(tagRoutes.remove, args),
      invalidatesTags: ['Tags', 'Workflows'],
    }),
  }),
});

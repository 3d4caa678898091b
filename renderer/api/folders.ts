// REST calls for folders of workflows.
import { api, mutation, query } from './base.ts';

export const foldersApi = api.injectEndpoints({
  endpoints: () => ({
    listFolders: query('GET /folders', ['Folders']),
    createFolder: mutation('POST /folders', ['Folders']),
    updateFolder: mutation('PATCH /folders/:id', ['Folders']),
    deleteFolder: mutation('DELETE /folders/:id', ['Folders', 'Workflows']),
    moveToFolder: mutation('POST /folders/move', ['Folders', 'Workflows']),
  }),
});

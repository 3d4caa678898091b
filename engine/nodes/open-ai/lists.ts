// What the editor offers to choose from: models, files.
import { NodeError, type DetachedContext, type ListSearchResult } from '../../sdk/index.ts';
import type { PropertyOption } from '../../workflow/node-type.ts';
import { isChatModel, openAiModels } from '../_shared/ai/models/open-ai-models.ts';
import { openAiService } from './open-ai-service.ts';

interface ListedFile {
  readonly id: string;
  readonly filename?: string;
}

async function files(ctx: DetachedContext): Promise<readonly PropertyOption[]> {
  const { data } = await (await openAiService(ctx, 0)).json({ path: '/files' });
  return (Array.isArray(data) ? (data as readonly ListedFile[]) : []).map(({ id, filename }) => ({ name: filename ?? id, value: id }));
}

async function fileSearch(ctx: DetachedContext, filter = ''): Promise<ListSearchResult> {
  const options = (await files(ctx)).filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));
  return { results: options.map(({ name, value }) => ({ name, value: String(value) })) };
}

/** Returns what is thrown wherever an assistant is used. */
export const assistantsEnded = (): NodeError =>
  new NodeError('OpenAI ended its Assistants API on August 26, 2026.', {
    code: 'NODE_REQUEST_FAILED',
    name: 'NodeApiError',
    parameter: 'resource',
    hint: 'Choose the resource "Text", with the instructions of the assistant as a system message; or use an AI Agent with tools and a memory.',
  });

export const methods = {
  listSearch: {
    modelSearch: (ctx: DetachedContext, filter?: string) => openAiModels(ctx, isChatModel, filter),
    imageModelSearch: (ctx: DetachedContext, filter?: string) => openAiModels(ctx, isChatModel, filter),
    imageGenerateModelSearch: (ctx: DetachedContext, filter?: string) => openAiModels(ctx, (id) => /image|dall-e/.test(id), filter),
    videoModelSearch: (ctx: DetachedContext, filter?: string) => openAiModels(ctx, (id) => id.includes('sora'), filter),
    fileSearch,
    assistantSearch: () => Promise.reject(assistantsEnded()),
  },
  loadOptions: { getFiles: files },
};

// Templates: from the library of this instance, or from the templates service that the settings name. Both have the same seven calls.
import type {
  CollectionSummary,
  Template,
  TemplateCategory,
  TemplateCollection,
  TemplatePage,
  TemplateWorkflow,
} from '../../engine/contract/rest/templates.ts';
import type { Settings } from '../../engine/contract/rest/editor.ts';
import { i18n } from '../i18n/index.ts';
import { transport, type RequestFailure } from '../transport/index.ts';

/** Ids of categories, and words; both empty for everything. */
export interface TemplateSearch {
  readonly categories: readonly number[];
  readonly text: string;
}

export interface TemplateSource {
  categories(signal?: AbortSignal): Promise<readonly TemplateCategory[]>;
  collections(search: TemplateSearch, signal?: AbortSignal): Promise<readonly CollectionSummary[]>;
  list(search: TemplateSearch, page: { readonly skip: number; readonly rows: number }, signal?: AbortSignal): Promise<TemplatePage>;
  collection(id: string, signal?: AbortSignal): Promise<TemplateCollection>;
  template(id: string, signal?: AbortSignal): Promise<Template>;
  /** The workflow to be opened as a new one. */
  workflow(id: string, signal?: AbortSignal): Promise<TemplateWorkflow>;
}

/** Returns the JSON at a path. Rejects with a `RequestFailure`. */
type Get = (path: string, signal: AbortSignal | undefined) => Promise<unknown>;

/** `host`: address of a templates service; empty for the library of this instance. */
export function templateSource({ templates: { host }, versionCli }: Pick<Settings, 'templates' | 'versionCli'>): TemplateSource {
  const get = host === '' ? getOwn : getFrom(host.replace(/\/+$/, ''), versionCli);
  const field = async <T>(path: string, name: string, signal: AbortSignal | undefined): Promise<T> => {
    const body = (await get(path, signal)) as Readonly<Record<string, T>> | null;
    const value = body?.[name];
    if (value === undefined) throw failure('UNREADABLE', i18n.t('requests.unreadable'), 200);
    return value;
  };
  return {
    categories: (signal) => field('templates/categories', 'categories', signal),
    collections: (search, signal) => field(`templates/collections${queryOf(search)}`, 'collections', signal),
    list: async (search, { skip, rows }, signal) => {
      const path = `templates/workflows${queryOf(search, { skip: String(skip), rows: String(rows) })}`;
      const page = (await get(path, signal)) as TemplatePage | null;
      if (!Array.isArray(page?.workflows)) throw failure('UNREADABLE', i18n.t('requests.unreadable'), 200);
      return page;
    },
    collection: (id, signal) => field(`templates/collections/${encodeURIComponent(id)}`, 'collection', signal),
    template: (id, signal) => field(`templates/workflows/${encodeURIComponent(id)}`, 'workflow', signal),
    workflow: async (id, signal) => (await get(`workflows/templates/${encodeURIComponent(id)}`, signal)) as TemplateWorkflow,
  };
}

function queryOf({ categories, text }: TemplateSearch, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(more);
  if (categories.length > 0) query.set('category', categories.join(','));
  if (text.trim() !== '') query.set('search', text.trim());
  return query.size === 0 ? '' : `?${query.toString()}`;
}

const getOwn: Get = async (path, signal) => {
  const result = await transport.request({ method: 'GET', path: `/template-library/${path}`, ...(signal === undefined ? {} : { signal }) });
  if ('error' in result) throw result.error as unknown as Error;
  return result.data;
};

const getFrom =
  (host: string, version: string): Get =>
  async (path, signal) => {
    const response = await fetch(`${host}/${path}`, { headers: { 'n8n-version': version }, signal: signal ?? null }).catch(
      (error: unknown) => {
        if (signal?.aborted === true) throw error;
        throw failure('UNREACHABLE', i18n.t('requests.unreachable'), 0);
      },
    );
    if (!response.ok) throw failure(response.status === 404 ? 'NOT_FOUND' : 'SERVICE_FAILED', response.statusText, response.status);
    return response.json();
  };

/** Errors of requests are plain objects, as the transport returns them. */
const failure = (code: string, message: string, status: number): Error =>
  ({ code, message, status }) satisfies RequestFailure as unknown as Error;

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
import { categoriesIn, collectionIn, collectionsIn, pageIn, templateIn, workflowIn } from './template-responses.ts';

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
  const read = async <T>(path: string, readBody: (body: unknown) => T | undefined, signal: AbortSignal | undefined): Promise<T> => {
    const result = readBody(await get(path, signal));
    if (result !== undefined) return result;
    throw failure('UNREADABLE', host === '' ? i18n.t('requests.unreadable') : i18n.t('requests.templates.unreadable'), 200);
  };
  return {
    categories: (signal) => read('templates/categories', categoriesIn, signal),
    collections: (search, signal) => read(`templates/collections${queryOf(search)}`, collectionsIn, signal),
    list: (search, { skip, rows }, signal) =>
      read(`templates/workflows${queryOf(search, { skip: String(skip), rows: String(rows) })}`, pageIn, signal),
    collection: (id, signal) => read(`templates/collections/${encodeURIComponent(id)}`, collectionIn, signal),
    template: (id, signal) => read(`templates/workflows/${encodeURIComponent(id)}`, templateIn, signal),
    workflow: (id, signal) => read(`workflows/templates/${encodeURIComponent(id)}`, workflowIn, signal),
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

/** Milliseconds after which a service counts as unreachable. */
const PATIENCE = 15_000;

const getFrom =
  (host: string, version: string): Get =>
  async (path, signal) => {
    const timeout = AbortSignal.timeout(PATIENCE);
    const get = async (): Promise<unknown> => {
      const response = await fetch(`${host}/${path}`, {
        headers: { 'n8n-version': version },
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      const { ok: isOk, status } = response;
      if (status === 404) throw failure('NOT_FOUND', i18n.t('requests.templates.missing'), status);
      if (!isOk) throw failure('SERVICE_FAILED', i18n.t('requests.templates.failed', { status }), status);
      return jsonOf(await response.text());
    };
    return get().catch((error: unknown) => {
      // An aborted request, or a response of the service.
      if (signal?.aborted === true || (error as Partial<RequestFailure>).status !== undefined) throw error;
      throw failure('UNREACHABLE', i18n.t('requests.templates.unreachable', { host }), 0);
    });
  };

/** Returns undefined for a text that is not JSON, such as a network's sign-in page. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Errors of requests are plain objects, as the transport returns them. */
const failure = (code: string, message: string, status: number): Error =>
  ({ code, message, status }) satisfies RequestFailure as unknown as Error;

// The templates that are part of the product: files in one folder, which are read when they are first asked for.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../contract/errors.ts';
import type {
  CollectionSummary,
  Template,
  TemplateCategory,
  TemplateCollection,
  TemplateField,
  TemplatePage,
  TemplateSummary,
  TemplateWorkflow,
} from '../contract/rest/templates.ts';
import type { WorkflowFile } from '../contract/workflow.ts';

/** A file `<name>.json` of the folder. */
interface TemplateFile {
  readonly id: number;
  readonly name: string;
  /** Markdown. */
  readonly description: string;
  /** Names of categories. */
  readonly categories: readonly string[];
  readonly createdAt: string;
  /** Parameters to fill in. */
  readonly fields?: readonly TemplateField[];
  readonly workflow: WorkflowFile;
}

/** An entry of `collections.json`. */
interface CollectionFile {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly createdAt: string;
  /** Ids of templates. */
  readonly workflows: readonly number[];
}

/** A template in memory, without its workflow, which is read when it is requested. */
interface Entry {
  readonly file: string;
  readonly summary: TemplateSummary;
  readonly categories: readonly TemplateCategory[];
  /** Lower case. */
  readonly searched: string;
}

interface Library {
  readonly categories: readonly TemplateCategory[];
  readonly entries: readonly Entry[];
  readonly collections: readonly CollectionFile[];
}

interface Search {
  /** Ids separated by commas. */
  readonly category?: string | undefined;
  readonly search?: string | undefined;
}

const PAGE = 20;
const notTemplates: ReadonlySet<string> = new Set(['categories.json', 'collections.json']);

export class TemplateLibrary {
  readonly #folder: string;
  #library: Promise<Library> | undefined;

  /** `folder`: absolute path. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async categories(): Promise<{ categories: TemplateCategory[] }> {
    return { categories: [...(await this.#read()).categories] };
  }

  async list({
    skip = 0,
    rows = PAGE,
    ...search
  }: Search & { readonly skip?: number | undefined; readonly rows?: number | undefined }): Promise<TemplatePage> {
    const matching = matches(await this.#read(), search);
    return { totalWorkflows: matching.length, workflows: matching.slice(skip, skip + rows).map(({ summary }) => summary) };
  }

  /** Returns the collections that contain a matching template. */
  async collections(search: Search): Promise<{ collections: CollectionSummary[] }> {
    const library = await this.#read();
    const matching = new Set(matches(library, search).map(({ summary }) => summary.id));
    const found = library.collections.filter(({ workflows }) => workflows.some((id) => matching.has(id)));
    return { collections: found.map((collection) => collectionSummary(collection, library)) };
  }

  /** Throws NOT_FOUND. */
  async collection(id: string): Promise<{ collection: TemplateCollection }> {
    const library = await this.#read();
    const collection = library.collections.find((each) => String(each.id) === id);
    if (collection === undefined) throw new AppError('NOT_FOUND', `There is no collection "${id}" of templates.`, { params: { id } });
    const workflows = summariesOf(collection, library);
    return { collection: { ...collectionSummary(collection, library), workflows } };
  }

  /** Throws NOT_FOUND. */
  async get(id: string): Promise<{ workflow: Template }> {
    const { file, summary, categories } = await this.#entry(id);
    const { workflow } = await this.#template(file);
    return { workflow: { ...summary, categories: [...categories], workflow: workflow as Template['workflow'] } };
  }

  /** Throws NOT_FOUND. */
  async workflow(id: string): Promise<TemplateWorkflow> {
    const { file, summary } = await this.#entry(id);
    const { name, workflow, fields } = await this.#template(file);
    return {
      id: summary.id,
      name,
      workflow: workflow as TemplateWorkflow['workflow'],
      ...(fields === undefined ? {} : { fields: [...fields] }),
    };
  }

  async #entry(id: string): Promise<Entry> {
    const entry = (await this.#read()).entries.find(({ summary }) => String(summary.id) === id);
    if (entry === undefined) throw new AppError('NOT_FOUND', `There is no template "${id}" in the library.`, { params: { id } });
    return entry;
  }

  #read(): Promise<Library> {
    this.#library ??= this.#load().catch((error: unknown) => {
      this.#library = undefined;
      throw error;
    });
    return this.#library;
  }

  async #load(): Promise<Library> {
    const categories = (await this.#json('categories.json')) as readonly TemplateCategory[];
    const collections = (await this.#json('collections.json')) as readonly CollectionFile[];
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.json') && !notTemplates.has(name));
    const entries = await Promise.all(names.map(async (file) => entryOf(file, await this.#template(file), categories)));
    return { categories, collections, entries: entries.toSorted((a, b) => a.summary.id - b.summary.id) };
  }

  async #template(file: string): Promise<TemplateFile> {
    return (await this.#json(file)) as TemplateFile;
  }

  async #json(file: string): Promise<unknown> {
    return JSON.parse(await readFile(join(this.#folder, file), 'utf8'));
  }
}

function entryOf(file: string, template: TemplateFile, allCategories: readonly TemplateCategory[]): Entry {
  const { id, name, description, createdAt, workflow } = template;
  const nodes = nodesOf(workflow.nodes.map(({ type }) => type));
  return {
    file,
    summary: { id, name, description, createdAt, nodes, totalViews: 0 },
    categories: allCategories.filter((category) => template.categories.includes(category.name)),
    searched: [name, description, ...template.categories, ...nodes.map((node) => node.name)].join('\n').toLowerCase(),
  };
}

/** Types that are shown as apps of a template: each once, without notes. */
const nodesOf = (types: readonly string[]): { name: string }[] =>
  [...new Set(types)].filter((type) => type !== 'n8n-nodes-base.stickyNote').map((name) => ({ name }));

function matches({ entries }: Library, { category = '', search = '' }: Search): readonly Entry[] {
  const ids = new Set(category.split(',').flatMap((id) => (id.trim() === '' ? [] : [Number(id)])));
  const words = search.toLowerCase().split(/\s+/);
  return entries.filter(
    ({ categories, searched }) =>
      (ids.size === 0 || categories.some(({ id }) => ids.has(id))) && words.every((word) => searched.includes(word)),
  );
}

const summariesOf = ({ workflows }: CollectionFile, { entries }: Library): TemplateSummary[] =>
  workflows.flatMap((id) => entries.find(({ summary }) => summary.id === id)?.summary ?? []);

const collectionSummary = (collection: CollectionFile, library: Library): CollectionSummary => {
  const { id, name, description, createdAt } = collection;
  const summaries = summariesOf(collection, library);
  const nodes = nodesOf(summaries.flatMap((summary) => summary.nodes.map((node) => node.name)));
  return { id, name, description, createdAt, workflows: summaries.map((summary) => ({ id: summary.id })), nodes };
};

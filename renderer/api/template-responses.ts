// Reads what a templates service responds: entries without an id and a name are left out, and other missing or invalid fields are empty.
import { isRecord, type JsonObject } from '../../engine/contract/json.ts';
import type {
  CollectionSummary,
  Template,
  TemplateCategory,
  TemplateCollection,
  TemplateField,
  TemplatePage,
  TemplateSummary,
  TemplateWorkflow,
} from '../../engine/contract/rest/templates.ts';

/** Returned for a response of another form. */
type Unreadable = undefined;

export const categoriesIn = (body: unknown): readonly TemplateCategory[] | Unreadable => entriesIn(body, 'categories', categoryOf);

export const collectionsIn = (body: unknown): readonly CollectionSummary[] | Unreadable => entriesIn(body, 'collections', collectionOf);

export function pageIn(body: unknown): TemplatePage | Unreadable {
  const workflows = entriesIn(body, 'workflows', summaryOf);
  if (workflows === undefined || !isRecord(body)) return undefined;
  return { totalWorkflows: Math.max(countOf(body['totalWorkflows']), workflows.length), workflows: [...workflows] };
}

export function collectionIn(body: unknown): TemplateCollection | Unreadable {
  const collection = fieldOf(body, 'collection');
  const summary = collectionOf(collection);
  return summary === undefined ? undefined : { ...summary, workflows: [...(entriesIn(collection, 'workflows', summaryOf) ?? [])] };
}

export function templateIn(body: unknown): Template | Unreadable {
  const template = fieldOf(body, 'workflow');
  const summary = summaryOf(template);
  if (summary === undefined) return undefined;
  const categories = [...(entriesIn(template, 'categories', categoryOf) ?? [])];
  return { ...summary, categories, workflow: fieldOf(template, 'workflow') as Template['workflow'] };
}

/** The workflow itself is checked when it is opened. */
export function workflowIn(body: unknown): TemplateWorkflow | Unreadable {
  if (!isRecord(body)) return undefined;
  const { name, fields, ...rest } = body;
  return { ...(rest as Omit<TemplateWorkflow, 'name' | 'fields'>), name: textOf(name), fields: listOf(fields).filter(isField) };
}

const isField = (field: unknown): field is TemplateField =>
  isRecord(field) && ['node', 'parameter', 'label'].every((name) => textOf(field[name]) !== '');

function summaryOf(entry: unknown): TemplateSummary | undefined {
  const identity = identityOf(entry);
  if (identity === undefined || !isRecord(entry)) return undefined;
  const username = textOf(fieldOf(entry['user'], 'username'));
  return {
    ...identity,
    ...describedBy(entry),
    totalViews: countOf(entry['totalViews']),
    ...(username === '' ? {} : { user: { username } }),
  };
}

function collectionOf(entry: unknown): CollectionSummary | undefined {
  const identity = identityOf(entry);
  if (identity === undefined || !isRecord(entry)) return undefined;
  return { ...identity, ...describedBy(entry), workflows: listOf(entry['workflows']).filter(isRecord) as CollectionSummary['workflows'] };
}

const categoryOf = (entry: unknown): TemplateCategory | undefined => identityOf(entry);

function identityOf(entry: unknown): { readonly id: number; readonly name: string } | undefined {
  const [id, name] = [fieldOf(entry, 'id'), textOf(fieldOf(entry, 'name'))];
  return Number.isSafeInteger(id) && name !== '' ? { id: id as number, name } : undefined;
}

function describedBy(entry: JsonObject): Pick<TemplateSummary, 'description' | 'createdAt' | 'nodes'> {
  const createdAt = textOf(entry['createdAt']);
  return {
    description: textOf(entry['description']),
    createdAt: Number.isNaN(Date.parse(createdAt)) ? '' : createdAt,
    nodes: listOf(entry['nodes']).filter((node): node is { name: string } => textOf(fieldOf(node, 'name')) !== ''),
  };
}

/** Returns the valid entries of the list in a field; undefined if it is not a list. */
function entriesIn<T>(body: unknown, field: string, read: (entry: unknown) => T | undefined): readonly T[] | undefined {
  const list = fieldOf(body, field);
  return Array.isArray(list) ? list.flatMap((entry: unknown) => read(entry) ?? []) : undefined;
}

const fieldOf = (value: unknown, name: string): unknown => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const countOf = (value: unknown): number => (Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0);

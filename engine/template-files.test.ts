// Every template that is part of the product is whole, and runs.
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { TemplateField } from './contract/rest/templates.ts';
import type { WorkflowFile, WorkflowNode } from './contract/workflow.ts';
import { createNodeRegistry } from './registry/index.ts';
import { createRunner } from './runner.ts';
import { dataAndFilesRuns } from './testing/template-runs/data-and-files.ts';
import { messagesAndFormsRuns } from './testing/template-runs/messages-and-forms.ts';
import { modelsAndOperationsRuns } from './testing/template-runs/models-and-operations.ts';
import { monitoringAndDocumentsRuns } from './testing/template-runs/monitoring-and-documents.ts';
import { pagesAndApisRuns } from './testing/template-runs/pages-and-apis.ts';
import type { TemplateRun } from './testing/template-runs/template-run.ts';
import { runTemplate } from './testing/template-runs/run-template.ts';
import { openWorkflowToRun, readWorkflow } from './workflow/file/import.ts';
import { nodeIssues } from './workflow/issues/node-issues.ts';
import { stickyNoteType } from './workflow/planning/start-node.ts';
import { getPath } from './workflow/values/object-path.ts';

/** By the names of the files. */
const templateRuns: Readonly<Record<string, TemplateRun>> = {
  ...dataAndFilesRuns,
  ...messagesAndFormsRuns,
  ...modelsAndOperationsRuns,
  ...monitoringAndDocumentsRuns,
  ...pagesAndApisRuns,
};

interface TemplateFile {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly categories: readonly string[];
  readonly createdAt: string;
  readonly fields?: readonly TemplateField[];
  readonly workflow: WorkflowFile;
}

const folder = join(import.meta.dirname, '../resources/templates');
const json = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(folder, name), 'utf8'));
const lists = new Set(['categories.json', 'collections.json']);
const slugs = (await readdir(folder)).filter((name) => !lists.has(name)).map((name) => basename(name, '.json'));
const templates = await Promise.all(slugs.map(async (slug) => [slug, (await json(`${slug}.json`)) as TemplateFile] as const));
const categories = (await json('categories.json')) as readonly { readonly id: number; readonly name: string }[];
const collections = (await json('collections.json')) as readonly { readonly id: number; readonly workflows: readonly number[] }[];

const registry = createNodeRegistry();
await registry.load(registry.types());
/** Types of nodes that are installed with a package of n8n. */
const packageTypes = /^(n8n-nodes-base|@n8n\/n8n-nodes-langchain)\.\w+$/;
const sizeOf = ({ type, parameters: { width, height } }: WorkflowNode): readonly [number, number] =>
  type === stickyNoteType ? [Number(width), Number(height)] : [100, 100];

const overlap = (a: WorkflowNode, b: WorkflowNode): boolean =>
  [0, 1].every((axis) => {
    const [from, other] = [a.position[axis] as number, b.position[axis] as number];
    return from < other + (sizeOf(b)[axis] as number) && other < from + (sizeOf(a)[axis] as number);
  });

/** Parameters with something of the person who uses the template: an address, a path, an account. Example data may contain e-mail addresses. */
function placeholders(value: unknown, path = ''): string[] {
  const pattern = path === 'jsonOutput' ? /https:\/\/|\/path\/to/ : /https:\/\/|\/path\/to|@example\.(com|org)/;
  if (typeof value === 'string') return pattern.test(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => placeholders(each, path === '' ? key : `${path}.${key}`));
}

describe('the library of templates', () => {
  it('has templates and collections, each with an id of its own', () => {
    expect(templates.map(([, { id }]) => id).sort((a, b) => a - b)).toEqual(templates.map((_, index) => 101 + index));
    expect(new Set(templates.map(([, { name }]) => name)).size).toBe(templates.length);
    expect(new Set(collections.map(({ id }) => id)).size).toBe(collections.length);
  });

  it('has at least 50 templates, in 12 categories and 8 collections', () => {
    expect(templates.length).toBeGreaterThanOrEqual(50);
    const ids = new Set(templates.map(([, { id }]) => id));
    expect(collections).toHaveLength(8);
    for (const { workflows } of collections) expect([workflows.length > 4, workflows.filter((id) => !ids.has(id))]).toEqual([true, []]);
    const used = new Set(templates.flatMap(([, template]) => template.categories));
    expect(categories).toHaveLength(12);
    expect([...used].sort()).toEqual(categories.map(({ name }) => name).sort());
  });

  it('uses nodes of packages in a third of the templates at most', () => {
    const withPackages = templates.filter(([, { workflow }]) => workflow.nodes.some(({ type }) => !registry.has(type)));
    expect(withPackages.length * 3).toBeLessThanOrEqual(templates.length);
  });

  it('begins with a collection of templates that run at once', () => {
    const first = templates.filter(([, { id }]) => collections[0]?.workflows.includes(id));
    expect(first.length).toBeGreaterThanOrEqual(5);
    for (const [slug, { fields, workflow }] of first) {
      const isManual = workflow.nodes.some(({ type }) => type === 'n8n-nodes-base.manualTrigger');
      const needs = workflow.nodes.filter(({ type, credentials }) => !registry.has(type) || credentials !== undefined);
      expect([slug, isManual, fields, needs, templateRuns[slug]?.pinned]).toEqual([slug, true, undefined, [], undefined]);
    }
  });

  it('is run here as a whole', () => expect(Object.keys(templateRuns).sort()).toEqual(slugs.toSorted()));
});

describe.each(templates)('%s', (slug, { description, createdAt, fields = [], workflow }) => {
  const nodes = workflow.nodes.filter(({ type }) => type !== stickyNoteType);

  it('opens without repairs, with nodes of the newest versions that lack nothing but fields', () => {
    expect(readWorkflow(JSON.stringify(workflow)).repairs).toEqual([]);
    expect(openWorkflowToRun(workflow).settings).toEqual({ executionOrder: 'v1' });
    for (const node of nodes) {
      if (!registry.has(node.type)) expect(node.type).toMatch(packageTypes);
      else {
        expect([node.name, node.typeVersion]).toEqual([node.name, registry.versions(node.type).at(-1)]);
        expect([node.name, nodeIssues(node, registry)]).toEqual([node.name, undefined]);
      }
    }
  });

  it('says what it is for, and asks for what it needs', () => {
    expect(description.length).toBeGreaterThan(150);
    expect(new Date(createdAt).toISOString()).toBe(createdAt);
    expect(JSON.stringify([description, workflow])).not.toContain('TODO');
    for (const { node, parameter } of fields) {
      const parameters = nodes.find(({ name }) => name === node)?.parameters ?? {};
      expect([node, typeof getPath(parameters, parameter, undefined)]).toEqual([node, 'string']);
    }
    const asked = fields.map(({ node, parameter }) => `${node}: ${parameter.replaceAll(/\[(\d+)\]/g, '.$1')}`);
    const needed = nodes.flatMap(({ name, parameters }) => placeholders(parameters).map((path) => `${name}: ${path}`));
    expect(needed.filter((path) => !asked.includes(path))).toEqual([]);
  });

  it('is laid out without overlaps, with a note', () => {
    expect(nodes.length).toBeLessThan(workflow.nodes.length);
    const pairs = workflow.nodes.flatMap((a, index) => workflow.nodes.slice(index + 1).map((b) => [a, b] as const));
    expect(pairs.filter(([a, b]) => overlap(a, b)).map(([a, b]) => `${a.name}, ${b.name}`)).toEqual([]);
    expect(new Set(workflow.nodes.map(({ id }) => id)).size).toBe(workflow.nodes.length);
  });

  it('runs', async () => runTemplate(runner, workflow, templateRuns[slug] ?? {}));
});

const runner = createRunner();
afterAll(() => runner.stop());

// Tests what the editor and the runner require of every core node: defaults, visibility rules, names, an icon, a test.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { NodeDefinition } from '../sdk/index.ts';
import type { NodeDescription, NodeProperty, PropertyGroup, PropertyOption } from '../workflow/node-type.ts';
import { coreNodes } from './core-nodes.generated.ts';

const folder = join(import.meta.dirname, '../nodes');
const folders = new Map(
  readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'index.ts')))
    .map((name) => [/defineNode\(\{\s*type: '([^']+)'/.exec(readFileSync(join(folder, name, 'index.ts'), 'utf8'))?.[1] ?? '', name]),
);

type Level = { readonly properties: readonly NodeProperty[]; readonly path: string };

const isGroup = (option: PropertyOption | PropertyGroup | NodeProperty): option is PropertyGroup => 'values' in option;
const isProperty = (option: PropertyOption | PropertyGroup | NodeProperty): option is NodeProperty =>
  'type' in option && 'default' in option;

/** Every level of a description: the node itself, collections, and groups of fixed collections. */
function levels(properties: readonly NodeProperty[], path: string): Level[] {
  return [
    { properties, path },
    ...properties.flatMap(({ name, options = [] }) => {
      const groups = options.filter(isGroup).flatMap((group) => levels(group.values, `${path}.${name}.${group.name}`));
      const inner = options.filter(isProperty);
      return inner.length === 0 ? groups : [...groups, ...levels(inner, `${path}.${name}`)];
    }),
  ];
}

function faults(description: Omit<NodeDescription, 'name'>): string[] {
  const root = new Set(description.properties.map(({ name }) => name));
  const found: string[] = [];
  for (const { properties, path } of levels(description.properties, '')) {
    const names = new Set(properties.map(({ name }) => name));
    for (const property of properties) {
      const where = `${path}.${property.name}`;
      if (property.name === '') found.push(`${where}: no name`);
      if (!('default' in property) || property.default === undefined) found.push(`${where}: no default`);
      if (typeof property.displayName !== 'string') found.push(`${where}: no displayName`);
      if (property.displayName === '' && !['hidden', 'curlImport', 'notice'].includes(property.type))
        found.push(`${where}: empty displayName`);
      const choices = (property.options ?? []).filter((option): option is PropertyOption => 'value' in option);
      if (property.type === 'options' && choices.length > 0 && property.default !== '' && !String(property.default).startsWith('=')) {
        if (!choices.some(({ value }) => value === property.default))
          found.push(`${where}: default "${String(property.default)}" is not an option`);
      }
      for (const rules of [property.displayOptions?.show, property.displayOptions?.hide]) {
        for (const rule of Object.keys(rules ?? {})) {
          if (rule.startsWith('@')) continue;
          const isThere = rule.startsWith('/') ? root.has(rule.slice(1).split('.')[0] ?? '') : names.has(rule.split('.')[0] ?? '');
          if (!isThere) found.push(`${where}: its visibility names "${rule}", which is not there`);
        }
      }
    }
  }
  return found;
}

const loaded: (readonly [string, NodeDefinition])[] = await Promise.all(
  coreNodes.map(async ([type, load]) => [type, await load()] as const),
);

describe.each(loaded)('%s', (type, definition) => {
  const own = `engine/nodes/${folders.get(type) ?? ''}`;

  it('is declared under its own type name, and each version once', () => {
    expect(definition.type, `the type in ${own}/index.ts; then run npm run generate`).toBe(type);
    const numbers = definition.versions.flatMap(({ description }) => description.version);
    expect(new Set(numbers).size, `each version once in ${own}/index.ts`).toBe(numbers.length);
    if (definition.defaultVersion !== undefined) expect(numbers, `defaultVersion in ${own}/index.ts`).toContain(definition.defaultVersion);
  });

  it('has properties that the editor can show', () => {
    expect(
      definition.versions.flatMap(({ description }) => faults(description)),
      `the properties of the description in ${own}`,
    ).toEqual([]);
  });

  it('has names, a group and a category of the node creator', () => {
    for (const { description } of definition.versions) {
      expect(description.displayName, `displayName of the description in ${own}`).toMatch(/\S/);
      expect(description.description, `description of the description in ${own}`).toMatch(/\S/);
      expect(description.defaults.name, `defaults.name of the description in ${own}`).toMatch(/\S/);
      expect(description.group.length, `group of the description in ${own}`).toBeGreaterThan(0);
      if (description.hidden !== true) expect(description.codex?.categories, `codex.categories of the description in ${own}`).toBeDefined();
    }
  });

  it('has an icon and a test', () => {
    const path = join(folder, folders.get(type) ?? '');
    expect(readFileSync(join(path, definition.icon), 'utf8'), `${own}/${definition.icon}`).toMatch(/^<svg[^>]*viewBox="0 0 24 24"/);
    const files = readdirSync(path, { recursive: true }).map(String);
    expect(
      files.some((name) => name.endsWith('.test.ts')),
      `a test in ${own}`,
    ).toBe(true);
  });
});

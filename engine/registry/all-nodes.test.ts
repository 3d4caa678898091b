// Tests what the editor and the runner require of every core node: defaults, visibility rules, names, an icon, a test.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Executor } from '../execution/index.ts';
import type { NodeDefinition, DetachedContext } from '../sdk/index.ts';
import { descriptionFaults, namedMethods } from '../testing/description-faults.ts';
import { fakePorts } from '../testing/fake-ports.ts';
import { SUB_WORKFLOW_METHOD } from '../workflow/parameters/resource-mapper.ts';
import { coreNodes } from './core-nodes.generated.ts';

const folder = join(import.meta.dirname, '../nodes');
const folders = new Map(
  readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'index.ts')))
    .map((name) => [/defineNode\(\{\s*type: '([^']+)'/.exec(readFileSync(join(folder, name, 'index.ts'), 'utf8'))?.[1] ?? '', name]),
);

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
      definition.versions.flatMap(({ description }) => descriptionFaults(description)),
      `the properties of the description in ${own}`,
    ).toEqual([]);
  });

  it('has every method that a description names, and each answers for empty parameters', async () => {
    for (const { description, methods } of definition.versions) {
      for (const { group, name } of namedMethods(description)) {
        if (name === SUB_WORKFLOW_METHOD) continue;
        expect(Object.keys(methods?.[group] ?? {}), `${group} of version ${String(description.version)} in ${own}`).toContain(name);
        const node = {
          name: 'Node',
          type,
          typeVersion: [description.version].flat().at(-1) ?? 1,
          position: [0, 0] as [number, number],
          parameters: {},
        };
        const { context, type: nodeType } = await new Executor(fakePorts()).detachedNode({ nodes: [node], connections: {} }, 'Node', {
          mode: 'internal',
          signal: new AbortController().signal,
        });
        const call = nodeType.methods?.[group]?.[name] as (ctx: DetachedContext, ...args: unknown[]) => Promise<unknown>;
        const result = await call(context).catch((error: unknown) => error);
        expect(result, `${group}.${name} in ${own}`).toBeInstanceOf(Object);
        // A list of a service needs the credential that is not there, or a request that this test does not send.
        if (result instanceof Error) {
          expect(['CREDENTIAL_NOT_FOUND', 'NODE_REQUEST_FAILED'], `${group}.${name} in ${own}`).toContain(
            (result as { readonly code?: string }).code,
          );
        }
      }
    }
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

// Opens the forms of a package's nodes in the editor's own code, in a process of its own.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { JsonObject } from '../../engine/contract/json.ts';
import type { Catalog } from '../../engine/packages/catalog.ts';
import type { Packages } from '../../engine/packages/index.ts';
import { createCredentialTypes, createNodeRegistry, type NodeRegistry } from '../../engine/registry/index.ts';
import { usePackage } from '../../engine/registry/n8n/index.ts';

/** A form that threw or logged an error. */
export interface FormFault {
  readonly type: string;
  readonly version: number;
  /** Resource and operation, if the node has them. */
  readonly parameters: JsonObject;
  readonly reason: string;
}

export interface FormOutcome {
  /** Number of forms that opened without an error. */
  readonly opened: number;
  readonly faults: readonly FormFault[];
}

/** Files through which the process gets the descriptions and returns its outcome. */
export interface FormFiles {
  readonly descriptions: string;
  readonly outcome: string;
}

/** Returns a registry that takes the types of the package from it, also those that the program has itself. */
export async function registryOf(packages: Packages, catalog: Catalog): Promise<NodeRegistry> {
  const registry = createNodeRegistry();
  const tables = { registry, credentialTypes: createCredentialTypes(), instanceId: 'test', instanceUrl: () => 'http://localhost' };
  usePackage({ ...tables, prefers: () => true }, packages, catalog);
  await registry.load(catalog.nodes.map(({ type }) => type));
  return registry;
}

/** Opens the form of each version of each node. Throws if the process of the forms fails. */
export async function openForms(packages: Packages, catalog: Catalog): Promise<FormOutcome> {
  const registry = await registryOf(packages, catalog);
  const descriptions = catalog.nodes.flatMap(({ type }) => {
    // Many versions share a description.
    const byVersion = new Map(registry.descriptions(type).map((description) => [String(description.version), description]));
    return [...byVersion.values()];
  });
  const folder = await mkdtemp(join(tmpdir(), 'millrace-forms-'));
  try {
    const files: FormFiles = { descriptions: join(folder, 'descriptions.json'), outcome: join(folder, 'outcome.json') };
    await writeFile(files.descriptions, JSON.stringify(descriptions));
    await promisify(execFile)('vitest', ['run', '--config', 'build/test-packages/forms/vitest.config.ts'], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, MILLRACE_FORMS: JSON.stringify(files) },
      maxBuffer: 2 ** 26,
    });
    return JSON.parse(await readFile(files.outcome, 'utf8')) as FormOutcome;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const countOf = ({ opened, faults }: FormOutcome): string => `${opened} of ${opened + faults.length}`;

export const lineOf = ({ type, version, parameters, reason }: FormFault): string =>
  `${[`\`${type}\` ${version}`, ...Object.values(parameters).map(String)].join(', ')}: ${reason}`;

/** Returns the section of the page. */
export function formsSection(outcomes: readonly FormOutcome[]): readonly string[] {
  const faults = outcomes.flatMap((outcome) => outcome.faults);
  return [
    '',
    '## Forms',
    '',
    'The form of every node is opened in the code of the editor, without a browser, with its defaults and with a value in every field: the newest version with each pair of resource and operation, older versions once. A form counts as opened if nothing throws or logs an error until its lists are loaded.',
    '',
    ...(faults.length === 0 ? ['All forms open.'] : faults.map((fault) => `- ${lineOf(fault)}`)),
  ];
}

// The catalog of an installed package: descriptions of its nodes and credential types, stored once at the installation, so that neither a start nor a
// list reads the package.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import about from '../../package.json' with { type: 'json' };
import { AppError } from '../contract/errors.ts';
import type { NodeDescription } from '../workflow/node-type.ts';
import { actionsOf, type NodeAction } from '../workflow/parameters/actions.ts';
import { isRecord } from '../workflow/values/own-properties.ts';
import { ifMissing } from './installation/file-hashes.ts';
import type { PackageAuthor, PackageManifest } from './installation/installer.ts';
import type { ClassPlace } from './process/protocol.ts';
import type { Described, DescribedCredential, DescribedNode } from './worker/describe.ts';

/** What lists show of a node. */
export interface CatalogNode {
  /** Full type name, such as `n8n-nodes-example.example`. */
  readonly type: string;
  readonly displayName: string;
  readonly latestVersion: number;
  /** Path of the file with its description, relative to the catalog. */
  readonly file: string;
}

export interface CatalogCredential {
  readonly name: string;
  readonly displayName: string;
  readonly file: string;
}

/** How a node tests credentials of a type: by a function of a version, or by a request with rules. */
export type CatalogTest = { readonly credential: string } & (
  | { readonly place: ClassPlace; readonly version: number; readonly method: string }
  | { readonly test: Readonly<Record<string, unknown>> }
);

export interface Catalog {
  /** Version of the program that described the package. */
  readonly describedBy?: string;
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  readonly license?: string;
  /** Absent in older catalogs. */
  readonly author?: PackageAuthor;
  readonly nodes: readonly CatalogNode[];
  readonly credentials: readonly CatalogCredential[];
  /** Tests of credentials, of this package's types and of others. Absent in older catalogs. */
  readonly tests?: readonly CatalogTest[];
  /** Classes that could not be loaded, and why. */
  readonly failed: Described['failed'];
}

/** Folder of the catalog, beside `node_modules`; and where it is while a new one takes its place. */
const FOLDER = 'catalog';
const REPLACED = 'catalog.replaced';
const NEXT = 'catalog.next';
const INDEX = 'index.json';
/** Descriptions without properties, which lists show. */
const SUMMARIES = 'summaries.json';
/** Actions of each node, for searches. */
const ACTIONS = 'actions.json';

/** Returns the classes that a manifest lists: `nodes/Example/Example.node.js` has the class `Example`. */
export const placesOf = (files: readonly string[]): readonly ClassPlace[] =>
  files.map((file) => ({
    file,
    // Some files end with `.node.ee.js`.
    className: basename(file).replace(/\..*$/, ''),
  }));

/** Whether another version of the program described the package, which may have read its classes otherwise. */
export const isOutdated = ({ describedBy }: Catalog): boolean => describedBy !== about.version;

/** Version of the package's icons: changes with the package, and with the program, which draws some of them. */
export const iconVersionOf = ({ version }: Catalog): string => `${version}-${about.version}`;

/**
 * Writes the catalog of a package into its folder; a former one is replaced. `packageFolder`: folder of the package's own files. Throws
 * PACKAGE_FAILED if no class could be loaded.
 */
export async function writeCatalog(
  root: string,
  packageFolder: string,
  { manifest, integrity, described }: { readonly manifest: PackageManifest; readonly integrity: string; readonly described: Described },
): Promise<Catalog> {
  const [first] = described.failed;
  if (described.nodes.length + described.credentials.length === 0 && first !== undefined) {
    throw new AppError('PACKAGE_FAILED', `The package ${manifest.name} cannot be loaded: ${first.reason}`, {
      params: { package: manifest.name },
    });
  }
  const folder = join(root, NEXT);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { name, version, license, author } = manifest;
  const catalog: Catalog = {
    describedBy: about.version,
    name,
    version,
    integrity,
    ...(license === undefined ? {} : { license }),
    author,
    nodes: await writeNodes(folder, packageFolder, { name, nodes: described.nodes }),
    credentials: await writeCredentials(folder, described.credentials),
    tests: described.nodes.flatMap(testsOf),
    failed: described.failed,
  };
  await writeFile(join(folder, INDEX), JSON.stringify(catalog));
  const replaced = join(root, REPLACED);
  await rm(replaced, { recursive: true, force: true });
  await rename(join(root, FOLDER), replaced).catch(ifMissing(undefined));
  await rename(folder, join(root, FOLDER));
  await rm(replaced, { recursive: true, force: true });
  return catalog;
}

/** Writes the descriptions, summaries and actions of the nodes of the package `name`. Returns their entries in the catalog. */
async function writeNodes(
  folder: string,
  packageFolder: string,
  { name, nodes }: { readonly name: string; readonly nodes: readonly DescribedNode[] },
): Promise<readonly CatalogNode[]> {
  const entries: CatalogNode[] = [];
  const summaries: NodeSummary[] = [];
  for (const [index, node] of nodes.entries()) {
    const file = `node-${index}.json`;
    const codex = await codexOf(packageFolder, node.place);
    await writeFile(join(folder, file), JSON.stringify({ ...node, codex } satisfies StoredNode));
    const description = node.versions[0]?.description ?? {};
    entries.push({
      type: `${name}.${stringOf(description['name'])}`,
      displayName: stringOf(description['displayName']),
      latestVersion: latestVersionOf(node.versions.flatMap((version) => version.description['version'])),
      file,
    });
    summaries.push({
      descriptions: node.versions.map((version) => ({ ...version.description, properties: [] })),
      ...(codex === undefined ? {} : { codex }),
    });
  }
  await writeFile(join(folder, SUMMARIES), JSON.stringify(summaries));
  await writeFile(join(folder, ACTIONS), JSON.stringify(nodes.map(actionsOfNode)));
  return entries;
}

async function writeCredentials(folder: string, credentials: readonly DescribedCredential[]): Promise<readonly CatalogCredential[]> {
  const entries: CatalogCredential[] = [];
  for (const [index, credential] of credentials.entries()) {
    const file = `credential-${index}.json`;
    await writeFile(join(folder, file), JSON.stringify(credential));
    entries.push({ name: stringOf(credential.type['name']), displayName: stringOf(credential.type['displayName']), file });
  }
  return entries;
}

/** Returns the highest of the version numbers of a description; 1 if there are none. */
const latestVersionOf = (versions: readonly unknown[]): number => Math.max(...versions.filter(isNumber), 1);

/** Returns the actions of the version that new nodes get; none if its description is malformed. */
function actionsOfNode({ versions: [first, ...older] }: DescribedNode): readonly NodeAction[] {
  if (first === undefined) return [];
  const numbersOf = ({ description }: typeof first): readonly unknown[] => [description['version'] ?? 1].flat();
  const requested = first.description['defaultVersion'] ?? Math.max(...[first, ...older].flatMap(numbersOf).filter(isNumber));
  const served = [first, ...older].find((version) => numbersOf(version).includes(requested));
  try {
    return served === undefined ? [] : actionsOf(served.description as unknown as NodeDescription, requested as number);
  } catch {
    return [];
  }
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Returns the tests that a node's versions name in `testedBy`, the latest version first. Names without a function are left out. */
function testsOf({ place, versions }: DescribedNode): readonly CatalogTest[] {
  const tests = versions.flatMap(({ description, methods }) => {
    const version = latestVersionOf([description['version']].flat());
    const { credentials, requestDefaults } = description;
    const baseURL = isRecord(requestDefaults) ? requestDefaults['baseURL'] : undefined;
    return (Array.isArray(credentials) ? credentials : [])
      .filter(isRecord)
      .flatMap(({ name, testedBy }): (CatalogTest & { readonly version: number })[] => {
        const credential = stringOf(name);
        if (isRecord(testedBy) && isRecord(testedBy['request'])) {
          return [{ credential, test: { ...testedBy, request: { baseURL, ...testedBy['request'] } }, version }];
        }
        const method = stringOf(testedBy);
        return methods['credentialTest']?.includes(method) === true ? [{ credential, place, version, method }] : [];
      });
  });
  return tests.toSorted((a, b) => b.version - a.version);
}

/** Returns the catalog in a package's folder; undefined if there is none. Throws Error for a damaged one. */
export async function readCatalog(root: string): Promise<Catalog | undefined> {
  const read = async (): Promise<Catalog | undefined> => {
    const json = await readFile(join(root, FOLDER, INDEX), 'utf8').catch(ifMissing(undefined));
    return json === undefined ? undefined : (JSON.parse(json) as Catalog);
  };
  const catalog = await read();
  if (catalog !== undefined) return catalog;
  // The program ended while a new catalog took the place of this one.
  await rename(join(root, REPLACED), join(root, FOLDER)).catch(ifMissing(undefined));
  return read();
}

/** What lists show of a node: the descriptions of its versions, without properties, and its place in the creator. */
export interface NodeSummary {
  readonly descriptions: readonly Readonly<Record<string, unknown>>[];
  readonly codex?: StoredNode['codex'];
}

/** Returns the summaries of a package's nodes, in the order of the catalog. */
export const readSummaries = async (root: string): Promise<readonly NodeSummary[]> =>
  JSON.parse(await readFile(join(root, FOLDER, SUMMARIES), 'utf8')) as NodeSummary[];

/** Returns the actions of a package's nodes, in the order of the catalog; empty for catalogs without them. */
export async function readActions(root: string): Promise<readonly (readonly NodeAction[])[]> {
  const json = await readFile(join(root, FOLDER, ACTIONS), 'utf8').catch(ifMissing(undefined));
  return json === undefined ? [] : (JSON.parse(json) as NodeAction[][]);
}

/** A node as the catalog stores it: its description, and its place in the creator from the file beside its class. */
export type StoredNode = DescribedNode & { readonly codex?: Readonly<Record<string, unknown>> };

export const readNode = async (root: string, { file }: CatalogNode): Promise<StoredNode> =>
  JSON.parse(await readFile(join(root, FOLDER, file), 'utf8')) as StoredNode;

export const readCredential = async (root: string, { file }: CatalogCredential): Promise<DescribedCredential> =>
  JSON.parse(await readFile(join(root, FOLDER, file), 'utf8')) as DescribedCredential;

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads `Example.node.json` beside `Example.node.js`. */
async function codexOf(packageFolder: string, { file }: ClassPlace): Promise<Readonly<Record<string, unknown>> | undefined> {
  const path = join(packageFolder, posix.join(dirname(file), `${basename(file).replace(/\.[cm]?js$/, '')}.json`));
  try {
    const codex: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isRecord(codex) ? codex : undefined;
  } catch {
    // Most community packages have none.
    return undefined;
  }
}

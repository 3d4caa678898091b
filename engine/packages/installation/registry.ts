// What the registry of npm knows of packages: details before an installation, newer versions, and a search.
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import type { FoundPackages, PackageDetails } from '../../contract/rest/packages.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { authorities } from './authorities.ts';
import { explained, noNodes, reasonOf } from './failures.ts';
import { authorOf, filesOf } from './installer.ts';
import { packageRequest, type PackageRequest } from './package-name.ts';
import { libraryOptions, silenceOf, type RegistryOptions } from './registry-options.ts';

/** Keyword of packages that contain nodes. */
const KEYWORD = 'n8n-community-node-package';
const FOUND = 20;
/** Characters of a license. */
const LICENSE_LENGTH = 60_000;

/** Number of dependencies above which a package counts as large. Most packages of nodes have none, or a few. */
const LARGE = 25;
/** Paths of a license in an archive, whose first folder can have any name. */
const licenseFile = /^[^/]+\/licen[cs]e(?:\.(?:md|txt))?$/i;
/** Names of packages of nodes, by convention. Other words can be names, too, but are more likely to be searched for. */
const usualName = /^(?:@[^/]+\/)?n8n-nodes-./;
const exactVersion = /^\d+\.\d+\.\d+[\w.+-]*$/;
/** What a version of a package is: an exact one or a tag, which the registry can look up by itself, unlike a range. */
const oneVersion = /^(?:\d+\.\d+\.\d+[\w.+-]*|[a-z][\w-]*)$/i;

/** What a registry without search returns. */
const none: FoundPackages = { isSearchable: false, total: -1, packages: [] };

type Manifest = Readonly<Record<string, unknown>>;

/** Licenses that allow any use without further conditions for the user. Others are shown in full before an installation. */
const permissive: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Unlicense',
  'CC0-1.0',
]);

export class PackageRegistry {
  readonly #options: RegistryOptions;

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  /** Returns what a user should know before installing a package. Throws PACKAGE_NOT_FOUND, PACKAGE_NOT_INSTALLED and BAD_REQUEST. */
  async details({ name, version }: PackageRequest): Promise<PackageDetails> {
    const manifest = await this.#manifest(name, version);
    const nodes = filesOf(manifest, 'nodes').length;
    const credentials = filesOf(manifest, 'credentials').length;
    if (nodes + credentials === 0) throw noNodes(name);
    const dependencies = isRecord(manifest['dependencies']) ? Object.keys(manifest['dependencies']).length : 0;
    const license = nonEmptyString(manifest['license']);
    const { name: author } = authorOf(manifest['author']);
    const dist = isRecord(manifest['dist']) ? manifest['dist'] : {};
    const match = {
      description: nonEmptyString(manifest['description']),
      author,
      license,
      deprecated: nonEmptyString(manifest['deprecated']),
      licenseText:
        license !== undefined && permissive.has(license) ? undefined : await this.#licenseText(name, String(manifest['version']), dist),
    };
    return {
      name,
      version: String(manifest['version']),
      nodes,
      credentials,
      dependencies,
      ...(dependencies >= LARGE ? { isLarge: true as const } : {}),
      ...(typeof dist['unpackedSize'] === 'number' ? { size: dist['unpackedSize'] } : {}),
      ...Object.fromEntries(Object.entries(match).filter(([, value]) => value !== undefined)),
    };
  }

  /** Returns the newest version of a package; undefined if the registry cannot be reached or does not have it. */
  async newest(name: string): Promise<string | undefined> {
    try {
      return nonEmptyString((await this.#manifest(name, 'latest'))['version']);
    } catch {
      return undefined;
    }
  }

  /**
   * Returns packages of nodes that match a text; all if it is empty. For the name of a package, returns only that one, if it exists. If the registry
   * has no search, other texts find at most the package with exactly this name. If it cannot be reached, returns why.
   */
  async search(text: string): Promise<FoundPackages> {
    const isNamed = usualName.test(text);
    const exactMatch = isNamed ? await this.#byName(text) : none;
    if (exactMatch.unreachable !== undefined || exactMatch.packages.length > 0) return exactMatch;
    const { json } = (await import('npm-registry-fetch')).default;
    const query = new URLSearchParams({ text: `keywords:${KEYWORD} ${text}`.trim(), size: String(FOUND) });
    try {
      const { objects, total } = await json(`/-/v1/search?${query.toString()}`, {
        registry: this.#options.registry,
        timeout: silenceOf(this.#options),
        ca: authorities(),
        fetchRetries: 0,
      });
      const packages = (Array.isArray(objects) ? objects : []).flatMap((entry: unknown) => {
        const match = isRecord(entry) && isRecord(entry['package']) ? entry['package'] : {};
        const { name, version, description } = {
          name: nonEmptyString(match['name']),
          version: nonEmptyString(match['version']),
          description: match['description'],
        };
        return name === undefined || version === undefined ? [] : [{ name, version, description: nonEmptyString(description) ?? '' }];
      });
      return { isSearchable: true, total: typeof total === 'number' ? total : packages.length, packages };
    } catch (error) {
      const { statusCode, message } = error as { readonly statusCode?: number; readonly message: string };
      if (statusCode === undefined) return { ...none, unreachable: reasonOf(message) };
      return isNamed ? none : this.#byName(text);
    }
  }

  /** Returns the package with exactly this name, if it contains nodes. */
  async #byName(text: string): Promise<FoundPackages> {
    try {
      const { name, version } = packageRequest(text);
      const manifest = await this.#manifest(name, version);
      if (filesOf(manifest, 'nodes').length + filesOf(manifest, 'credentials').length === 0) return none;
      const details = { name, version: String(manifest['version']), description: nonEmptyString(manifest['description']) ?? '' };
      return { ...none, total: 1, packages: [details] };
    } catch (error) {
      const { code, cause } = error as {
        readonly code?: string;
        readonly cause?: { readonly statusCode?: number; readonly code?: string } & Error;
      };
      const isUnreachable = code === 'PACKAGE_NOT_INSTALLED' && cause?.statusCode === undefined && cause?.code !== 'ETARGET';
      return isUnreachable ? { ...none, unreachable: reasonOf(cause?.message ?? '') } : none;
    }
  }

  /** Returns the package.json of a version. */
  async #manifest(name: string, version: string): Promise<Manifest> {
    const manifest =
      (oneVersion.test(version) ? await this.#oneManifest(name, version) : undefined) ?? (await this.#anyManifest(name, version));
    // The version becomes part of the next request's path, where `../x` would be a folder.
    if (exactVersion.test(String(manifest['version']))) return manifest;
    throw explained(new Error(`the registry states the version "${String(manifest['version'])}"`), name, this.#options);
  }

  /** Chooses from the list of all versions. */
  async #anyManifest(name: string, version: string): Promise<Manifest> {
    const { default: pacote } = await import('pacote');
    try {
      const options = { ...libraryOptions(this.#options), fullMetadata: true, preferOnline: true };
      return (await pacote.manifest(`${name}@${version}`, options)) as unknown as Manifest;
    } catch (error) {
      throw explained(error, name, this.#options);
    }
  }

  /** Asks for this version alone: the list of all versions of a large package has megabytes. Undefined if the registry does not return it. */
  async #oneManifest(name: string, version: string): Promise<Manifest | undefined> {
    const { json } = (await import('npm-registry-fetch')).default;
    try {
      const manifest = await json(`/${name.replace('/', '%2f')}/${encodeURIComponent(version)}`, {
        ...libraryOptions(this.#options),
        preferOnline: true,
      });
      return manifest['name'] === name && nonEmptyString(manifest['version']) !== undefined ? manifest : undefined;
    } catch (error) {
      if ((error as { readonly statusCode?: number }).statusCode === undefined) throw explained(error, name, this.#options);
      return undefined;
    }
  }

  /** Reads the license from the package's archive, which an installation then takes from the cache. */
  async #licenseText(name: string, version: string, { tarball, integrity }: Manifest): Promise<string | undefined> {
    const { default: pacote } = await import('pacote');
    const tarballSource = typeof tarball === 'string' && typeof integrity === 'string' ? { resolved: tarball, integrity } : {};
    try {
      return await pacote.tarball.stream(`${name}@${version}`, licenseIn, { ...libraryOptions(this.#options), ...tarballSource });
    } catch (error) {
      throw explained(error, name, this.#options);
    }
  }
}

/** Returns the text of the license in an archive. The archive itself is read to its end, so that its hash is checked and it is cached. */
async function licenseIn(archive: Readable): Promise<string | undefined> {
  const archiveEnd = once(archive, 'end');
  archiveEnd.catch(() => undefined);
  const unzipped = createGunzip();
  const entries = extract();
  archive.on('error', (error) => entries.destroy(error)).pipe(unzipped);
  unzipped.on('error', (error) => entries.destroy(error)).pipe(entries);
  try {
    for await (const entry of entries) {
      if (licenseFile.test(entry.header.name)) return (await readBeginning(entry as AsyncIterable<Buffer>)).slice(0, LICENSE_LENGTH);
      entry.resume();
    }
    return undefined;
  } finally {
    archive.unpipe(unzipped);
    unzipped.destroy();
    archive.resume();
    await archiveEnd;
  }
}

/** Returns a text, which is cut somewhere behind `LICENSE_LENGTH`. */
async function readBeginning(content: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of content) {
    parts.push(part);
    size += part.length;
    // A character has at most 4 bytes.
    if (size > 4 * LICENSE_LENGTH) break;
  }
  return Buffer.concat(parts).toString('utf8');
}

const nonEmptyString = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

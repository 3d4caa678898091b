// What the registry of npm knows of packages: details before an installation, newer versions, and a search.
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FoundPackages, PackageDetails } from '../../contract/rest/packages.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { explained, filesOf, LICENSE, noNodes, type InstallerOptions } from './installer.ts';
import { packageRequest, type PackageRequest } from './package-name.ts';

/** Keyword of packages that contain nodes. */
const KEYWORD = 'n8n-community-node-package';
const FOUND = 20;
/** Milliseconds. */
const TIMEOUT = 20_000;
/** Characters of a license. */
const LICENSE_LENGTH = 60_000;

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
  readonly #options: InstallerOptions;

  constructor(options: InstallerOptions) {
    this.#options = options;
  }

  /** Returns what a user should know before installing a package. Throws PACKAGE_NOT_FOUND, PACKAGE_NOT_INSTALLED and BAD_REQUEST. */
  async details({ name, version }: PackageRequest): Promise<PackageDetails> {
    const manifest = await this.#manifest(name, version);
    const nodes = filesOf(manifest, 'nodes').length;
    const credentials = filesOf(manifest, 'credentials').length;
    if (nodes + credentials === 0) throw noNodes(name);
    const license = textOf(manifest['license']);
    const author = isRecord(manifest['author']) ? textOf(manifest['author']['name']) : textOf(manifest['author']);
    const dist = isRecord(manifest['dist']) ? manifest['dist'] : {};
    const found = {
      description: textOf(manifest['description']),
      author,
      license,
      deprecated: textOf(manifest['deprecated']),
      licenseText:
        license !== undefined && permissive.has(license) ? undefined : await this.#licenseText(name, String(manifest['version'])),
    };
    return {
      name,
      version: String(manifest['version']),
      nodes,
      credentials,
      ...(typeof dist['unpackedSize'] === 'number' ? { size: dist['unpackedSize'] } : {}),
      ...Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)),
    };
  }

  /** Returns the newest version of a package; undefined if the registry cannot be reached or does not have it. */
  async newest(name: string): Promise<string | undefined> {
    try {
      return textOf((await this.#manifest(name, 'latest'))['version']);
    } catch {
      return undefined;
    }
  }

  /**
   * Returns packages of nodes that match a text; all if it is empty. If the registry has no search, returns the package with exactly this name. If it
   * cannot be reached, returns why.
   */
  async search(text: string): Promise<FoundPackages> {
    const { json } = (await import('npm-registry-fetch')).default;
    const query = new URLSearchParams({ text: `keywords:${KEYWORD} ${text}`.trim(), size: String(FOUND) });
    try {
      const { objects, total } = await json(`/-/v1/search?${query.toString()}`, {
        registry: this.#options.registry,
        timeout: TIMEOUT,
        fetchRetries: 0,
      });
      const packages = (Array.isArray(objects) ? objects : []).flatMap((entry: unknown) => {
        const found = isRecord(entry) && isRecord(entry['package']) ? entry['package'] : {};
        const { name, version, description } = {
          name: textOf(found['name']),
          version: textOf(found['version']),
          description: found['description'],
        };
        return name === undefined || version === undefined ? [] : [{ name, version, description: textOf(description) ?? '' }];
      });
      return { isSearchable: true, total: typeof total === 'number' ? total : packages.length, packages };
    } catch (error) {
      const { statusCode, message } = error as { readonly statusCode?: number; readonly message: string };
      if (statusCode === undefined) return { isSearchable: false, unreachable: message, total: -1, packages: [] };
      return { isSearchable: false, total: -1, packages: await this.#byName(text) };
    }
  }

  async #byName(text: string): Promise<FoundPackages['packages']> {
    try {
      const { name, version, description = '' } = await this.details(packageRequest(text));
      return [{ name, version, description }];
    } catch {
      return [];
    }
  }

  async #manifest(name: string, version: string): Promise<Readonly<Record<string, unknown>>> {
    const { default: pacote } = await import('pacote');
    try {
      const options = { ...this.#library(), fullMetadata: true, preferOnline: true };
      return (await pacote.manifest(`${name}@${version}`, options)) as unknown as Readonly<Record<string, unknown>>;
    } catch (error) {
      throw explained(error, name, version);
    }
  }

  /** Reads the license from the package's archive, which an installation then takes from the cache. */
  async #licenseText(name: string, version: string): Promise<string | undefined> {
    const { default: pacote } = await import('pacote');
    const folder = join(this.#options.folder, `${LICENSE}${randomUUID()}`);
    try {
      await pacote.extract(`${name}@${version}`, folder, this.#library());
      const file = (await readdir(folder)).find((each) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(each));
      return file === undefined ? undefined : (await readFile(join(folder, file), 'utf8')).slice(0, LICENSE_LENGTH);
    } catch (error) {
      throw explained(error, name, version);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Somebody waits for the response, so failed requests are repeated once, after a second. */
  #library() {
    return {
      registry: this.#options.registry,
      cache: join(this.#options.folder, '.cache'),
      timeout: TIMEOUT,
      fetchRetries: 1,
      fetchRetryFactor: 1,
      fetchRetryMintimeout: 1000,
      fetchRetryMaxtimeout: 1000,
    };
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

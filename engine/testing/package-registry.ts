// A registry of npm packages for tests: serves folders as packages.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

export interface PackageRegistry {
  /** URL with a trailing slash. */
  readonly url: string;
  /** Adds a version of a package: the files of a folder, with changes to its package.json. */
  publish(folder: string, changes?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Makes the archive of a version differ from its hash. */
  corrupt(name: string, version: string): void;
  /** Stops answering requests for archives, or sends only their beginning; with `everything`, stops answering any request. */
  stall(how?: 'archives' | 'everything' | 'middle'): void;
  /** Paths of all requests so far. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

interface Version {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly archive: Buffer;
  readonly integrity: string;
}

/** Returns the newest version of each package whose name contains all words. Terms such as `keywords:name` are ignored. */
function searchResult(text: string, packages: ReadonlyMap<string, ReadonlyMap<string, Version>>): object {
  const words = text.split(' ').filter((word) => word !== '' && !word.includes(':'));
  const newest = [...packages.values()].flatMap((versions) => [...versions.values()].at(-1)?.manifest ?? []);
  const objects = newest.filter(({ name }) => words.every((word) => name.includes(word))).map((each) => ({ package: each }));
  return { objects, total: objects.length };
}

export async function startPackageRegistry(): Promise<PackageRegistry> {
  const packages = new Map<string, Map<string, Version>>();
  const requests: string[] = [];
  let stalledHow: 'archives' | 'everything' | 'middle' | undefined;
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (stalledHow === 'everything') return undefined;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://registry');
    if (pathname === '/-/v1/search') return response.end(JSON.stringify(searchResult(searchParams.get('text') ?? '', packages)));
    const [path = '', file] = decodeURIComponent(pathname.slice(1)).split('/-/');
    // `name`, or `name/version`.
    const [, name = '', requestedVersion] = /^((?:@[^/]+\/)?[^/]*)(?:\/(.+))?$/.exec(path) ?? [];
    const versions = packages.get(name);
    const archive = [...(versions?.values() ?? [])].find(({ manifest }) => file === `${manifest.version}.tgz`)?.archive;
    const all = [...(versions?.values() ?? [])].map(({ manifest, integrity }): readonly [string, object] => [
      manifest.version,
      { ...manifest, dist: { integrity, tarball: `${url}${name}/-/${manifest.version}.tgz` } },
    ]);
    const latest = all.at(-1)?.[0];
    const only = all.find(([version]) => version === (requestedVersion === 'latest' ? latest : requestedVersion))?.[1];
    const isMissing =
      versions === undefined || (file !== undefined && archive === undefined) || (requestedVersion !== undefined && only === undefined);
    if (isMissing) return response.writeHead(404).end('{}');
    if (archive !== undefined && stalledHow === 'archives') return undefined;
    if (archive !== undefined) {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      return stalledHow === 'middle' ? response.write(archive.subarray(0, archive.length / 2)) : response.end(archive);
    }
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(only ?? { name, 'dist-tags': { latest }, versions: Object.fromEntries(all) }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    requests,
    publish: async (folder, changes = {}) => {
      const manifest = { ...(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Version['manifest']), ...changes };
      const archive = await archiveOf(folder, JSON.stringify(manifest));
      const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
      const versions = packages.get(manifest.name) ?? new Map<string, Version>();
      versions.set(manifest.version, { manifest, archive, integrity });
      packages.set(manifest.name, versions);
    },
    corrupt: (name, version) => {
      const packageVersion = packages.get(name)?.get(version);
      if (packageVersion === undefined) throw new Error(`${name}@${version} was not published.`);
      packages.get(name)?.set(version, { ...packageVersion, integrity: `sha512-${createHash('sha512').update('other').digest('base64')}` });
    },
    stall: (how = 'archives') => {
      stalledHow = how;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns the folder's files and symbolic links as an archive of npm: below `package/`. */
async function archiveOf(folder: string, manifest: string): Promise<Buffer> {
  const archive = pack();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).replaceAll('\\', '/');
    if (entry.isSymbolicLink()) archive.entry({ name: `package/${name}`, type: 'symlink', linkname: await readlink(path) });
    if (!entry.isFile()) continue;
    archive.entry({ name: `package/${name}` }, name === 'package.json' ? manifest : await readFile(path));
  }
  archive.finalize();
  return buffer(archive.pipe(createGzip()));
}

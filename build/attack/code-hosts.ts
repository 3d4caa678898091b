// Attempts to escape from code processes, by a package and by a Code node, on a server that was started in the root folder.
import { readdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forbiddenPlaces, type ForbiddenPlaces } from '../../engine/testing/forbidden-places.ts';
import { fileEscapes, guardedEscapes, tryEscapes } from '../../engine/testing/escapes.ts';
import { startPackageRegistry, type PackageRegistry } from '../../engine/testing/package-registry.ts';
import type { Sketch } from '../faults/workflows.ts';
import { Tally, type Attack } from './attack.ts';
import { chunks, runNodes } from './runs.ts';
import type { Target } from './target.ts';

const AT_ONCE = 30;
const hostile = 'n8n-nodes-fixture-hostile';
const modules = 'crypto,path,url,util,zlib,buffer,assert';

interface Tried {
  readonly cwd: string;
  readonly outer: Readonly<Record<string, string>>;
  readonly inner: Readonly<Record<string, string>>;
}

/** Attempts every escape in the package's thread, and in a thread that the package starts. */
async function attackByPackage(tally: Tally, target: Target, places: ForbiddenPlaces, isAllowed: boolean): Promise<void> {
  await target.owner.data('PATCH', 'nodes', { name: hostile, allowsNetwork: isAllowed });
  const { 'a socket in a folder': socket = '', ...otherEscapes } = guardedEscapes;
  // A package with access to the network may also listen on a socket in a folder.
  const escapes = { ...fileEscapes, ...otherEscapes, ...(isAllowed ? {} : { 'a socket in a folder': socket }) };
  const paths = { ...places.paths, data: target.dataDir };
  const url = JSON.stringify({ tryEscapes, escapes, places: paths });
  const [outcome] = await runNodes(target, target.member, [{ type: `${hostile}.hostile`, parameters: { attempt: 'escapes', url } }]);
  const tried = outcome?.items[0]?.['result'] as Tried | undefined;
  if (tried === undefined) throw new Error(`The package did not run: ${outcome?.error ?? outcome?.text ?? ''}`);
  const seats = { 'its thread': tried.outer, 'a thread of its own': tried.inner };
  for (const [seat, opened] of Object.entries(seats)) {
    for (const name of Object.keys(escapes)) {
      tally.check(opened[name] === undefined, `A package got ${opened[name]} in ${seat}`, `way "${name}", network allowed: ${isAllowed}`);
    }
  }
  tally.check(tried.cwd === join(target.dataDir, 'packages', hostile), `A package runs in ${tried.cwd}`, 'process.cwd()');
  checkPlaces(tally, target, places, outcome?.text ?? '');
}

const escapeInCode = (source: string, places: ForbiddenPlaces, dataDir: string): Sketch => ({
  type: 'code',
  typeVersion: 2,
  parameters: {
    jsCode: `const places = ${JSON.stringify({ ...places.paths, data: dataDir })};
const load = async (name) => require(name);
const attack = async function () {\n${source}\n};
return [{ json: { got: String((await attack.call(this)) ?? 'closed') } }];`,
  },
});

/** Attempts every escape from a Code node that may load harmless modules. */
async function attackByCode(tally: Tally, target: Target, places: ForbiddenPlaces): Promise<void> {
  const escapes = Object.entries({ ...fileEscapes, ...guardedEscapes });
  for (const part of chunks(escapes, AT_ONCE)) {
    const outcomes = await runNodes(
      target,
      target.member,
      part.map(([, source]) => escapeInCode(source, places, target.dataDir)),
    );
    for (const [index, [name]] of part.entries()) {
      const { error, items = [], text = '' } = outcomes[index] ?? {};
      const got = items[0]?.['got'];
      tally.check(error !== undefined || got === 'closed', `Code got ${String(got)}`, `way "${name}", with the modules ${modules}`);
      checkPlaces(tally, target, places, text);
    }
  }
  const [where] = await runNodes(target, target.member, [escapeInCode("return require('path').resolve()", places, target.dataDir)]);
  const folder = String(where?.items[0]?.['got']);
  tally.check(/millrace-code-[\w-]+$/.test(folder), `Code runs in ${folder}`, "require('path').resolve()");
}

const readingByLink =
  "return (await load('node:fs')).readFileSync(places.own + '/../../../../../root' + places.data + '/master.key', 'utf8')";

/** What a package asks for in place of versions, and how: its dependencies in each way, and others in two. */
function greedyDependencies(dataDir: string): readonly (readonly [string, string])[] {
  const repository = `git+file://${dataDir}`;
  const all = ['file:/', `file:${dataDir}`, 'link:/', '../..', repository, 'http://127.0.0.1:9/x.tgz', 'npm:root@file:/'];
  const kinds = ['optionalDependencies', 'peerDependencies', 'transitive', 'bundled'];
  return [
    ...all.map((root) => ['dependencies', root] as const),
    ...kinds.flatMap((kind) => ['file:/', repository].map((root) => [kind, root] as const)),
  ];
}

/** Tries to get folders of the computer into that of a package, by what it and its dependencies ask for. */
async function attackByDependencies(tally: Tally, target: Target, source: PackageRegistry): Promise<void> {
  const fixture = join(import.meta.dirname, '../fixtures/hostile');
  for (const [index, [kind, root]] of greedyDependencies(target.dataDir).entries()) {
    const version = `2.0.${index}`;
    const jobs: Readonly<Record<string, object>> = {
      transitive: { dependencies: { middle: version } },
      bundled: { dependencies: { root }, bundleDependencies: ['root'] },
    };
    await source.publish(fixture, { name: 'middle', version, dependencies: { root } });
    await source.publish(fixture, { version, ...(jobs[kind] ?? { [kind]: { root } }) });
    const { status, text } = await target.owner.send({ method: 'PATCH', path: '/rest/nodes', body: { name: hostile, version } });
    const isRejected = status === 400 && text.includes('not a version, range or tag');
    tally.check(isRejected, `The installation was answered by ${status}: ${text.slice(0, 200)}`, `${kind}: root from ${root}`);
  }
  const left = readdirSync(join(target.dataDir, 'packages', hostile, 'node_modules')).filter((name) => /^(?:root|middle)$/.test(name));
  tally.check(left.length === 0, `Dependencies were installed: ${left.join(', ')}`, 'the folder of the package');
}

/** Tries to read by a link that a restored folder of a package contains. */
async function attackByLink(tally: Tally, target: Target, places: ForbiddenPlaces): Promise<void> {
  // The next call starts the process again.
  await target.owner.data('PATCH', 'nodes', { name: hostile, allowsNetwork: false });
  const link = join(target.dataDir, 'packages', hostile, 'node_modules/root');
  symlinkSync('/', link);
  const url = JSON.stringify({ tryEscapes, escapes: { link: readingByLink }, places: { ...places.paths, data: target.dataDir } });
  const [outcome] = await runNodes(target, target.member, [
    { type: `${hostile}.hostile`, parameters: { attempt: 'escapes', url } },
  ]).finally(() => unlinkSync(link));
  const outcomeText = outcome?.text ?? '';
  tally.check(
    outcomeText.includes('a link that leads out of its folder'),
    `A package with a link to / ran: ${outcomeText}`,
    'node_modules/root → /',
  );
  checkPlaces(tally, target, places, outcomeText);
}

function checkPlaces(tally: Tally, target: Target, places: ForbiddenPlaces, text: string): void {
  const key = readFileSync(join(target.dataDir, 'master.key'), 'utf8').trim();
  const leak = target.leak(text) ?? ([key, places.secret].some((secret) => text.includes(secret)) ? 'the master key' : undefined);
  tally.check(leak === undefined, `The run shows ${leak}`, text);
  tally.check(places.changes().length === 0, `Code changed ${places.changes().join(', ')}`, 'files below the folder of the attack');
}

export const codeHosts: Attack = {
  area: 'Ways out of code processes',
  async run(target) {
    const tally = new Tally();
    const source = await startPackageRegistry();
    await source.publish(join(import.meta.dirname, '../fixtures/hostile'));
    const own = join(target.newFolder('escapes'), 'own.txt');
    writeFileSync(own, 'A file that code may not change.');
    const places = forbiddenPlaces(own);
    const server = await target.another({
      folder: '/',
      environment: { MILLRACE_ENCRYPTION_KEY: '', MILLRACE_PACKAGE_REGISTRY: source.url, MILLRACE_CODE_MODULES: modules },
    });
    try {
      await server.owner.data('POST', 'nodes', { name: hostile });
      for (const isAllowed of [false, true]) await attackByPackage(tally, server, places, isAllowed);
      await attackByDependencies(tally, server, source);
      await attackByLink(tally, server, places);
      await attackByCode(tally, server, places);
    } finally {
      await server.close();
      await source.stop();
      places.remove();
    }
    return tally;
  },
};

// `millrace package`: lists, verifies, installs, updates and uninstalls packages of nodes, and says what they may do.
import { join } from 'node:path';
import { AppError } from '../../contract/errors.ts';
import type { InstalledPackage } from '../../contract/rest/packages.ts';
import { noLogger } from '../../logger.ts';
import { Packages } from '../../packages/index.ts';
import { createCredentialTypes, createNodeRegistry } from '../../registry/index.ts';
import { assertOverrides, packageRequest } from '../../packages/installation/package-name.ts';
import type { SandboxOptions } from '../../sandbox/index.ts';
import { PackageService } from '../../services/packages.ts';
import { packageRunsOf } from '../../settings/derived.ts';
import { ownSettings } from '../../settings/own-environment.ts';
import type { Store, WorkflowRecord } from '../../store/index.ts';
import { readArguments } from '../arguments.ts';
import { withServerLock, dataDirOf, dataDirOption, existingDataDir, withStore } from '../data-folder.ts';
import { exitCodes, printable, printableJson, say, type Streams } from '../output.ts';
import { text } from '../text.ts';

const options = {
  json: { type: 'boolean' },
  'accept-license': { type: 'boolean' },
  'allow-network': { type: 'boolean' },
  override: { type: 'string', multiple: true },
  'nearest-versions': { type: 'boolean' },
  ...dataDirOption,
} as const;

/** Milliseconds after a stop until the program ends in any case. */
const EXIT_AFTER = 200;

type Values = ReturnType<typeof readArguments<typeof options>>['values'];
interface Request {
  readonly service: PackageService;
  /** Name from the command line, with a version if one follows. */
  readonly name: string;
  readonly values: Values;
  readonly streams: Streams;
  readonly signal: AbortSignal;
}

/** Options of the actions, besides the data folder. */
const allowed: Readonly<Record<string, readonly (keyof Values)[]>> = {
  list: ['json'],
  verify: ['json'],
  install: ['json', 'accept-license', 'allow-network', 'override', 'nearest-versions'],
  update: ['json', 'accept-license', 'allow-network', 'override', 'nearest-versions'],
  uninstall: [],
  'allow-network': ['json'],
  'refuse-network': ['json'],
};

/** Actions that change nothing, and may be used beside a server. They return the exit code. */
const views: Readonly<Record<string, (request: Omit<Request, 'signal'>) => Promise<number>>> = {
  list: async ({ service, values, streams }) => {
    print(await service.list(), values.json === true, streams);
    return exitCodes.success;
  },
  verify: async ({ service, name, values, streams: { out } }) => {
    const verified = await service.verify(name === '' ? undefined : name);
    for (const each of verified) {
      const { packageName, installedVersion: version, changed } = each;
      const files = changed?.join(', ') ?? '';
      const state = changed === undefined ? 'unverified' : changed.length === 0 ? 'intact' : 'changed';
      say(
        out,
        values.json === true ? printableJson(JSON.stringify(each)) : text(`package.${state}`, { name: packageName, version, files }),
      );
    }
    return verified.every(({ changed }) => changed?.length === 0) ? exitCodes.success : exitCodes.incomplete;
  },
};

/** Actions on one package. They require that no server uses the data folder: it would not notice the change. */
const changes: Readonly<Record<string, (request: Request) => Promise<void>>> = {
  install: async (request) => {
    const { service, name, values, signal } = request;
    const overrides = parseOverrides(values.override ?? []);
    await assertAccepted(request);
    const allowsNetwork = values['allow-network'] === true;
    const takesNearest = values['nearest-versions'] === true;
    reportInstalled('package.installed', await service.install(name, { overrides, allowsNetwork, takesNearest, signal }), request);
  },
  update: async (request) => {
    const { service, name, values, signal } = request;
    const overrides = values.override === undefined ? {} : { overrides: parseOverrides(values.override) };
    const requested = packageRequest(name).name;
    const former = (await service.list()).find(({ packageName }) => packageName === requested);
    if (former !== undefined) await assertAccepted(request, former);
    const updated = await service.update(name, { ...overrides, takesNearest: values['nearest-versions'] === true, signal });
    reportInstalled('package.updated', values['allow-network'] === true ? await service.allowNetwork(requested, true) : updated, request);
  },
  uninstall: async ({ service, name, streams }) => {
    const users = (await service.list()).find(({ packageName }) => packageName === name)?.activeWorkflows ?? [];
    await service.uninstall(name);
    say(streams.out, text('package.uninstalled', { name }));
    if (users.length > 0) say(streams.err, printable(text('package.stillUsed', { count: users.length, names: users.join(', ') })));
  },
  'allow-network': async (request) =>
    reportInstalled('package.networkAllowed', await request.service.allowNetwork(request.name, true), request),
  'refuse-network': async (request) =>
    reportInstalled('package.networkRefused', await request.service.allowNetwork(request.name, false), request),
};

/**
 * Warns about a large package, and prints an unusual license. Throws BAD_REQUEST unless that license was accepted, by the option or with the former
 * version.
 */
async function assertAccepted({ service, name, values, streams, signal }: Request, former?: InstalledPackage): Promise<void> {
  if (values['accept-license'] === true) return;
  const { license, licenseText, isLarge, dependencies } = await unlessStopped(service.details(name), signal);
  if (isLarge === true) say(streams.err, text('package.large', { count: dependencies }));
  if (licenseText === undefined || (former !== undefined && former.failedLoading !== true && former.license === license)) return;
  for (const line of licenseText.split('\n')) say(streams.err, printable(line));
  throw new AppError('BAD_REQUEST', text('package.notAccepted', { license: license ?? text('package.noLicense') }));
}

/** Rejects once the signal is aborted. The work cannot be stopped; it continues without effect. */
async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
    work.catch(() => undefined);
  }
}

function reportInstalled(key: string, installed: InstalledPackage, { values, streams: { out, err } }: Request): void {
  if (values.json === true) return say(out, printableJson(JSON.stringify(installed)));
  say(out, text(key, parts(installed)));
  for (const failure of installed.failures) say(err, printable(failure));
}

/**
 * Runs the command; returns the exit code. Throws BAD_REQUEST, DATA_FOLDER_IN_USE, NOT_FOUND, PACKAGE_NOT_FOUND, PACKAGE_NOT_INSTALLED,
 * PACKAGE_FAILED, STORE_FAILED.
 */
export async function packageCommand(
  args: readonly string[],
  streams: Streams,
  signal: AbortSignal,
  processes: Pick<SandboxOptions, 'launch'> = {},
): Promise<number> {
  const { values, positionals } = readArguments('package', args, options, true);
  const [action = '', name = ''] = positionals;
  const view = Object.hasOwn(views, action) ? views[action] : undefined;
  const change = Object.hasOwn(changes, action) ? changes[action] : undefined;
  const counts = change !== undefined ? [2] : action === 'verify' ? [1, 2] : [1];
  if ((view ?? change) === undefined || !counts.includes(positionals.length)) throw new AppError('BAD_REQUEST', text('package.noAction'));
  const validOptions = ['data-dir', ...(allowed[action] ?? [])];
  const invalidOption = Object.keys(values).find((option) => !validOptions.includes(option));
  if (invalidOption !== undefined) throw new AppError('BAD_REQUEST', text('package.notForAction', { option: invalidOption, action }));
  if (view !== undefined) {
    return withService(existingDataDir(values['data-dir']), true, processes, (service) => view({ service, name, values, streams }));
  }
  const dataDir = action === 'install' ? dataDirOf(values['data-dir']) : existingDataDir(values['data-dir']);
  try {
    await withServerLock(dataDir, () =>
      withService(dataDir, false, processes, async (service) => change?.({ service, name, values, streams, signal })),
    );
    return exitCodes.success;
  } catch (error) {
    if (!signal.aborted) throw error;
    say(streams.err, text('package.stopped'));
    // Requests of the library cannot be ended, and would keep the program for minutes.
    setTimeout(() => process.exit(), EXIT_AFTER).unref();
    return exitCodes.failed;
  }
}

function withService<T>(
  dataDir: string,
  isBesideServer: boolean,
  processes: Pick<SandboxOptions, 'launch'>,
  work: (service: PackageService) => Promise<T>,
): Promise<T> {
  return withStore(dataDir, async (store) => {
    const packages = packagesIn(dataDir, processes);
    try {
      const service = await serviceOver(store, packages);
      await service.prepare({ isAlone: !isBesideServer });
      return await work(service);
    } finally {
      await packages.stop();
    }
  });
}

function packagesIn(dataDir: string, processes: Pick<SandboxOptions, 'launch'>): Packages {
  const settings = ownSettings();
  return new Packages({
    folder: join(dataDir, 'packages'),
    registry: settings.packageRegistry,
    ...packageRunsOf(settings),
    ...processes,
  });
}

/** Workflows that a server has activated do not run in this process, and it has no listeners. */
async function serviceOver(store: Store, packages: Packages): Promise<PackageService> {
  const active = new Map<string, WorkflowRecord>();
  for (const { id } of await store.workflows.list({ active: true })) {
    const workflow = await store.workflows.find(id);
    if (workflow !== undefined) active.set(id, workflow);
  }
  const nothing = (): Promise<void> => Promise.resolve();
  return new PackageService({
    packages,
    records: store.packages,
    assertWritable: store.assertWritable,
    types: { registry: createNodeRegistry(), credentialTypes: createCredentialTypes(), instanceId: '', instanceUrl: () => '' },
    active: { running: () => [...active.keys()], get: (id) => active.get(id), pause: nothing, restart: nothing, follow: nothing },
    saved: (id) => store.workflows.get(id),
    hub: { broadcast: () => undefined },
    now: Date.now,
    logger: noLogger,
  });
}

/** Parses `name=version`. Throws BAD_REQUEST. */
function parseOverrides(entries: readonly string[]): Readonly<Record<string, string>> {
  const overrides = Object.fromEntries(
    entries.map((entry) => {
      const at = entry.lastIndexOf('=');
      if (at <= 0 || at === entry.length - 1) throw new AppError('BAD_REQUEST', text('package.badOverride', { entry }));
      return [entry.slice(0, at), entry.slice(at + 1)];
    }),
  );
  assertOverrides(overrides);
  return overrides;
}

const parts = ({ packageName, installedVersion, installedNodes }: InstalledPackage) => ({
  name: packageName,
  version: installedVersion,
  count: installedNodes.length,
});

function print(installed: readonly InstalledPackage[], isJson: boolean, { out, err }: Streams): void {
  if (isJson) for (const each of installed) say(out, printableJson(JSON.stringify(each)));
  else if (installed.length === 0) say(err, text('package.none'));
  else {
    for (const each of installed) {
      const isMissing = each.failedLoading === true;
      say(out, text(isMissing ? 'package.failedLine' : each.allowsNetwork ? 'package.networkLine' : 'package.line', parts(each)));
      for (const failure of isMissing ? [] : each.failures) say(err, `  ${printable(failure)}`);
    }
  }
}

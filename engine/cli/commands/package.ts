// `millrace package`: lists, installs, updates and uninstalls packages of nodes.
import { join } from 'node:path';
import { AppError } from '../../contract/errors.ts';
import type { InstalledPackage } from '../../contract/rest/packages.ts';
import { noLogger } from '../../logger.ts';
import { Packages } from '../../packages/index.ts';
import { createCredentialTypes, createNodeRegistry } from '../../registry/index.ts';
import { PackageService } from '../../services/packages.ts';
import { packageRunsOf } from '../../settings/derived.ts';
import { readSettings } from '../../settings/read-settings.ts';
import type { Store } from '../../store/index.ts';
import { readArguments } from '../arguments.ts';
import { alone, dataDirOf, dataDirOption, existingDataDir, withStore } from '../data-folder.ts';
import { exitCodes } from '../exit-codes.ts';
import { printable, printableJson, say, type Streams } from '../output.ts';
import { text } from '../text.ts';

const options = {
  json: { type: 'boolean' },
  'accept-license': { type: 'boolean' },
  'allow-network': { type: 'boolean' },
  override: { type: 'string', multiple: true },
  'nearest-versions': { type: 'boolean' },
  ...dataDirOption,
} as const;

type Values = ReturnType<typeof readArguments<typeof options>>['values'];
type Action = (service: PackageService, name: string, values: Values, streams: Streams) => Promise<void>;

/** Actions on one package. They require that no server uses the data folder: it would not notice the change. */
const changes: Readonly<Record<string, Action>> = {
  install: async (service, name, values, { out, err }) => {
    const { license = text('package.noLicense'), licenseText } = await service.details(name);
    if (licenseText !== undefined && values['accept-license'] !== true) {
      for (const line of licenseText.split('\n')) say(err, printable(line));
      throw new AppError('BAD_REQUEST', text('package.notAccepted', { license }));
    }
    const installed = await service.install(name, {
      overrides: overridesOf(values.override ?? []),
      allowsNetwork: values['allow-network'] === true,
      takesNearest: values['nearest-versions'] === true,
    });
    say(out, text('package.installed', parts(installed)));
    for (const failure of installed.failures) say(err, printable(failure));
  },
  update: async (service, name, values, { out }) => {
    const allowed = values['allow-network'];
    if (allowed === true) await service.allowNetwork(name, allowed);
    const overrides = values.override === undefined ? {} : { overrides: overridesOf(values.override) };
    say(
      out,
      text('package.updated', parts(await service.update(name, { ...overrides, takesNearest: values['nearest-versions'] === true }))),
    );
  },
  uninstall: async (service, name, _values, { out }) => {
    await service.uninstall(name);
    say(out, text('package.uninstalled', { name }));
  },
};

/**
 * Runs the command; returns the exit code. Throws BAD_REQUEST, DATA_FOLDER_IN_USE, NOT_FOUND, PACKAGE_NOT_FOUND, PACKAGE_NOT_INSTALLED,
 * PACKAGE_FAILED, STORE_FAILED.
 */
export async function packageCommand(args: readonly string[], streams: Streams): Promise<number> {
  const { values, positionals } = readArguments('package', args, options, true);
  const [action = '', name = ''] = positionals;
  const change = Object.hasOwn(changes, action) ? changes[action] : undefined;
  const count = change === undefined ? 1 : 2;
  if (positionals.length !== count || (change === undefined && action !== 'list'))
    throw new AppError('BAD_REQUEST', text('package.noAction'));
  if (change === undefined) {
    const dataDir = existingDataDir(values['data-dir']);
    print(await withService(dataDir, true, (service) => service.list()), values.json === true, streams);
  } else {
    const dataDir = dataDirOf(values['data-dir']);
    await alone(dataDir, () => withService(dataDir, false, (service) => change(service, name, values, streams)));
  }
  return exitCodes.success;
}

function withService<T>(dataDir: string, isBesideServer: boolean, work: (service: PackageService) => Promise<T>): Promise<T> {
  return withStore(dataDir, async (store) => {
    const packages = packagesIn(dataDir);
    try {
      const service = serviceOver(store, packages);
      await service.prepare({ isAlone: !isBesideServer });
      return await work(service);
    } finally {
      await packages.stop();
    }
  });
}

function packagesIn(dataDir: string): Packages {
  const settings = readSettings(process.env);
  return new Packages({
    folder: join(dataDir, 'packages'),
    registry: settings.packageRegistry,
    ...packageRunsOf(settings),
  });
}

/** Workflows are not active in this process, and nobody listens. */
function serviceOver(store: Store, packages: Packages): PackageService {
  const nothing = (): Promise<void> => Promise.resolve();
  return new PackageService({
    packages,
    records: store.packages,
    types: { registry: createNodeRegistry(), credentialTypes: createCredentialTypes(), instanceId: '', instanceUrl: () => '' },
    active: { running: () => [], get: () => undefined, activate: nothing, deactivate: nothing },
    hub: { broadcast: () => undefined },
    now: Date.now,
    logger: noLogger,
  });
}

/** Parses `name=version`. Throws BAD_REQUEST. */
function overridesOf(given: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((entry) => {
      const at = entry.lastIndexOf('=');
      if (at <= 0 || at === entry.length - 1) throw new AppError('BAD_REQUEST', text('package.badOverride', { entry }));
      return [entry.slice(0, at), entry.slice(at + 1)];
    }),
  );
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
    for (const each of installed) say(out, text(each.failedLoading === true ? 'package.failedLine' : 'package.line', parts(each)));
  }
}

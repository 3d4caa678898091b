// Checks electron-builder.yml: its form, and the properties that the application's security depends on.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { appId } from '../../engine/contract/desktop.ts';

interface Configuration {
  readonly asar?: unknown;
  readonly asarUnpack?: readonly string[];
  readonly npmRebuild?: unknown;
  readonly electronFuses?: Readonly<Record<string, unknown>>;
  readonly win?: { readonly verifyUpdateCodeSignature?: unknown };
  readonly publish?: { readonly provider?: unknown };
  readonly mac?: { readonly hardenedRuntime?: unknown; readonly entitlements?: string };
  readonly directories?: { readonly app?: string };
  readonly appId?: unknown;
  readonly fileAssociations?: readonly { readonly ext?: unknown }[];
  readonly toolsets?: { readonly appimage?: unknown };
}

const fuses: Readonly<Record<string, boolean>> = {
  // Code processes need it: see electron-builder.yml.
  runAsNode: true,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  grantFileProtocolExtraPrivileges: false,
};

/** Returns one line per problem. */
export async function configurationProblems(root: string): Promise<readonly string[]> {
  const yaml = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
  const configuration = load(yaml) as Configuration;
  return [...(await formProblems(configuration)), ...propertyProblems(configuration, root)];
}

/** electron-builder's own validation of the form. */
async function formProblems(configuration: Configuration): Promise<readonly string[]> {
  const builder = (await import('app-builder-lib/out/util/config/config.js')) as {
    validateConfiguration(configuration: unknown, log: { readonly isEnabled: boolean }): Promise<void>;
  };
  try {
    await builder.validateConfiguration(structuredClone(configuration), { isEnabled: false });
    return [];
  } catch (error) {
    return [`electron-builder.yml: ${(error as Error).message}`];
  }
}

/** Older tools pass --no-sandbox to every AppImage. */
const isSandboxed = (appimage: unknown): boolean => typeof appimage === 'string' && appimage !== '0.0.0';

export function propertyProblems(
  { asar, asarUnpack = [], npmRebuild, electronFuses = {}, win, publish, mac, directories, ...names }: Configuration,
  root: string,
): readonly string[] {
  const expected: readonly (readonly [name: string, holds: boolean])[] = [
    ['directories.app is not out/app, where the application is staged', directories?.app === 'out/app'],
    ['asar is not true', asar === true],
    [`appId is not ${appId}, by which Windows knows the running application`, names.appId === appId],
    [
      'fileAssociations have an ending with a dot, which no system recognizes',
      (names.fileAssociations ?? []).every(({ ext }) => typeof ext === 'string' && !ext.includes('.')),
    ],
    ['toolsets.appimage is not set: AppImages would always run without a sandbox', isSandboxed(names.toolsets?.appimage)],
    ['asarUnpack lacks **/*.node', asarUnpack.includes('**/*.node')],
    ['asarUnpack lacks out/code/**, which code processes read', asarUnpack.includes('out/code/**')],
    ['npmRebuild is not false: it would compile', npmRebuild === false],
    ...Object.entries(fuses).map(([name, value]) => [`electronFuses.${name} is not ${value}`, electronFuses[name] === value] as const),
    ['publish.provider is missing: no update would be found', publish?.provider !== undefined],
    ['win.verifyUpdateCodeSignature is not true', win?.verifyUpdateCodeSignature === true],
    ['mac.hardenedRuntime is not true', mac?.hardenedRuntime === true],
    [`mac.entitlements does not exist: ${mac?.entitlements}`, mac?.entitlements !== undefined && existsSync(join(root, mac.entitlements))],
  ];
  return expected.filter(([, isMet]) => !isMet).map(([name]) => `electron-builder.yml: ${name}`);
}

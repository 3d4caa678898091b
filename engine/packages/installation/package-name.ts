// Names of packages, as users enter them: `n8n-nodes-x`, `@scope/n8n-nodes-x`, with a version or a tag after `@`.
import { AppError } from '../../contract/errors.ts';
import { isDependencyName, isPackageName } from '../../workflow/node-type.ts';

export interface PackageRequest {
  readonly name: string;
  /** A version, a range or a tag. */
  readonly version: string;
}

/** A name, with an optional version. */
const pattern = /^(.[^@]*)(?:@(.+))?$/;
/** A version, a range or a tag, without what makes it a path (`..`, `a/b`, `a.tgz`) or an address. */
const versionText = /^(?!\.)(?!.*\.(?:tgz|tar|tar\.gz)$)[\w.+~^*<>=|\s-]*$/i;
/** Another name of a package. */
const alias = /^npm:(@?[^@]+)(?:@(.*))?$/;

/**
 * Whether what a package asks for as a dependency can only come from the registry: a version, a range, a tag, or another package by one of these. Folders,
 * links, archives, repositories and addresses are not, however they are written.
 */
export function isOfRegistry(requested: string): boolean {
  const [, name, version = ''] = alias.exec(requested) ?? [];
  return name === undefined ? versionText.test(requested) : isDependencyName(name) && versionText.test(version);
}

/** Whether a user may enter it: in one word, and not empty. */
const isVersion = (version: string): boolean => /^[\w.+~^*-]+$/.test(version) && isOfRegistry(version);

/** Parses a name, with a version if one follows. Throws BAD_REQUEST. */
export function packageRequest(specifier: string): PackageRequest {
  const [, name = '', version = 'latest'] = pattern.exec(specifier.trim()) ?? [];
  if (!isPackageName(name) || !isVersion(version)) {
    throw new AppError('BAD_REQUEST', `"${specifier}" is not the name of a package.`, {
      hint: 'Enter a name as it stands on npmjs.com, such as n8n-nodes-example or @scope/n8n-nodes-example, with @version if you want a certain one.',
    });
  }
  return { name, version };
}

/** Throws BAD_REQUEST if a name cannot be that of a package, or a version is something else. `overrides`: versions by name. */
export function assertOverrides(overrides: Readonly<Record<string, string>>): void {
  for (const [name, version] of Object.entries(overrides)) {
    const hint = 'Enter names with versions, such as linkedom=0.18.12.';
    if (!isDependencyName(name)) throw new AppError('BAD_REQUEST', `"${name}" is not the name of a package.`, { hint });
    if (!isVersion(version)) throw new AppError('BAD_REQUEST', `"${version}" is not a version of ${name}.`, { hint });
  }
}

/** Parts of a version that are compared: three numbers, and what follows a dash. */
const versionPattern = /^(\d+)\.(\d+)\.(\d+)(?:-([\w.-]+))?/;

/** Whether a version comes after another one, by the rules of semantic versions. False if one of them is not a version. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [versionPattern.exec(version), versionPattern.exec(than)];
  if (one === null || other === null) return false;
  for (const index of [1, 2, 3]) {
    const difference = Number(one[index]) - Number(other[index]);
    if (difference !== 0) return difference > 0;
  }
  const [early, otherEarly] = [one[4], other[4]];
  if (early === undefined || otherEarly === undefined) return early === undefined && otherEarly !== undefined;
  const [parts, otherParts] = [early.split('.'), otherEarly.split('.')];
  for (const [index, part] of parts.entries()) {
    const otherPart = otherParts[index];
    if (otherPart === undefined) return true;
    if (part !== otherPart) return isPartNewer(part, otherPart);
  }
  return false;
}

/** Numbers come before text. */
function isPartNewer(part: string, than: string): boolean {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(part), /^\d+$/.test(than)];
  if (isNumber !== isOtherNumber) return isOtherNumber;
  return isNumber ? Number(part) > Number(than) : part > than;
}

/** Name of a package's folder below the folder of packages. */
export const folderName = (name: string): string => name.replace('/', '__');

/** Name of the package in a folder below the folder of packages. */
export const packageOf = (folder: string): string => folder.replace('__', '/');

// Names of packages, as users enter them: `n8n-nodes-x`, `@scope/n8n-nodes-x`, with a version or a tag after `@`.
import { AppError } from '../../contract/errors.ts';

export interface PackageRequest {
  readonly name: string;
  /** A version, a range or a tag. */
  readonly version: string;
}

/** A package of the npm registry (its rules for names), with an optional version. */
const pattern = /^((?:@[a-z\d~-][a-z\d._~-]*\/)?[a-z\d~-][a-z\d._~-]*)(?:@([\w.+~^*-]+))?$/;
/** Length of the longest name that the registry accepts. */
const MAX_LENGTH = 214;

/** Parses a name, with a version if one follows. Throws BAD_REQUEST. */
export function packageRequest(text: string): PackageRequest {
  const [, name = '', version = 'latest'] = pattern.exec(text.trim()) ?? [];
  if (name === '' || name.length > MAX_LENGTH) {
    throw new AppError('BAD_REQUEST', `"${text}" is not the name of a package.`, {
      hint: 'Enter a name as it stands on npmjs.com, such as n8n-nodes-example or @scope/n8n-nodes-example, with @version if you want a certain one.',
    });
  }
  return { name, version };
}

/** Name of a package's folder below the folder of packages. */
export const folderName = (name: string): string => name.replace('/', '__');

// What a backup says about itself: versions, date, contents, and the key of the credentials, encrypted with a passphrase.
import { AppError } from '../../contract/errors.ts';
import { latestSchema, type CopiedPackage, type CopyCounts } from '../../store/index.ts';
import { isPassphraseSealed, openedByPassphrase, sealedByPassphrase, type PassphraseSealed } from '../../vault/passphrase.ts';
import { parseJson } from '../../workflow/values/bounded-json.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { notBackup } from './archive.ts';

const FORMAT = 'millrace/backup';
const VERSION = 1;
const KEY_NAME = 'millrace/backup-key';

const WHERE_GIVEN = 'On the command line, set MILLRACE_BACKUP_PASSPHRASE, or use --passphrase-file.';

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** Version of Millrace. */
  readonly millrace: string;
  /** Name of the last migration of the database. */
  readonly schema: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly contains: CopyCounts;
  /** Installed packages of nodes, whose files are not part of the backup. */
  readonly packages: readonly CopiedPackage[];
  /** The recovery key of the credentials, encrypted with a passphrase; null if it is needed separately. */
  readonly key: PassphraseSealed | null;
}

export type ManifestFacts = Pick<Manifest, 'millrace' | 'schema' | 'createdAt' | 'contains' | 'packages'>;

/** `key`: the recovery key and the passphrase that encrypts it. Throws BAD_REQUEST for a short passphrase. */
export async function writtenManifest(
  facts: ManifestFacts,
  key: { readonly recoveryKey: string; readonly passphrase: string } | undefined,
): Promise<string> {
  const sealed = key === undefined ? null : await sealedByPassphrase(key.passphrase, KEY_NAME, key.recoveryKey);
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...facts, key: sealed } satisfies Manifest, undefined, 2)}\n`;
}

/** Throws BAD_REQUEST for anything else than a manifest, and for one of a newer version. */
export function readManifest(text: string): Manifest {
  let manifest: unknown;
  try {
    manifest = parseJson(text);
  } catch (cause) {
    throw notBackup(cause);
  }
  if (!isRecord(manifest) || manifest['format'] !== FORMAT) throw notBackup();
  const { version, millrace, schema, createdAt, key } = manifest;
  const isKnown = typeof version === 'number' && version <= VERSION && typeof schema === 'string' && schema <= latestSchema;
  if (!isKnown) {
    const from = typeof millrace === 'string' && /^[\w.+-]{1,40}$/.test(millrace) ? millrace : 'a newer version';
    throw new AppError('BAD_REQUEST', `The backup was made by Millrace ${from}, which is newer than this version. Nothing was restored.`, {
      hint: 'Update Millrace, then restore the backup.',
    });
  }
  if (typeof createdAt !== 'string' || !(key === null || (isRecord(key) && isPassphraseSealed(key)))) throw notBackup();
  return manifest as unknown as Manifest;
}

/** Returns the recovery key. Throws BAD_REQUEST if the passphrase is missing or wrong. */
export async function keyOf(sealed: PassphraseSealed, passphrase: string): Promise<string> {
  if (passphrase === '') {
    throw new AppError('BAD_REQUEST', 'The backup contains the key of the credentials, protected by a passphrase.', {
      params: { field: 'passphrase' },
      hint: `Give the passphrase that the backup was made with. ${WHERE_GIVEN}`,
    });
  }
  try {
    return await openedByPassphrase(passphrase, KEY_NAME, { ...sealed, encryption: { ...sealed.encryption } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('BAD_REQUEST', 'The passphrase of the backup is wrong, or the backup is damaged.', {
      params: { field: 'passphrase' },
      hint: `It is the one that the backup was made with. ${WHERE_GIVEN}`,
      cause: error,
    });
  }
}

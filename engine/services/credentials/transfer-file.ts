// The file format of exported credentials: n8n's list, in plain text or encrypted with a passphrase; and n8n's own encryption of single
// credentials.
import { createDecipheriv, createHash } from 'node:crypto';
import { AppError } from '../../contract/errors.ts';
import { stringifyExactly } from '../../contract/exact-numbers.ts';
import type { JsonObject } from '../../contract/json.ts';
import { parseJson } from '../../workflow/values/bounded-json.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { isPassphraseSealed, openedByPassphrase, sealedByPassphrase } from '../../vault/passphrase.ts';

/** A credential with its data in plain text. */
export interface PortableCredential {
  /** Empty if the file contains none. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly nodesAccess: readonly unknown[];
}

export interface TransferKeys {
  /** Passphrase of an encrypted file. */
  readonly passphrase?: string | undefined;
  /** Encryption key of the n8n instance that exported the file without `--decrypted`. */
  readonly n8nKey?: string | undefined;
}

const FORMAT = 'millrace/credentials';
const VERSION = 1;

/** Returns the text of a file encrypted with the passphrase. Throws BAD_REQUEST for a short passphrase. */
export async function sealedFile(credentials: readonly PortableCredential[], passphrase: string): Promise<string> {
  const protectedList = await sealedByPassphrase(passphrase, FORMAT, stringifyExactly(credentials));
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...protectedList }, undefined, 2)}\n`;
}

/** Returns the text of an unencrypted file, which n8n can import as well. */
export const plainFile = (credentials: readonly PortableCredential[]): string => `${stringifyExactly(credentials, 2)}\n`;

/** Reads a file of Millrace or n8n. Throws BAD_REQUEST, which names the missing key or the invalid entry. */
export async function readTransferFile(text: string, keys: TransferKeys): Promise<readonly PortableCredential[]> {
  const content = parseFile(text);
  if (isRecord(content) && content['format'] === FORMAT) return readList(await openedList(content, keys.passphrase), keys);
  return readList(content, keys);
}

function parseFile(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 'The file is not JSON.', { cause, hint: 'Choose a file with exported credentials.' });
  }
}

async function openedList(content: Readonly<Record<string, unknown>>, passphrase: string | undefined): Promise<unknown> {
  if (content['version'] !== VERSION || !isPassphraseSealed(content)) {
    throw new AppError('BAD_REQUEST', 'The file was written by a newer version of Millrace.', {
      hint: 'Update Millrace, then import the file.',
    });
  }
  return parseFile(await openedByPassphrase(passphrase, FORMAT, content));
}

function readList(content: unknown, keys: TransferKeys): readonly PortableCredential[] {
  const list = Array.isArray(content) ? content : [content];
  return list.map((entry: unknown, index) => readEntry(entry, index, keys));
}

function readEntry(entry: unknown, index: number, { n8nKey }: TransferKeys): PortableCredential {
  const invalid = (reason: string, hint?: string): AppError =>
    new AppError('BAD_REQUEST', `Credential ${index + 1} of the file cannot be imported: ${reason}.`, hint === undefined ? {} : { hint });
  if (!isRecord(entry)) throw invalid('it is not an object', 'Choose a file with exported credentials.');
  const { id, name, type, data, nodesAccess } = entry;
  if (typeof name !== 'string' || name.trim() === '') throw invalid('it has no name');
  if (typeof type !== 'string' || type === '') throw invalid(`"${name}" has no type`);
  const decrypted = typeof data === 'string' ? openedByN8n(data, n8nKey, (reason, hint) => invalid(`"${name}" ${reason}`, hint)) : data;
  if (!isRecord(decrypted)) throw invalid(`"${name}" has no data`);
  return {
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : '',
    name,
    type,
    data: decrypted as JsonObject,
    nodesAccess: Array.isArray(nodesAccess) ? nodesAccess : [],
  };
}

const SALTED = 'Salted__';

/**
 * Decrypts data as n8n stores it: base64 of OpenSSL's salted format, AES-256-CBC, key and IV by EVP_BytesToKey with one round of MD5
 * (https://docs.openssl.org/master/man3/EVP_BytesToKey/).
 */
function openedByN8n(text: string, key: string | undefined, invalid: (reason: string, hint?: string) => AppError): unknown {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.subarray(0, SALTED.length).toString('latin1') !== SALTED) throw invalid('has data in an unknown format');
  if (key === undefined || key === '') {
    throw invalid(
      'is encrypted by n8n',
      'Give the encryption key of that n8n (encryptionKey in its config file), or export with --decrypted.',
    );
  }
  const salt = bytes.subarray(SALTED.length, 16);
  let derivedBytes = Buffer.alloc(0);
  let block = Buffer.alloc(0);
  while (derivedBytes.length < 48) {
    block = createHash('md5').update(block).update(key, 'utf8').update(salt).digest();
    derivedBytes = Buffer.concat([derivedBytes, block]);
  }
  try {
    const decipher = createDecipheriv('aes-256-cbc', derivedBytes.subarray(0, 32), derivedBytes.subarray(32, 48));
    return parseJson(Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8'));
  } catch {
    throw invalid('cannot be opened with this n8n key', 'Check the encryption key.');
  }
}

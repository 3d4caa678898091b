// The modules `safeStorage`, `clipboard` and `nativeImage`.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from './app.ts';
import { guard } from './record.ts';

let key: Buffer | undefined;

/** The user's key, which the system's keychain would hold. */
function storageKey(): Buffer {
  const file = join(app.getPath('userData'), 'stand-in-storage.key');
  if (key === undefined && !existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 });
  return (key ??= readFileSync(file));
}

const prefix = Buffer.from('v11');

function encrypt(text: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', storageKey(), iv);
  return Buffer.concat([prefix, iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(bytes: Buffer): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', storageKey(), bytes.subarray(3, 15));
    decipher.setAuthTag(bytes.subarray(-16));
    return decipher.update(bytes.subarray(15, -16), undefined, 'utf8') + decipher.final('utf8');
  } catch (error) {
    throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptString.', { cause: error });
  }
}

export const safeStorage = guard('safeStorage', {
  isEncryptionAvailable: () => app.isReady(),
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptString: encrypt,
  decryptString: decrypt,
});

let copied = '';

export const clipboard = guard('clipboard', {
  readText: () => copied,
  writeText: (text: string) => {
    copied = text;
  },
  clear: () => {
    copied = '';
  },
});

function imageOf(bytes: Buffer): object {
  const image = guard('NativeImage', {
    isEmpty: () => bytes.length === 0,
    toPNG: () => bytes,
    toDataURL: () => `data:image/png;base64,${bytes.toString('base64')}`,
    getSize: () => ({ width: 16, height: 16 }),
    resize: (): object => image,
    setTemplateImage: () => undefined,
  });
  return image;
}

export const nativeImage = guard('nativeImage', {
  createEmpty: () => imageOf(Buffer.alloc(0)),
  createFromPath: (path: string) => imageOf(existsSync(path) ? readFileSync(path) : Buffer.alloc(0)),
  createFromBuffer: imageOf,
  createFromDataURL: (url: string) => imageOf(Buffer.from(url.split(',')[1] ?? '', 'base64')),
});

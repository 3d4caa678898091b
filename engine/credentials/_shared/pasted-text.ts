// Values as users paste them: text between blanks, and private keys with `\n` instead of line breaks, without line breaks, or in the older RSA format.
import { createPrivateKey } from 'node:crypto';

/** Returns the key in PKCS #8 PEM format. Throws if the text is not a private key. */
export function pemKey(value: unknown): string {
  const text = String(value ?? '')
    .replaceAll(String.raw`\n`, '\n')
    .trim();
  const [, label, body] = /^-----BEGIN ([A-Z ]+)-----([\s\S]+?)-----END \1-----/.exec(text) ?? [];
  if (label === undefined || body === undefined) throw new Error('not a PEM key');
  const lines = body.replaceAll(/\s+/g, '').match(/.{1,64}/g) ?? [];
  const pem = [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
  return createPrivateKey(pem).export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Returns a text without the blanks around it; empty for other values. */
export const trimmedText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

// TOTP: the current one-time password (RFC 6238) for a credential's secret.
import { createHmac } from 'node:crypto';
import { defineNode, type ExecuteContext, mapItemsAsync, NodeError, type NodeOutput } from '../../sdk/index.ts';
import { textOf } from '../_shared/text-of.ts';
import { description } from './description.ts';

type Options = Readonly<Record<string, unknown>>;

function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  return mapItemsAsync(ctx, async (_item, index) => {
    const { secret } = await ctx.credentials('totpApi', index);
    const options = ctx.param<Options>('options', index, {});
    const digits = whole(options['digits'] ?? 6, 'digits', 10);
    const period = whole(options['period'] ?? 30, 'period', 86_400);
    const seconds = Math.floor(ctx.now() / 1000);
    const token = hotp(base32(textOf(secret)), Math.floor(seconds / period), digits, textOf(options['algorithm']) || 'SHA1');
    return { json: { token, secondsRemaining: period - (seconds % period) } };
  });
}

function whole(value: unknown, name: string, most: number): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new NodeError(`The option "${name}" must be a whole number from 1 to ${most}.`, {
    code: 'PARAMETER_INVALID',
    parameter: `options.${name}`,
  });
}

const algorithms = new Set(['SHA1', 'SHA224', 'SHA256', 'SHA3-224', 'SHA3-256', 'SHA3-384', 'SHA3-512', 'SHA384', 'SHA512']);

/** HMAC-based one-time password (RFC 4226). */
function hotp(key: Uint8Array, counter: number, digits: number, algorithm: string): string {
  if (!algorithms.has(algorithm)) {
    throw new NodeError(`The algorithm "${algorithm}" is unknown. Choose one from the list.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'options.algorithm',
    });
  }
  const moment = Buffer.alloc(8);
  moment.writeBigUInt64BE(BigInt(counter));
  const hash = createHmac(algorithm.toLowerCase(), key).update(moment).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/** Decodes base32 (RFC 4648). Spaces and hyphens are ignored, since secrets are often displayed with them. */
function base32(text: string): Uint8Array {
  const letters = text.replaceAll(/[\s-]/g, '').replace(/=+$/, '').toUpperCase();
  if (letters === '' || /[^A-Z2-7]/.test(letters)) {
    throw new NodeError('The secret of the credential is not base32, which consists of letters and the digits 2 to 7.', {
      code: 'PARAMETER_INVALID',
      hint: 'Copy the secret from the service to the TOTP credential again.',
    });
  }
  const bytes: number[] = [];
  let value = 0;
  let bits = 0;
  for (const letter of letters) {
    value = ((value << 5) | 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  return Uint8Array.from(bytes);
}

export const totp = defineNode({ type: 'n8n-nodes-base.totp', icon: 'icon.svg', versions: [{ description, execute }] });

// Decodes base64 text.
import { NodeError } from '../../../sdk/index.ts';

/** Returns the bytes of base64 text or a base64 `data:` URL. Throws NodeError PARAMETER_INVALID if the value is neither. */
export function base64Bytes(value: unknown, field: string): Uint8Array {
  const base64 = typeof value === 'string' ? value.replace(/^data:[^,]*;base64,/i, '') : undefined;
  if (base64 === undefined || /[^\w+/=\s-]/.test(base64)) {
    throw new NodeError(`The field "${field}" does not contain base64.`, {
      code: 'PARAMETER_INVALID',
      hint: 'Choose the field that contains the base64 text of a file.',
    });
  }
  return Buffer.from(base64, 'base64');
}

/** Returns the MIME type of a `data:` URL. */
export function dataUrlType(value: unknown): string | undefined {
  return typeof value === 'string' ? /^data:([\w.+-]+\/[\w.+-]+)[;,]/i.exec(value)?.[1] : undefined;
}

// Certificates for tests (X.509, RFC 5280) with new keys, self-signed or signed by an authority.
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

export interface TestCertificate {
  /** PEM. */
  readonly cert: string;
  /** PEM (PKCS #8). */
  readonly key: string;
  readonly name: string;
  readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
}

/**
 * Creates a certificate that is valid for a day; unless it belongs to an authority, it is for the host 127.0.0.1, or for `hostName` if it is given.
 * `issuer`: absent for a self-signed one.
 */
export function makeCertificate(name: string, issuer?: TestCertificate, hostName?: string): TestCertificate {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signer = issuer?.keys ?? keys;
  const isAuthority = issuer === undefined;
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const now = Date.now();
  const constraints = extension('551d13', sequence(...(isAuthority ? [der(0x01, Buffer.of(0xff))] : [])));
  const host = extension(
    '551d11',
    sequence(hostName === undefined ? der(0x87, Buffer.of(127, 0, 0, 1)) : der(0x82, Buffer.from(hostName))),
  );
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(0x01), randomBytes(8)])),
    algorithm,
    nameOf(issuer?.name ?? name),
    sequence(time(now - 3_600_000), time(now + 86_400_000)),
    nameOf(name),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(constraints, ...(isAuthority ? [] : [host]))),
  );
  const signature = der(0x03, Buffer.concat([Buffer.of(0), sign('sha256', content, signer.privateKey)]));
  const text =
    sequence(content, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g)
      ?.join('\n') ?? '';
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    name,
    keys,
  };
}

function der(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x1_00 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, Buffer.concat(parts));
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const extension = (id: string, value: Uint8Array): Buffer => sequence(oid(id), der(0x04, value));
const nameOf = (name: string): Buffer => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
const time = (at: number): Buffer => der(0x17, Buffer.from(`${new Date(at).toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`));

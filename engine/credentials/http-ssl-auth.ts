// SSL Certificates: authenticates the client of HTTPS requests with a certificate, and verifies services with a custom authority.
import { createHash, createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { defineCredential, NodeError, secret, type Certificates, type CredentialData } from '../sdk/index.ts';

export const httpSslAuth = defineCredential({
  name: 'httpSslAuth',
  displayName: 'SSL Certificates',
  documentationUrl: 'https://datatracker.ietf.org/doc/html/rfc8446',
  fields: [
    secret('ca', 'CA', { rows: 4 }),
    secret('cert', 'Certificate', { rows: 4 }),
    secret('key', 'Private Key', { rows: 4 }),
    secret('passphrase', 'Passphrase'),
  ],
  sign: (data, request) => ({ ...request, certificates: certificatesOf(data) }),
});

function certificatesOf(data: CredentialData): Certificates {
  const [ca, cert, key] = [data['ca'], data['cert'], data['key']].map((value) => restorePems(value)) as [string, string, string];
  const passphrase = data['passphrase'];
  const certificates = {
    ...(ca === '' ? {} : { ca }),
    ...(cert === '' ? {} : { cert }),
    ...(key === '' ? {} : { key }),
    ...(key === '' || typeof passphrase !== 'string' || passphrase === '' ? {} : { passphrase }),
  };
  assertUsable(certificates);
  return certificates;
}

/** Restores pasted PEM blocks in which line breaks have become spaces. */
function restorePems(value: unknown): string {
  const pem = typeof value === 'string' ? value.trim().replaceAll('\\n', '\n') : '';
  return pem.replaceAll(
    /(-----BEGIN [A-Z0-9 ]+-----)([^-]*)(-----END [A-Z0-9 ]+-----)/g,
    (whole, begin: string, body: string, end: string) =>
      body.trim().includes('\n') ? whole : `${begin}\n${body.trim().replaceAll(/\s+/g, '\n')}\n${end}\n`,
  );
}

/** Hashes of data that was valid, since decrypting a key takes time. */
const usable = new Set<string>();
const MAX_USABLE = 100;

/** Throws NodeError PARAMETER_INVALID with the invalid field. The library's own errors appear only when connecting, and do not mention a field. */
function assertUsable(pems: Certificates): void {
  const hash = createHash('sha256').update(JSON.stringify(pems)).digest('base64');
  if (usable.has(hash)) return;
  const { ca, cert, key, passphrase } = pems;
  if (ca === undefined && cert === undefined) throw unusable('has neither a certificate nor a CA', 'Enter the certificate as PEM text.');
  if (ca !== undefined) certificateIn(ca, 'CA');
  if (cert !== undefined) {
    const certificate = certificateIn(cert, 'certificate');
    if (key === undefined) throw unusable('has a certificate without its private key', 'Enter the private key of the certificate.');
    if (!certificate.checkPrivateKey(keyIn(key, passphrase))) {
      throw unusable('has a private key that does not belong to its certificate', 'Enter the key with which the certificate was made.');
    }
  }
  if (usable.size >= MAX_USABLE) usable.clear();
  usable.add(hash);
}

function certificateIn(pem: string, name: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw unusable(
      `has a ${name} that cannot be read`,
      'Enter it as PEM text, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.',
      cause,
    );
  }
}

function keyIn(pem: string, passphrase: string | undefined): KeyObject {
  const isEncrypted = /ENCRYPTED/.test(pem);
  try {
    return createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch (cause) {
    if (isEncrypted && passphrase === undefined)
      throw unusable('has an encrypted private key and no passphrase', 'Enter the passphrase of the key.', cause);
    if (isEncrypted) throw unusable('has a passphrase that does not open its private key', 'Enter the passphrase of the key again.', cause);
    throw unusable('has a private key that cannot be read', 'Enter it as PEM text, from -----BEGIN to the end of the END line.', cause);
  }
}

const unusable = (reason: string, hint: string, cause?: unknown): NodeError =>
  new NodeError(`The credential of the SSL certificates ${reason}.`, {
    code: 'PARAMETER_INVALID',
    hint,
    ...(cause === undefined ? {} : { cause }),
  });

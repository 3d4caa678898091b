// Registries whose certificate comes from an authority of the organization.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCertificate } from '../../testing/certificates.ts';
import { npmFile, ofFile } from './authorities.ts';

let folder: string;
const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-authorities-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('a registry whose certificate comes from an authority of the organization', () => {
  const authority = makeCertificate('Acme authority');
  const own = makeCertificate('registry', authority);
  const server = createServer({ cert: own.cert, key: own.key }, (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name: 'n8n-nodes-acme', version: '1.0.0', license: 'MIT', n8n: { nodes: ['a.js'] } }));
  });
  beforeEach(async () => {
    if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
    return () => server.closeAllConnections();
  });

  /** Asks in a fresh module, since certificates are read once. */
  const details = async (): Promise<unknown> => {
    vi.resetModules();
    const { PackageRegistry } = await import('./registry.ts');
    const registry = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    return new PackageRegistry({ folder, registry }).details({ name: 'n8n-nodes-acme', version: '1.0.0' });
  };

  it('is refused with what to do about it', async () => {
    vi.stubEnv('npm_config_cafile', '');
    vi.stubEnv('npm_config_userconfig', file('npmrc', ''));
    await expect(details()).rejects.toMatchObject({
      code: 'PACKAGE_NOT_INSTALLED',
      message: expect.stringContaining('comes from an unknown authority') as string,
      hint: expect.stringContaining('NODE_EXTRA_CA_CERTS') as string,
    });
  });

  it("is trusted if npm's cafile has the authority", async () => {
    vi.stubEnv('npm_config_cafile', file('authority.pem', authority.cert));
    expect(await details()).toMatchObject({ name: 'n8n-nodes-acme', version: '1.0.0', nodes: 1 });
  });
});

describe("npm's setting cafile", () => {
  it('is its variable, then that of the .npmrc', () => {
    const npmrc = file('npmrc', `registry=https://x/\n cafile = "\${CERTS}/acme.pem"\n`);
    const environment = { npm_config_userconfig: npmrc, CERTS: '/etc/certs' };
    expect(npmFile(environment)).toBe('/etc/certs/acme.pem');
    expect(npmFile({ ...environment, npm_config_cafile: '/mine.pem' })).toBe('/mine.pem');
    expect(npmFile({ npm_config_userconfig: join(folder, 'none') })).toBeUndefined();
    file('.npmrc', 'cafile=/home.pem');
    expect(npmFile({}, folder)).toBe('/home.pem');
  });

  it('can contain several certificates, and no more than them', () => {
    const [first, second] = [makeCertificate('One').cert.trim(), makeCertificate('Two').cert.trim()];
    expect(ofFile(file('both.pem', `# Acme\n${first}\n\n${second}\n`))).toEqual([first, second]);
    expect(ofFile(join(folder, 'none.pem'))).toEqual([]);
  });
});

// Certificates of the authorities that a registry's certificate may come from. Networks of organizations often have one of their own.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as tls from 'node:tls';

let cachedAuthorities: string[] | undefined;

/**
 * Returns the certificates in PEM: those of Node.js with NODE_EXTRA_CA_CERTS, of the system's store, and of npm's `cafile`. They are read once.
 */
export const authorities = (): string[] =>
  (cachedAuthorities ??= [...new Set([...ofPlace('default'), ...ofPlace('system'), ...ofFile(npmFile())])]);

function ofPlace(store: 'default' | 'system'): readonly string[] {
  try {
    return tls.getCACertificates(store);
  } catch {
    // Electron has another library for TLS, which lists only its own.
    return store === 'default' ? tls.rootCertificates : [];
  }
}

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Returns the certificates of a file; none if it cannot be read, as npm does. */
export function ofFile(path: string | undefined): readonly string[] {
  if (path === undefined) return [];
  try {
    return readFileSync(path, 'utf8').match(certificate) ?? [];
  } catch {
    return [];
  }
}

/** Returns the path that npm's setting `cafile` states: in its environment variable, or in the user's .npmrc. */
export function npmFile(environment: NodeJS.ProcessEnv = process.env, home: string = homedir()): string | undefined {
  const caFile = environment['npm_config_cafile'] ?? environment['NPM_CONFIG_CAFILE'];
  if (caFile !== undefined && caFile !== '') return caFile;
  const settings = environment['npm_config_userconfig'] ?? environment['NPM_CONFIG_USERCONFIG'] ?? join(home, '.npmrc');
  try {
    const [, written] = /^[ \t]*cafile[ \t]*=[ \t]*(.+?)[ \t]*$/m.exec(readFileSync(settings, 'utf8')) ?? [];
    return written?.replace(/^(["'])(.*)\1$/, '$2').replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => environment[name] ?? whole);
  } catch {
    return undefined;
  }
}

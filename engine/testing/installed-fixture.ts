// A package of the fixtures, installed from a local registry, with its types in registries of their own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Packages } from '../packages/index.ts';
import { createCredentialTypes, createNodeRegistry, type CredentialTypes, type NodeRegistry } from '../registry/index.ts';
import { usePackage } from '../registry/n8n/index.ts';
import { startPackageRegistry } from './package-registry.ts';

export interface InstalledFixture {
  /** Where the package is installed. */
  readonly folder: string;
  readonly nodes: NodeRegistry;
  readonly credentialTypes: CredentialTypes;
  /** Stops the processes and removes the files. */
  readonly close: () => Promise<void>;
}

/** Installs the package `n8n-nodes-fixture-<fixture>` from the folder of the fixture. */
export async function installedFixture(fixture: string): Promise<InstalledFixture> {
  const source = await startPackageRegistry();
  await source.publish(join(import.meta.dirname, '../../build/fixtures', fixture));
  const folder = await mkdtemp(join(tmpdir(), 'millrace-packages-'));
  const packages = new Packages({ folder, registry: source.url });
  const nodes = createNodeRegistry();
  const credentialTypes = createCredentialTypes();
  const types = { registry: nodes, credentialTypes, instanceId: 'test', instanceUrl: () => 'http://localhost:5678' };
  usePackage(types, packages, await packages.install({ name: `n8n-nodes-fixture-${fixture}`, version: 'latest' }));
  const close = async (): Promise<void> => {
    await packages.stop();
    await source.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, nodes, credentialTypes, close };
}

// Installs a package on a server, and tries out everything in it.
import { readNode, type Catalog } from '../../engine/packages/catalog.ts';
import { Packages } from '../../engine/packages/index.ts';
import { packageNode } from '../../engine/registry/n8n/package-node.ts';
import { descriptionFaults } from '../../engine/testing/description-faults.ts';
import { langchain, runAgents, type AgentOutcome } from './agent.ts';
import { checkCalls, type CallOutcome } from './calls.ts';
import { openForms, type FormOutcome } from './forms.ts';
import type { TestedPackage } from './packages.ts';
import { checkRequests, type RequestOutcome } from './requests.ts';
import type { RunInstance } from './runs/instance.ts';
import { base, runPackage } from './runs/package-runs.ts';
import type { RunOutcome } from './runs/run-cases.ts';
import { runTunnels } from './ssh-tunnel.ts';

export interface Outcome {
  readonly name: string;
  readonly version: string;
  readonly catalog?: Catalog;
  /** Seconds. */
  readonly installed: number;
  /** Type names with the first fault of each. */
  readonly faults: readonly (readonly [type: string, fault: string])[];
  /** Why the package could not be installed. */
  readonly failure?: string;
  /** Runs of agents, and of a node through SSH tunnels. */
  readonly agents?: readonly AgentOutcome[];
  readonly runs?: readonly RunOutcome[];
  readonly forms?: FormOutcome;
  readonly requests?: RequestOutcome;
  readonly calls?: CallOutcome;
}

/** Faults of descriptions are the package's own, and do not count. */
export const isFailure = ({ failure, catalog, agents = [], runs = [], forms, requests, calls }: Outcome): boolean =>
  failure !== undefined ||
  (forms?.faults.length ?? 0) > 0 ||
  (requests?.faults.length ?? 0) > 0 ||
  (calls?.faults.length ?? 0) > 0 ||
  [...agents, ...runs].some((run) => run.failure !== undefined) ||
  (catalog?.failed.length ?? 0) > 0;

export async function tryOut(instance: RunInstance, { name, version, overrides = {} }: TestedPackage): Promise<Outcome> {
  const start = performance.now();
  const seconds = (): number => (performance.now() - start) / 1000;
  const packages = new Packages({ folder: instance.packagesFolder, registry: '', stalledAfter: 500 });
  try {
    await instance.install(`${name}@${version}`, overrides);
    const installed = seconds();
    await packages.open({ isAlone: false });
    const catalog = packages.installed().find((each) => each.name === name);
    if (catalog === undefined) throw new Error('It is not there after its installation.');
    const runs = await runPackage(instance, name);
    const agents = name === langchain ? await runAgents(packages, catalog) : name === base ? await runTunnels(packages, catalog) : [];
    // The forms open in a process of their own.
    const [forms, [requests, calls]] = await Promise.all([
      openForms(packages, catalog),
      checkRequests(packages, catalog).then(async (checked) => [checked, await checkCalls(packages, catalog)] as const),
    ]);
    const faults = await faultsOf(packages, catalog);
    await instance.uninstall(name);
    return { name, version: catalog.version, catalog, installed, faults, agents, runs, forms, requests, calls };
  } catch (error) {
    return { name, version, installed: seconds(), faults: [], failure: (error as Error).message };
  } finally {
    await packages.stop();
  }
}

/** Makes every node as the registry does, and validates the descriptions of its versions. */
async function faultsOf(packages: Packages, catalog: Catalog): Promise<Outcome['faults']> {
  const root = packages.folderOf(catalog.name);
  const match: [string, string][] = [];
  for (const node of catalog.nodes) {
    const { versions } = packageNode(
      {
        packages,
        name: catalog.name,
        instanceId: '',
        instanceUrl: () => '',
        types: () => [],
        credentialType: () => Promise.resolve(undefined),
      },
      node.type,
      await readNode(root, node),
    );
    const [first] = versions.flatMap(({ description }) => descriptionFaults(description));
    if (first !== undefined) match.push([node.type, first]);
  }
  return match;
}

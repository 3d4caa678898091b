// Caches workflow files from the database with the identity of their runs, so that each version is read and compiled once.
import type { AdmittedWorkflow } from '../../execution/index.ts';
import type { WorkflowRepository } from '../../store/index.ts';
import type { Principals } from '../principals.ts';

/** Maximum number of cached files; the least recently used one is dropped first. */
const MOST = 200;

interface CachedFile {
  readonly version: number;
  readonly active: boolean;
  readonly ownerId: string | null;
  readonly workflow: AdmittedWorkflow;
  /** JSON text as last read. */
  staticData: string | null;
}

export interface SavedFilesPorts {
  readonly workflows: Pick<WorkflowRepository, 'get' | 'stamp'>;
  readonly principals: Pick<Principals, 'ofWorkflow'>;
  /** Called with static data that has changed since the file was read. */
  readonly onStaticData: (workflowId: string, data: unknown) => void | Promise<void>;
}

export class SavedFiles {
  readonly #ports: SavedFilesPorts;
  readonly #cached = new Map<string, CachedFile>();

  constructor(ports: SavedFilesPorts) {
    this.#ports = ports;
  }

  /** Returns the workflow with its id and static data, and the same objects as long as its version is current; undefined if the id is unknown. */
  async get(id: string): Promise<AdmittedWorkflow | undefined> {
    const { workflows, principals, onStaticData } = this.#ports;
    const stamp = await workflows.stamp(id);
    const cached = this.#cached.get(id);
    this.#cached.delete(id);
    if (stamp === undefined) return undefined;
    if (cached?.version === stamp.version && cached.active === stamp.active && cached.ownerId === stamp.ownerId) {
      this.#cached.set(id, cached);
      if (cached.staticData !== stamp.staticData) {
        cached.staticData = stamp.staticData;
        await onStaticData(id, stamp.staticData === null ? {} : JSON.parse(stamp.staticData));
      }
      return cached.workflow;
    }
    const file = await workflows.get(id);
    if (file === undefined) return undefined;
    const workflow = { file, principal: await principals.ofWorkflow({ id, ownerId: stamp.ownerId }) };
    this.#cached.set(id, { ...stamp, workflow });
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > MOST && oldest !== undefined) this.#cached.delete(oldest);
    return workflow;
  }
}

// Caches workflow files from the database with the identity of their runs, so that each version is read and compiled once.
import type { AdmittedWorkflow } from '../../execution/index.ts';
import type { WorkflowRepository } from '../../store/index.ts';
import type { Principals } from '../principals.ts';

/** Maximum number of cached files; the least recently used one is dropped first. */
const MOST = 200;

interface Held {
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
  readonly #held = new Map<string, Held>();

  constructor(ports: SavedFilesPorts) {
    this.#ports = ports;
  }

  /** Returns the workflow with its id and static data, and the same objects as long as its version is current; undefined if the id is unknown. */
  async get(id: string): Promise<AdmittedWorkflow | undefined> {
    const { workflows, principals, onStaticData } = this.#ports;
    const stamp = await workflows.stamp(id);
    const blocked = this.#held.get(id);
    this.#held.delete(id);
    if (stamp === undefined) return undefined;
    if (blocked?.version === stamp.version && blocked.active === stamp.active && blocked.ownerId === stamp.ownerId) {
      this.#held.set(id, blocked);
      if (blocked.staticData !== stamp.staticData) {
        blocked.staticData = stamp.staticData;
        await onStaticData(id, stamp.staticData === null ? {} : JSON.parse(stamp.staticData));
      }
      return blocked.workflow;
    }
    const file = await workflows.get(id);
    if (file === undefined) return undefined;
    const workflow = { file, principal: await principals.ofWorkflow({ id, ownerId: stamp.ownerId }) };
    this.#held.set(id, { ...stamp, workflow });
    const [oldest] = this.#held.keys();
    if (this.#held.size > MOST && oldest !== undefined) this.#held.delete(oldest);
    return workflow;
  }
}

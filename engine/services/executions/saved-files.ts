// Caches workflow files from the database, so that each version is read and compiled once.
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { WorkflowRepository } from '../../store/index.ts';

/** Maximum number of cached files; the least recently used one is dropped first. */
const MOST = 200;

interface Held {
  readonly version: number;
  readonly active: boolean;
  readonly file: WorkflowFile;
  /** JSON text as last read. */
  staticData: string | null;
}

export interface SavedFilesPorts {
  readonly workflows: Pick<WorkflowRepository, 'get' | 'stamp'>;
  /** Called with static data that has changed since the file was read. */
  readonly onStaticData: (workflowId: string, data: unknown) => void | Promise<void>;
}

export class SavedFiles {
  readonly #ports: SavedFilesPorts;
  readonly #held = new Map<string, Held>();

  constructor(ports: SavedFilesPorts) {
    this.#ports = ports;
  }

  /** Returns the workflow with its id and static data, and the same object as long as its version is current; undefined if the id is unknown. */
  async get(id: string): Promise<WorkflowFile | undefined> {
    const { workflows, onStaticData } = this.#ports;
    const stamp = await workflows.stamp(id);
    const held = this.#held.get(id);
    this.#held.delete(id);
    if (stamp === undefined) return undefined;
    if (held?.version === stamp.version && held.active === stamp.active) {
      this.#held.set(id, held);
      if (held.staticData !== stamp.staticData) {
        held.staticData = stamp.staticData;
        await onStaticData(id, stamp.staticData === null ? {} : JSON.parse(stamp.staticData));
      }
      return held.file;
    }
    const file = await workflows.get(id);
    if (file === undefined) return undefined;
    this.#held.set(id, { ...stamp, file });
    const [oldest] = this.#held.keys();
    if (this.#held.size > MOST && oldest !== undefined) this.#held.delete(oldest);
    return file;
  }
}

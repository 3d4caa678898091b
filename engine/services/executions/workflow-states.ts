// The static data of workflows: changes by runs and triggers are stored in parts (one per node, one global), so that concurrent changes do not overwrite each other.
import { isDeepStrictEqual } from 'node:util';
import { errorCodeOf } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { AdmittedRequest } from '../../execution/index.ts';
import type { Claim, WorkflowRepository } from '../../store/index.ts';
import { isPermanent } from '../lasting-writes.ts';

export interface WorkflowStatesPorts {
  readonly workflows: Pick<WorkflowRepository, 'changeStaticData' | 'staticDataOf'>;
  /** Whether other servers change static data too. */
  readonly isShared?: boolean;
  /** Called with a workflow's static data whenever it changes. */
  readonly onChange?: (workflowId: string, data: JsonObject) => void;
}

/** Maximum number of reads of a workflow's state if it keeps changing in this process. */
const MOST_LOOKS = 5;

export class WorkflowStates {
  readonly #ports: WorkflowStatesPorts;
  /** Static data that is newer than the workflow files in memory. */
  readonly #newest = new Map<string, JsonObject>();
  /** Writes in progress, by workflow: reads may not see them yet. */
  readonly #onTheWay = new Map<Promise<void>, string>();
  /** Ids of the workflows that change during each read in progress. */
  readonly #reads = new Set<Set<string>>();
  /** Parts whose write failed, by workflow. */
  readonly #unstored = new Map<string, ReadonlySet<string>>();

  constructor(ports: WorkflowStatesPorts) {
    this.#ports = ports;
  }

  /** Returns the latest static data; undefined if the workflow file already has it. */
  get(workflowId: string): JsonObject | undefined {
    return this.#newest.get(workflowId);
  }

  /** Returns a request with the latest static data of its workflow, unless it brings its own. */
  addTo(request: AdmittedRequest): AdmittedRequest {
    const { workflow, principal, staticData } = request;
    const { workflowId } = principal;
    if (workflowId === undefined || staticData !== undefined) return request;
    return { ...request, staticData: this.get(workflowId), latestStaticData: this.reader(workflowId, workflow.staticData) };
  }

  /** Returns a function that reads the latest static data; undefined if no other server changes it. `known`: that of the workflow file in memory. */
  reader(workflowId: string, known: unknown): (() => Promise<unknown>) | undefined {
    if (this.#ports.isShared !== true) return undefined;
    return async () => {
      await this.refresh(workflowId, known);
      return this.get(workflowId) ?? known;
    };
  }

  /** Takes over static data read from the database, unless this process has newer data. */
  learn(workflowId: string, data: unknown): void {
    if (!this.#newest.has(workflowId)) this.#set(workflowId, objectOf(data));
  }

  /**
   * Stores the parts in which `after` differs from `before`, the data at the start of the run or trigger. Throws STORE_FAILED; the new data is used
   * nevertheless, and `storeLeft` stores it. Throws CLAIM_LOST if the claim is lost: then `refresh` must be called.
   */
  async save(workflowId: string, before: unknown, after: JsonObject, claim?: Claim): Promise<void> {
    const started = objectOf(before);
    const [changed, removed] = difference(started, after);
    if (Object.keys(changed).length === 0 && removed.length === 0) return;
    this.#set(workflowId, withParts(this.#newest.get(workflowId) ?? started, changed, removed));
    await this.#store(workflowId, [...Object.keys(changed), ...removed], claim);
  }

  /** Stores what could not be stored before. Never rejects. */
  async storeLeft(): Promise<void> {
    await Promise.allSettled([...this.#unstored.keys()].map((id) => this.#store(id, [])));
  }

  /** Drops the data of a workflow that was saved with its own static data, or deleted. */
  forget(workflowId: string): void {
    this.#newest.delete(workflowId);
    this.#unstored.delete(workflowId);
  }

  /** Loads changes made by other processes. `known`: static data of the workflows in memory, by id. */
  async takeOver(loadedStates: ReadonlyMap<string, unknown>): Promise<void> {
    await this.#takeOver([...new Set([...loadedStates.keys(), ...this.#newest.keys()])], loadedStates);
  }

  /** Loads changes that other processes have made to one workflow. `known`: its static data in memory. */
  async refresh(workflowId: string, known: unknown): Promise<void> {
    await this.#takeOver([workflowId], new Map([[workflowId, known]]));
  }

  async #takeOver(of: readonly string[], loadedStates: ReadonlyMap<string, unknown>): Promise<void> {
    let ids = of;
    for (let attempt = 0; attempt < MOST_LOOKS && ids.length > 0; attempt++) {
      const changing = new Set(this.#onTheWay.values());
      this.#reads.add(changing);
      const stored = await this.#ports.workflows.staticDataOf(ids).finally(() => this.#reads.delete(changing));
      for (const id of ids) if (!changing.has(id)) this.#takeOverOne(id, stored, loadedStates);
      ids = ids.filter((id) => changing.has(id));
      if (ids.length > 0) await Promise.allSettled(this.#onTheWay.keys());
    }
  }

  #takeOverOne(id: string, stored: ReadonlyMap<string, unknown>, loadedStates: ReadonlyMap<string, unknown>): void {
    if (!stored.has(id)) {
      this.forget(id);
      return;
    }
    const data = objectOf(stored.get(id));
    if (this.#unstored.has(id)) return;
    if (!isDeepStrictEqual(data, this.#newest.get(id) ?? objectOf(loadedStates.get(id)))) this.#set(id, data);
  }

  /** Stores the latest values of these parts, and of those that could not be stored before. */
  async #store(workflowId: string, parts: readonly string[], claim?: Claim): Promise<void> {
    const earlier = this.#unstored.get(workflowId) ?? new Set<string>();
    const all = new Set([...earlier, ...parts]);
    this.#unstored.delete(workflowId);
    for (const changing of this.#reads) changing.add(workflowId);
    const data = this.#newest.get(workflowId) ?? {};
    const changed = Object.fromEntries(Object.entries(data).filter(([part]) => all.has(part)));
    const removed = [...all].filter((part) => !Object.hasOwn(data, part));
    const write = this.#ports.workflows.changeStaticData(workflowId, changed, removed, claim);
    this.#onTheWay.set(write, workflowId);
    try {
      await write;
    } catch (error) {
      const isLost = errorCodeOf(error) === 'CLAIM_LOST';
      const unstored = new Set([...(this.#unstored.get(workflowId) ?? []), ...(isLost ? earlier : all)]);
      if ((isLost || !isPermanent(error)) && unstored.size > 0 && this.#newest.has(workflowId)) this.#unstored.set(workflowId, unstored);
      throw error;
    } finally {
      this.#onTheWay.delete(write);
    }
  }

  #set(workflowId: string, data: JsonObject): void {
    this.#newest.set(workflowId, data);
    this.#ports.onChange?.(workflowId, data);
  }
}

function difference(before: JsonObject, after: JsonObject): [changed: JsonObject, removed: readonly string[]] {
  const changed = Object.entries(after).filter(([part, value]) => !Object.hasOwn(before, part) || !isDeepStrictEqual(before[part], value));
  return [Object.fromEntries(changed), Object.keys(before).filter((part) => !Object.hasOwn(after, part))];
}

const withParts = (data: JsonObject, changed: JsonObject, removed: readonly string[]): JsonObject =>
  Object.fromEntries([...Object.entries(data).filter(([part]) => !removed.includes(part)), ...Object.entries(changed)]);

/** In some workflow files, static data is JSON text. */
function objectOf(stored: unknown): JsonObject {
  if (typeof stored === 'string') {
    try {
      return objectOf(JSON.parse(stored));
    } catch {
      return {};
    }
  }
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as JsonObject) : {};
}

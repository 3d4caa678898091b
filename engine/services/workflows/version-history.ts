// Use cases of the versions of a workflow: list, read, name, restore, and prune by age and count.
import { AppError } from '../../contract/errors.ts';
import type { SavedWorkflow } from '../../contract/rest/workflows.ts';
import type { VersionNameChange, WorkflowVersionView } from '../../contract/rest/workflow-versions.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { Logger } from '../../sdk/index.ts';
import type { UserRepository, WorkflowRepository, WorkflowVersion, WorkflowVersionRepository } from '../../store/index.ts';
import { visibleWorkflow, type Asker } from '../access.ts';
import type { ServiceConfig } from '../service-config.ts';
import type { WorkflowService } from './workflows.ts';

const DAY = 86_400_000;

export interface VersionHistoryPorts {
  readonly workflows: WorkflowRepository;
  readonly versions: WorkflowVersionRepository;
  readonly users: UserRepository;
  readonly service: Pick<WorkflowService, 'update'>;
  /** Read at each use, since they can be changed while the instance runs. */
  readonly settings: Pick<ServiceConfig['settings'], 'historyAgeDays' | 'historyCount'>;
  readonly now: () => number;
  readonly logger: Logger;
}

/** Fields of a stored file that are not part of a version's content. */
const notContent = new Set(['id', 'active', 'tags', 'staticData']);

export class VersionHistory {
  readonly #ports: VersionHistoryPorts;
  #pruning: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(ports: VersionHistoryPorts) {
    this.#ports = ports;
  }

  /** Returns the stored versions, newest first. Throws WORKFLOW_NOT_FOUND. */
  async list(id: string, asker: Asker): Promise<WorkflowVersionView[]> {
    const { workflows, versions, users } = this.#ports;
    await visibleWorkflow(workflows, id, asker);
    const [stored, people] = await Promise.all([versions.list(id), users.list()]);
    const byId = new Map(people.map(({ id: userId, firstName, lastName, email }) => [userId, { firstName, lastName, email }]));
    return stored.map((version) => versionView(version, byId));
  }

  /** Throws WORKFLOW_NOT_FOUND. */
  async read(id: string, version: number, asker: Asker): Promise<WorkflowFile> {
    await visibleWorkflow(this.#ports.workflows, id, asker);
    const file = await this.#ports.versions.file(id, version);
    if (file === undefined) throw versionNotFound(id, version);
    return file;
  }

  /** Names a version, or removes its name. Throws WORKFLOW_NOT_FOUND, and BAD_REQUEST for a blank name. */
  async name(id: string, version: number, { name, description = '' }: VersionNameChange, asker: Asker): Promise<true> {
    const { workflows, versions, now } = this.#ports;
    await visibleWorkflow(workflows, id, asker);
    if (name === null) {
      if ((await versions.file(id, version)) === undefined) throw versionNotFound(id, version);
      await versions.removeLabel(id, version);
      return true;
    }
    const trimmedName = name.trim();
    if (trimmedName === '') throw new AppError('BAD_REQUEST', 'The name of the version is empty.', { params: { field: 'name' } });
    const label = { name: trimmedName, description: description.trim(), now: now(), userId: asker.userId };
    if (!(await versions.setLabel(id, version, label))) throw versionNotFound(id, version);
    return true;
  }

  /**
   * Saves the content of a version as a new version, like any other save: the workflow stays active or inactive, and keeps its tags and static data.
   * `newest`: the version that the caller knows as the newest. Throws WORKFLOW_CHANGED if that has been replaced, WORKFLOW_NOT_FOUND, and what
   * saving throws.
   */
  async restore(id: string, version: number, newest: number, asker: Asker): Promise<SavedWorkflow> {
    const { file } = await visibleWorkflow(this.#ports.workflows, id, asker);
    const content = { ...withoutValues(file), ...(await this.read(id, version, asker)) };
    const changes = Object.fromEntries(Object.entries(content).filter(([field]) => !notContent.has(field)));
    return this.#ports.service.update(id, { ...changes, version: newest }, asker);
  }

  /** Removes the versions without a name beyond the limits of the settings, in slices. A failure is logged; the next round tries again. */
  prune(): Promise<void> {
    this.#pruning = this.#pruning.then(() =>
      this.#prune().catch((error: unknown) => this.#ports.logger.error(`Removing old versions of workflows failed: ${String(error)}`)),
    );
    return this.#pruning;
  }

  /** Starts no further slice; resolves once the current one is done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#pruning;
  }

  async #prune(): Promise<void> {
    const { versions, settings, now } = this.#ports;
    const { historyAgeDays, historyCount } = settings;
    if (historyAgeDays === 0 && historyCount === 0) return;
    const limits = {
      ...(historyAgeDays === 0 ? {} : { replacedBefore: now() - historyAgeDays * DAY }),
      ...(historyCount === 0 ? {} : { maxCount: historyCount }),
    };
    for (const id of await versions.workflowIds()) {
      for (let removed = 1; removed > 0 && !this.#isStopped;) {
        removed = await versions.prune(id, limits);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  }
}

/** Returns an object with the same fields, all undefined: a field that the restored version lacks is removed. */
const withoutValues = (file: WorkflowFile): Record<string, unknown> =>
  Object.fromEntries(Object.keys(file).map((field) => [field, undefined]));

const versionNotFound = (id: string, version: number): AppError =>
  new AppError('WORKFLOW_NOT_FOUND', `Version ${version} of this workflow is not stored.`, {
    params: { id, version },
    hint: 'It may have been removed because of its age, or because there are many newer ones.',
  });

function versionView(
  { version, workflowName, savedAt, savedBy, isNewest, label }: WorkflowVersion,
  people: ReadonlyMap<string, NonNullable<WorkflowVersionView['savedBy']>>,
): WorkflowVersionView {
  const person = savedBy === null ? undefined : people.get(savedBy);
  return {
    version,
    name: workflowName,
    savedAt: new Date(savedAt).toISOString(),
    isNewest,
    ...(person === undefined ? {} : { savedBy: person }),
    ...(label === undefined ? {} : { label }),
  };
}

// Use cases of workflows: list, open, save with a version check, delete, activate and deactivate.
import { AppError } from '../../contract/errors.ts';
import type {
  ListedWorkflow,
  NextRuns,
  SavedWorkflow,
  WorkflowChanges,
  WorkflowStarts,
  WorkflowSummaryView,
} from '../../contract/rest/workflows.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { zoneOf } from '../../execution/timers.ts';
import type {
  TagRepository,
  WorkflowActivity,
  WorkflowFilter,
  WorkflowRecord,
  WorkflowRepository,
  WorkflowSummary,
} from '../../store/index.ts';
import { openWorkflow } from '../../workflow/file/import.ts';
import { withIds } from '../../workflow/references/node-names.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { ownOnly, visibleWorkflow, type Asker } from '../access.ts';
import type { OpenExecutions } from '../executions/deleted-workflows.ts';
import type { ActiveWorkflows, WorkflowTurn } from './active-workflows.ts';
import { freeName } from '../names.ts';
import type { WebhookAddress } from '../../webhooks/index.ts';
import type { FolderService } from '../folders.ts';
import { newWorkflowId } from '../workflow-ids.ts';

export interface WorkflowServicePorts {
  readonly workflows: WorkflowRepository;
  readonly tags: TagRepository;
  readonly folders: FolderService;
  readonly active: ActiveWorkflows;
  readonly now: () => number;
  readonly ids: () => string;
  /** Name of a new workflow if none is given. */
  readonly defaultName: string;
  readonly usesTags: boolean;
  /** Maximum execution timeout that a workflow may set, in seconds. */
  readonly longestTimeout?: number;
  /** Returns the maximum number of earlier versions without a name; undefined if there is no limit. */
  readonly maxVersions: () => number | undefined;
  /** Called when a workflow was deleted; `since`: time at which the deletion began, in milliseconds since the epoch. */
  readonly onRemoved: (workflowId: string, since: number) => Promise<unknown>;
  /** Returns the number of executions that have not ended. */
  readonly openExecutions: (workflowId: string) => Promise<OpenExecutions>;
  /** Returns the next runs of a workflow's schedules. */
  readonly nextRuns: (file: WorkflowFile) => Promise<NextRuns>;
  /** Returns the time zone of a workflow by its setting: that of the instance if it has none. */
  readonly zoneOf: (timezone: unknown) => string;
  /** Returns the open webhooks of a workflow. */
  readonly webhooks: (workflowId: string) => readonly WebhookAddress[];
  /** Called when a workflow was saved with its own static data. */
  readonly onStaticData: (workflowId: string) => void;
}

export class WorkflowService {
  readonly #ports: WorkflowServicePorts;
  /** Names are chosen one at a time, so that two workflows do not get the same name. */
  #naming: Promise<unknown> = Promise.resolve();

  constructor(ports: WorkflowServicePorts) {
    this.#ports = ports;
  }

  async list(asker: Asker, filter: WorkflowFilter = {}): Promise<ListedWorkflow[]> {
    const requestedFilter = { ...filter, ...ownOnly(asker) };
    const [listed, activity] = await Promise.all([
      this.#ports.workflows.list(requestedFilter),
      this.#ports.workflows.activity(requestedFilter),
    ]);
    return listed.map((summary) => ({ ...summaryView(summary), ...this.#activityView(activity.get(summary.id)) }));
  }

  #activityView({ lastRun, nextRun, timezone = null }: Partial<WorkflowActivity> = {}): Partial<ListedWorkflow> {
    return {
      ...(lastRun === undefined ? {} : { lastRun: { ...lastRun, startedAt: new Date(lastRun.startedAt).toISOString() } }),
      ...(nextRun === undefined ? {} : { nextRun: new Date(nextRun).toISOString(), nextRunZone: this.#ports.zoneOf(timezone) }),
    };
  }

  /** Returns the next runs of the schedules, and the open webhooks. Throws WORKFLOW_NOT_FOUND. */
  async starts(id: string, asker: Asker): Promise<WorkflowStarts> {
    const { workflows, nextRuns, webhooks } = this.#ports;
    const { file } = await visibleWorkflow(workflows, id, asker);
    return { ...(await nextRuns(file)), webhooks: [...webhooks(id)] };
  }

  /** Returns the next runs of the schedules of a workflow that need not be saved. Throws WORKFLOW_INVALID. */
  previewRuns(content: object): Promise<NextRuns> {
    const { id: _id, ...file } = openWorkflow(content) as WorkflowFile & { readonly id?: unknown };
    return this.#ports.nextRuns(file);
  }

  /** Throws WORKFLOW_NOT_FOUND. */
  async get(id: string, asker: Asker): Promise<SavedWorkflow> {
    return workflowView(await visibleWorkflow(this.#ports.workflows, id, asker));
  }

  /** Returns a name that no workflow visible to the caller has. Names of other users do not count: a number would reveal that they exist. */
  newName(asker: Asker, requested?: string, own?: string): Promise<string> {
    const { workflows, defaultName } = this.#ports;
    return freeName(requested, defaultName, (start) => workflows.namesLike(start, ownOnly(asker)), own);
  }

  /**
   * Saves a new workflow, with its own id if the caller may use that. Throws WORKFLOW_INVALID, BAD_REQUEST for invalid settings, and ACTIVATION_FAILED;
   * after the last the workflow is saved but inactive. FOLDER_NOT_FOUND, FOLDER_INVALID for a folder in which the caller cannot save it.
   */
  async create(body: Readonly<Record<string, unknown>>, asker: Asker): Promise<SavedWorkflow> {
    const { workflows, active, folders, ids, now } = this.#ports;
    const { tags, active: shouldActivate, folderId, ...content } = body;
    const folder = typeof folderId === 'string' ? await folders.placeFor(folderId, asker) : null;
    const opened = withoutOwnFields(this.#checked(withIds(openWorkflow(content), ids), content));
    const tagIds = await this.#tagIds(tags);
    const id = await this.#inTurnOfNames(async () => {
      const newOwner = { userId: asker.userId, isInstanceOwner: asker.role !== 'member' };
      const newId = await newWorkflowId(workflows, opened.id, newOwner, ids);
      const name = await this.newName(asker, opened.name);
      await workflows.add({
        id: newId,
        file: { ...opened, id: newId, name },
        now: now(),
        userId: asker.userId,
        tags: tagIds,
        folderId: folder,
      });
      return newId;
    });
    if (shouldActivate === true) await active.turn(id, activateSaved);
    return this.get(id, asker);
  }

  /**
   * Saves changes: given fields replace the saved ones. Throws WORKFLOW_CHANGED if `version` is given and is not the latest (unless `overwrites`
   * is true), WORKFLOW_ARCHIVED if an archived workflow is activated, WORKFLOW_NOT_FOUND, WORKFLOW_INVALID, BAD_REQUEST for invalid settings, and ACTIVATION_FAILED; after the last the content is saved
   * but the workflow is inactive.
   */
  async update(id: string, body: WorkflowChanges, asker: Asker, overwrites = false): Promise<SavedWorkflow> {
    const { workflows, active } = this.#ports;
    const { active: shouldActivate, isArchived, version, ...changes } = body;
    // An archived workflow does not run by itself. Its queued, waiting and running executions continue, as after a deactivation.
    const requested = isArchived === true ? false : shouldActivate;
    // Access is checked before the lock is acquired, so that callers cannot block workflows that they may not see.
    await visibleWorkflow(workflows, id, asker);
    if (requested === false) active.cancel(id);
    await active.turn(id, async (turn) => {
      const { saved, isNew } = await this.#saveChanges(id, changes, asker, overwrites ? undefined : version);
      // Saving without `active` does not reactivate a workflow that another process has deactivated.
      const isOn = requested ?? (await visibleWorkflow(workflows, id, asker)).active;
      if (isArchived === false) await workflows.setArchived(id, false);
      if (!isOn && (saved.active || requested === false)) await turn.deactivate();
      else if (isOn && isNew) await activateSaved(turn);
      else if (isOn && (!saved.active || active.get(id) === undefined)) await turn.activate();
      if (isArchived === true && !isOn) await workflows.setArchived(id, true);
    });
    return this.get(id, asker);
  }

  /** Returns how many executions a deletion would stop, and how many would run to their end. Throws WORKFLOW_NOT_FOUND. */
  async openExecutions(id: string, asker: Asker): Promise<OpenExecutions> {
    await visibleWorkflow(this.#ports.workflows, id, asker);
    return this.#ports.openExecutions(id);
  }

  /** Throws WORKFLOW_NOT_FOUND. */
  async remove(id: string, asker: Asker): Promise<true> {
    const { workflows, active, now, onRemoved, onStaticData } = this.#ports;
    await visibleWorkflow(workflows, id, asker);
    const since = now();
    active.cancel(id);
    await active.turn(id, async (turn) => {
      await turn.deactivate();
      await workflows.remove(id);
    });
    await onRemoved(id, since);
    onStaticData(id);
    return true;
  }

  /**
   * Returns the previous record, and whether the content has changed. `version`: the version that the changes are based on, if it must be the
   * latest.
   */
  async #saveChanges(
    id: string,
    { tags, ...content }: Omit<WorkflowChanges, 'active' | 'version'>,
    asker: Asker,
    version: number | undefined,
  ): Promise<{ readonly saved: WorkflowRecord; readonly isNew: boolean }> {
    const { workflows } = this.#ports;
    const isNew = Object.keys(withoutOwnFields(content as WorkflowFile)).length > 0;
    // Another process, such as the command line, may save in between. Without a `version` the changes are applied again.
    for (let attempt = 1; ; attempt++) {
      const saved = await visibleWorkflow(workflows, id, asker);
      if (version !== undefined && version !== saved.version) throw changedMeanwhile(saved);
      if ((!isNew && tags === undefined) || (await this.#save(saved, content, tags, asker))) return { saved, isNew };
      if (version !== undefined || attempt === MOST_ATTEMPTS) throw changedMeanwhile(await visibleWorkflow(workflows, id, asker));
    }
  }

  /** Returns false if a newer version was saved in between. */
  async #save(saved: WorkflowRecord, content: object, tags: unknown, asker: Asker): Promise<boolean> {
    const { workflows, ids, now, onStaticData } = this.#ports;
    const opened = withIds(openWorkflow({ ...saved.file, ...withoutOwnFields(content as WorkflowFile) }), ids);
    const merged = this.#checked(opened, content);
    const requestedName = (content as WorkflowFile).name?.trim() ?? '';
    const bringsStaticData = 'staticData' in content;
    const tagIds = tags === undefined ? undefined : await this.#tagIds(tags);
    const isSaved = await this.#inTurnOfNames(async () => {
      const name = requestedName === '' || requestedName === saved.name ? saved.name : await this.newName(asker, requestedName, saved.name);
      const file = { ...merged, id: saved.id, name, ...(bringsStaticData ? {} : { staticData: undefined }) };
      const maxVersions = this.#ports.maxVersions();
      return workflows.update(saved.version, { id: saved.id, file, now: now(), userId: asker.userId, tags: tagIds, maxVersions });
    });
    if (isSaved && bringsStaticData) onStaticData(saved.id);
    return isSaved;
  }

  /** Returns the file with the validated settings of the request. Settings that were saved before are not validated again. */
  #checked(file: WorkflowFile, input: object): WorkflowFile {
    const { settings } = input as { settings?: unknown };
    if (settings === undefined || settings === null) return file;
    return { ...file, settings: savedSettings(settings, this.#ports.longestTimeout) };
  }

  #inTurnOfNames<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#naming.then(work, work);
    this.#naming = mine.catch(() => undefined);
    return mine;
  }

  /** Returns ids of tags, which the request gives as ids or as objects with an id or a name. Missing tags are created. */
  async #tagIds(tags: unknown): Promise<readonly string[]> {
    if (!this.#ports.usesTags || !Array.isArray(tags)) return [];
    const ids: string[] = [];
    for (const tag of tags as readonly (string | { id?: string; name?: string })[]) {
      const id = await this.#tagId(tag);
      if (id !== undefined) ids.push(id);
    }
    return ids;
  }

  async #tagId(tag: string | { id?: string; name?: string }): Promise<string | undefined> {
    const { tags, ids, now } = this.#ports;
    const id = typeof tag === 'string' ? tag : tag.id;
    if (id !== undefined && (await tags.get(id)) !== undefined) return id;
    const name = typeof tag === 'string' ? undefined : tag.name?.trim();
    if (name === undefined || name === '') return undefined;
    const existingTag = await tags.findByName(name);
    if (existingTag !== undefined) return existingTag.id;
    const newId = ids();
    await tags.add(newId, name, now());
    return newId;
  }
}

/** Maximum number of attempts to apply changes to the latest version. */
const MOST_ATTEMPTS = 3;

/** Activates a workflow after it was saved. If that fails, the error also says that the changes are saved. */
async function activateSaved(turn: WorkflowTurn): Promise<void> {
  try {
    await turn.activate();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, params, hint } = error;
    throw new AppError(code, `${message} Your changes are saved, and the workflow is deactivated.`, { params, hint, cause: error });
  }
}

/** Removes fields of responses that are not part of the file. */
function withoutOwnFields(content: WorkflowFile): WorkflowFile {
  const {
    tags: _tags,
    active: _active,
    createdAt: _created,
    updatedAt: _updated,
    version: _version,
    ownedBy: _owner,
    isArchived: _archived,
    folderId: _folder,
    lastRun: _last,
    nextRun: _next,
    nextRunZone: _zone,
    ...file
  } = content as WorkflowFile & Record<string, unknown>;
  return file as WorkflowFile;
}

const changedMeanwhile = (newest: WorkflowSummary): AppError =>
  new AppError('WORKFLOW_CHANGED', `The workflow "${newest.name}" was saved elsewhere in the meantime. Nothing was overwritten.`, {
    params: { id: newest.id, version: newest.version, updatedAt: new Date(newest.updatedAt).toISOString() },
    hint: 'Open the newest version, or overwrite it.',
  });

function summaryView(summary: WorkflowSummary): WorkflowSummaryView {
  return {
    id: summary.id,
    name: summary.name,
    active: summary.active,
    tags: summary.tags.map(({ id, name }) => ({ id, name })),
    createdAt: new Date(summary.createdAt).toISOString(),
    updatedAt: new Date(summary.updatedAt).toISOString(),
    version: summary.version,
    isArchived: summary.isArchived,
    ...(summary.folderId === undefined ? {} : { folderId: summary.folderId }),
    ...(summary.ownerId === null ? {} : { ownedBy: { id: summary.ownerId } }),
  };
}

/** Returns the workflow file with its metadata. */
export function workflowView(record: WorkflowRecord): SavedWorkflow {
  const { staticData: _state, ...file } = record.file;
  return { ...file, ...summaryView(record) } as SavedWorkflow;
}

/** Returns the settings that differ from the instance defaults. `longest`: maximum timeout in seconds. Throws BAD_REQUEST, WORKFLOW_INVALID. */
export function savedSettings(settings: unknown, longest = Number.MAX_SAFE_INTEGER): Readonly<Record<string, unknown>> {
  if (!isRecord(settings)) throw wrong('settings', 'The settings of a workflow must be an object.');
  const { maxExecutionTimeout: _instance, ...savedSettings } = settings;
  const { timezone, executionTimeout } = savedSettings;
  if (timezone !== undefined && timezone !== null && typeof timezone !== 'string') {
    throw wrong('settings.timezone', 'The time zone must be a name, such as "Europe/Berlin".');
  }
  zoneOf(timezone);
  if (executionTimeout !== undefined && executionTimeout !== null) checkTimeout(executionTimeout, longest);
  return savedSettings;
}

function checkTimeout(seconds: unknown, longest: number): void {
  const field = 'settings.executionTimeout';
  if (!Number.isSafeInteger(seconds) || (seconds as number) < -1) {
    throw wrong(field, `The time limit must be a whole number of seconds, or -1 for none; it is ${valueText(seconds)}.`);
  }
  if (seconds === 0) throw wrong(field, 'The time limit is enabled but set to 0. Set a longer one, or -1 for none.');
  if ((seconds as number) > longest) throw wrong(field, `The time limit is too long. The longest is ${inWords(longest)}.`);
}

const valueText = (value: unknown): string => (typeof value === 'number' ? String(value) : JSON.stringify(value));

const inWords = (seconds: number): string =>
  `${Math.floor(seconds / 3600)} hours, ${Math.floor((seconds % 3600) / 60)} minutes, ${seconds % 60} seconds`;

const wrong = (field: string, message: string): AppError => new AppError('BAD_REQUEST', message, { params: { field } });

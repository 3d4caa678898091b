// `millrace import FILE|DIR…`: imports workflow files into the database, one line per workflow. Invalid files are reported and skipped.
import { basename } from 'node:path';
import { AppError } from '../../contract/errors.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { createIds } from '../../ids.ts';
import { importedWorkflowId } from '../../services/workflow-ids.ts';
import type { ActiveWorkflows } from '../../services/workflows/active-workflows.ts';
import type { Store } from '../../store/index.ts';
import { openWorkflow } from '../../workflow/file/import.ts';
import { withIds } from '../../workflow/references/node-names.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOf, dataDirOption, withStore } from '../data-folder.ts';
import { exitCodes, say, type Streams } from '../output.ts';
import { reasonOf, text } from '../text.ts';
import { jsonFilesAt, readJsonFile } from '../workflow-source.ts';

/** Maximum file size in bytes: a backup may contain all workflows of an instance. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Runs the command; returns the exit code. Once `stop` is aborted, no further workflow is imported. */
export async function importCommand(args: readonly string[], streams: Streams, stop: AbortSignal): Promise<number> {
  const { values, positionals } = readArguments('import', args, { activate: { type: 'boolean' }, ...dataDirOption }, true);
  if (positionals.length === 0) throw new AppError('BAD_REQUEST', text('import.noFiles'));
  const dataDir = dataDirOf(values['data-dir']);
  const activates = values.activate === true;
  return withStore(dataDir, async (store) => {
    const ports = { store, now: Date.now, ids: createIds(Date.now) };
    const runner = activates ? (await import('../instance-runner.ts')).createInstanceRunner(dataDir) : undefined;
    const activation = runner === undefined ? undefined : (await import('../activation.ts')).offlineActivation(store, runner);
    try {
      const workflowImport = new WorkflowImport(ports, activation, streams);
      for (const path of positionals) await workflowImport.addPath(path, stop);
      return workflowImport.summarize();
    } finally {
      await runner?.stop();
    }
  });
}

/** One import: counts imported workflows and failures. */
class WorkflowImport {
  readonly #ports: ImportPorts;
  readonly #activation: ActiveWorkflows | undefined;
  readonly #streams: Streams;
  #imported = 0;
  #inactive = 0;
  #failed = 0;
  #notActive = 0;

  constructor(ports: ImportPorts, activation: ActiveWorkflows | undefined, streams: Streams) {
    this.#ports = ports;
    this.#activation = activation;
    this.#streams = streams;
  }

  async addPath(path: string, stop: AbortSignal): Promise<void> {
    await this.#reportFailure(path, async () => {
      for (const file of await jsonFilesAt(path)) if (!stop.aborted) await this.#reportFailure(file, () => this.#file(file, stop));
    });
  }

  /** Prints the outcome; returns the exit code. */
  summarize(): number {
    const { err } = this.#streams;
    say(err, text('import.imported', { count: this.#imported }));
    if (this.#activation === undefined && this.#inactive > 0) say(err, text('import.switchedOff'));
    if (this.#notActive > 0) say(err, text('import.notActive', { count: this.#notActive }));
    if (this.#failed > 0) say(err, text('import.failed', { count: this.#failed }));
    return this.#failed + this.#notActive === 0 ? exitCodes.success : exitCodes.incomplete;
  }

  /** Reads a file with one workflow or a list of workflows. */
  async #file(file: string, stop: AbortSignal): Promise<void> {
    const content = await readJsonFile(file, MAX_BYTES);
    const defaultName = basename(file).replace(/\.json$/i, '');
    const list: readonly unknown[] = Array.isArray(content) ? content : [content];
    if (list.length === 0) throw new AppError('WORKFLOW_INVALID', text('import.empty'));
    for (const [index, entry] of list.entries()) {
      if (stop.aborted) return;
      const location = list.length === 1 ? file : text('import.entry', { file, number: index + 1 });
      await this.#reportFailure(location, () => this.#workflow(entry, defaultName));
    }
  }

  async #workflow(content: unknown, defaultName: string): Promise<void> {
    const imported = await importWorkflow(content, defaultName, this.#ports);
    this.#imported++;
    const { id, name, isNew } = imported;
    const outcome = text(isNew ? 'import.new' : 'import.updated');
    const isActive = await this.#activate(imported);
    if (!isActive) this.#inactive++;
    say(this.#streams.out, text(isActive ? 'import.activeLine' : 'import.line', { id, name, outcome }));
  }

  async #activate({ id, name, isActive }: ImportedWorkflow): Promise<boolean> {
    if (this.#activation === undefined) return isActive;
    try {
      await this.#activation.activate(id);
      return true;
    } catch (error) {
      this.#notActive++;
      say(this.#streams.err, text('activate.failed', { id, name, reason: reasonOf(error) }));
      return false;
    }
  }

  async #reportFailure(location: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#failed++;
      const reason = reasonOf(error);
      say(this.#streams.err, reason.startsWith(location) ? reason : text('import.notImported', { place: location, reason }));
    }
  }
}

interface ImportPorts {
  readonly store: Store;
  readonly now: () => number;
  readonly ids: () => string;
}

interface ImportedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly isNew: boolean;
  /** Whether the replaced workflow was active and stays active. */
  readonly isActive: boolean;
}

/** Maximum number of attempts while other processes save the workflow at the same time. */
const TRIES = 5;

/**
 * Imports a workflow on behalf of the instance owner. It replaces the owner's workflow with the same id, whose previous version moves to the history,
 * or becomes a new workflow. An existing workflow stays active or inactive; a new one is inactive. `defaultName`: name of workflows
 * without a name. Throws WORKFLOW_INVALID, WORKFLOW_CHANGED or STORE_FAILED, and saves nothing then.
 */
async function importWorkflow(content: unknown, defaultName: string, ports: ImportPorts): Promise<ImportedWorkflow> {
  const { store, ids, now } = ports;
  const { file, tags: tagNames } = splitFile(withIds(openWorkflow(content), ids));
  const name = typeof file.name === 'string' && file.name.trim() !== '' ? file.name : defaultName;
  const tags = tagNames === undefined ? undefined : await idsOfTags(tagNames, ports);
  const userId = (await store.users.owner())?.id ?? null;
  const id = await importedWorkflowId(store.workflows, file.id, userId, ids);
  for (let tries = 0; tries < TRIES; tries++) {
    const existing = (await store.workflows.list({ ids: [id] }))[0];
    // The save does not change `active`, which may change concurrently.
    const save = { id, file: { ...file, id, name, active: false }, now: now(), userId, tags };
    if (existing === undefined) await store.workflows.add(save);
    else if (!(await store.workflows.update(existing.version, save))) continue;
    return { id, name, isNew: existing === undefined, isActive: existing?.active === true };
  }
  throw new AppError('WORKFLOW_CHANGED', `The workflow "${name}" is being saved by another user. Try again.`, { params: { id } });
}

/** Splits a file into the workflow to store, and fields that are stored elsewhere or belong to the instance that exported it. */
function splitFile(opened: WorkflowFile): { readonly file: WorkflowFile; readonly tags: readonly unknown[] | undefined } {
  const {
    tags,
    createdAt: _created,
    updatedAt: _updated,
    version: _version,
    ownedBy: _owner,
    ...file
  } = opened as WorkflowFile & {
    readonly [field: string]: unknown;
  };
  return { file: file as WorkflowFile, tags: Array.isArray(tags) ? (tags as readonly unknown[]) : undefined };
}

/** Returns the ids of the tags with these names; missing tags are created. */
async function idsOfTags(tags: readonly unknown[], { store, ids, now }: ImportPorts): Promise<readonly string[]> {
  const tagIds: string[] = [];
  for (const tag of tags) {
    const value = isRecord(tag) ? tag['name'] : tag;
    const name = typeof value === 'string' ? value.trim() : '';
    if (name === '') continue;
    const existing = await store.tags.findByName(name);
    const id = existing?.id ?? ids();
    if (existing === undefined) await store.tags.add(id, name, now());
    tagIds.push(id);
  }
  return tagIds;
}

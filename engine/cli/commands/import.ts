// `millrace import FILE|DIR…`: imports workflow files into the database, one line per workflow. Invalid files are reported and skipped.
import { basename } from 'node:path';
import { AppError } from '../../contract/errors.ts';
import { createIds } from '../../ids.ts';
import type { ActiveWorkflows } from '../../services/workflows/active-workflows.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOf, dataDirOption, withStore } from '../data-folder.ts';
import { exitCodes } from '../exit-codes.ts';
import { importWorkflow, type Imported, type ImportPorts } from '../import-workflow.ts';
import { say, type Streams } from '../output.ts';
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
      const intake = new Intake(ports, activation, streams);
      for (const path of positionals) await intake.path(path, stop);
      return intake.end();
    } finally {
      await runner?.stop();
    }
  });
}

/** Result of one import: imported workflows and failures. */
class Intake {
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

  async path(path: string, stop: AbortSignal): Promise<void> {
    await this.#noting(path, async () => {
      for (const file of await jsonFilesAt(path)) if (!stop.aborted) await this.#noting(file, () => this.#file(file, stop));
    });
  }

  /** Prints the outcome; returns the exit code. */
  end(): number {
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
    const byDefault = basename(file).replace(/\.json$/i, '');
    const list: readonly unknown[] = Array.isArray(content) ? content : [content];
    if (list.length === 0) throw new AppError('WORKFLOW_INVALID', text('import.empty'));
    for (const [index, entry] of list.entries()) {
      if (stop.aborted) return;
      const place = list.length === 1 ? file : text('import.entry', { file, number: index + 1 });
      await this.#noting(place, () => this.#workflow(entry, byDefault));
    }
  }

  async #workflow(content: unknown, byDefault: string): Promise<void> {
    const imported = await importWorkflow(content, { byDefault }, this.#ports);
    this.#imported++;
    const { id, name, isNew } = imported;
    const outcome = text(isNew ? 'import.new' : 'import.updated');
    const isActive = await this.#activate(imported);
    if (!isActive) this.#inactive++;
    say(this.#streams.out, text(isActive ? 'import.activeLine' : 'import.line', { id, name, outcome }));
  }

  async #activate({ id, name, isActive }: Imported): Promise<boolean> {
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

  async #noting(place: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#failed++;
      const reason = reasonOf(error);
      say(this.#streams.err, reason.startsWith(place) ? reason : text('import.notImported', { place, reason }));
    }
  }
}

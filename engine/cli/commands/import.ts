// `millrace import FILE|DIR…`: imports workflow files into the database, one line per workflow. Invalid files are reported and skipped.
import { basename } from 'node:path';
import { AppError } from '../../contract/errors.ts';
import { createIds } from '../../ids.ts';
import { importWorkflow, type ImportedWorkflow, type ImportPorts } from '../../services/imports/import-workflow.ts';
import type { ActiveWorkflows } from '../../services/workflows/active-workflows.ts';
import type { ImportReport } from '../../contract/rest/imports.ts';
import { ownSettings } from '../../settings/own-environment.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import { readArguments } from '../arguments.ts';
import { dataDirOf, dataDirOption, withServerLock, withStore } from '../data-folder.ts';
import { exitCodes, say, type Streams } from '../output.ts';
import { reasonOf, text } from '../text.ts';
import { openTransfer, readN8nKey } from './secrets.ts';
import { jsonFilesAt, readJsonFile } from '../workflow-source.ts';

/** Maximum file size in bytes: a backup may contain all workflows of an instance. */
const MAX_BYTES = 256 * 1024 * 1024;

const options = {
  activate: { type: 'boolean' },
  'n8n-home': { type: 'string' },
  key: { type: 'string' },
  'n8n-key-file': { type: 'string' },
  json: { type: 'boolean' },
  ...dataDirOption,
} as const;

/** Runs the command; returns the exit code. Once `stop` is aborted, no further workflow is imported. */
export async function importCommand(args: readonly string[], streams: Streams, stop: AbortSignal): Promise<number> {
  const { values, positionals } = readArguments('import', args, options, true);
  const home = values['n8n-home'];
  if (home !== undefined) {
    if (positionals.length > 0 || values.activate === true) throw new AppError('BAD_REQUEST', text('import.homeAlone'));
    return importN8nHome(home, values, streams, stop);
  }
  if (values.key !== undefined || values['n8n-key-file'] !== undefined) throw new AppError('BAD_REQUEST', text('import.keyWithoutHome'));
  if (values.json === true) throw new AppError('BAD_REQUEST', text('import.jsonWithoutHome'));
  if (positionals.length === 0) throw new AppError('BAD_REQUEST', text('import.noFiles'));
  const dataDir = dataDirOf(values['data-dir']);
  const activates = values.activate === true;
  return withStore(dataDir, async (store) => {
    const ports = { store, now: Date.now, ids: createIds(Date.now) };
    const runner = activates ? await (await import('../instance-runner.ts')).createInstanceRunner(dataDir) : undefined;
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
  /** Names of packages that bring missing nodes. */
  readonly #packages = new Set<string>();
  #installed: ReadonlySet<string> | undefined;

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
    for (const name of this.#packages) say(err, text('import.install', { name }));
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
    if (isCredential(content)) throw new AppError('BAD_REQUEST', text('import.credentials'));
    const imported = await importWorkflow(content, { defaultName }, this.#ports);
    this.#imported++;
    const { id, name, isNew, changes } = imported;
    const outcome = isNew ? text('import.new') : changes === undefined ? text('import.updated') : text('import.changed', changes);
    const isActive = await this.#activate(imported);
    if (!isActive) this.#inactive++;
    say(this.#streams.out, text(isActive ? 'import.activeLine' : 'import.line', { id, name, outcome }));
    await this.#printFindings(id);
  }

  /** Prints what the workflow lacks, and what behaves differently from n8n. */
  async #printFindings(id: string): Promise<void> {
    const { findingsIn, installedPackages } = await import('../../services/imports/import-home.ts');
    const { store } = this.#ports;
    const file = await store.workflows.get(id);
    if (file === undefined) return;
    this.#installed ??= await installedPackages(store);
    const findings = findingsIn(file, this.#installed);
    printFindings(findings, this.#streams);
    for (const { package: brought } of findings.missing) if (brought !== undefined) this.#packages.add(brought);
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

/** Whether it is an entry of exported credentials. */
const isCredential = (content: unknown): boolean => isRecord(content) && 'type' in content && 'data' in content && !('nodes' in content);

type Values = ReturnType<typeof readArguments<typeof options>>['values'];

/** Imports the home folder of n8n, and prints the report. */
async function importN8nHome(folder: string, values: Values, streams: Streams, stop: AbortSignal): Promise<number> {
  const [{ openN8nHome }, { importHome }, { DataTableService }] = await Promise.all([
    import('../../services/imports/n8n-home.ts'),
    import('../../services/imports/import-home.ts'),
    import('../../services/data-tables/data-tables.ts'),
  ]);
  const key = await readN8nKey(values);
  const dataDir = dataDirOf(values['data-dir']);
  return withStore(dataDir, async (store) => {
    const home = await openN8nHome(folder, dataDir);
    try {
      const ports = { store, now: Date.now, ids: createIds(Date.now) };
      const dataTables = new DataTableService({
        ...ports,
        tables: store.dataTables,
        userOf: async () => undefined,
        maxSize: ownSettings().dataTablesMiB * 1024 * 1024,
      });
      // Only the process with the lock may create the key of a new data folder.
      if ((await store.vaultKey.get()) === undefined) {
        await withServerLock(dataDir, async () => void (await openTransfer(store, dataDir, streams, true)));
      }
      const transfer = await openTransfer(store, dataDir, streams);
      const deactivate = async (id: string): Promise<void> => void (await store.workflows.setActive(id, false));
      const source = { database: home.database, key: key ?? home.key };
      const report = await importHome(source, { ...ports, dataTables, transfer, deactivate }, stop);
      if (values.json === true) say(streams.out, JSON.stringify(report, undefined, 2));
      else printReport(report, streams);
      return report.failures.length === 0 ? exitCodes.success : exitCodes.incomplete;
    } finally {
      await home.close();
    }
  });
}

function printFindings(
  { missing, differences }: Pick<ImportReport['workflows'][number], 'missing' | 'differences'>,
  { out }: Pick<Streams, 'out'>,
): void {
  for (const { type, package: brought } of missing) {
    say(out, text(brought === undefined ? 'import.missing' : 'import.missingPackage', { type, package: brought ?? '' }));
  }
  for (const { text: difference, nodes } of differences) {
    say(out, text(nodes.length === 0 ? 'import.difference' : 'import.differenceAt', { difference, nodes: nodes.join(', ') }));
  }
}

function printReport(report: ImportReport, { out, err }: Streams): void {
  for (const { id, name, isNew, wasActive, isArchived, missing, differences } of report.workflows) {
    const outcome = text(isNew ? 'import.new' : 'import.updated');
    const states = [...(wasActive ? ['wasActive'] : []), ...(isArchived ? ['archived'] : [])].map((state) => text(`import.${state}`));
    say(out, text('import.line', { id, name, outcome: [outcome, ...states].join(', ') }));
    printFindings({ missing, differences }, { out });
  }
  for (const { name, rows, isNew } of report.dataTables) {
    say(out, text(isNew ? 'import.dataTable' : 'import.dataTableExists', { name, count: rows }));
  }
  for (const { kind, name, reason } of report.failures) say(err, text(`import.failure.${kind}`, { name, reason }));
  const counts = {
    workflows: text('import.count.workflows', { count: report.workflows.length }),
    credentials: text('import.count.credentials', { count: report.credentials.length }),
    folders: text('import.count.folders', { count: report.folders }),
    tags: text('import.count.tags', { count: report.tags }),
    tables: text('import.count.tables', { count: report.dataTables.length }),
  };
  say(err, text('import.homeDone', counts));
  const packages = new Set(report.workflows.flatMap(({ missing }) => missing.flatMap((each) => each.package ?? [])));
  for (const name of packages) say(err, text('import.install', { name }));
  if (report.workflows.some(({ wasActive }) => wasActive)) say(err, text('import.stopN8n'));
}

// Imports the home of an n8n installation on behalf of the instance owner: tags, folders, credentials, data tables and workflows. Workflows are
// inactive afterwards. What cannot be imported is reported, and the rest is imported.
import { AppError, errorCodeOf } from '../../contract/errors.ts';
import type { ImportReport } from '../../contract/rest/imports.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { coreNodes } from '../../registry/core-nodes.generated.ts';
import type { Store } from '../../store/index.ts';
import type { N8nDatabase, N8nDataTable, N8nFolder, N8nWorkflow } from '../../store/n8n-database.ts';
import { baseOfTool, registryPackageOf } from '../../workflow/node-type.ts';
import { usedTypes } from '../../workflow/used-types.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';
import type { CredentialTransfer } from '../credentials/transfer.ts';
import type { DataTableService } from '../data-tables/data-tables.ts';
import { folderAt } from '../folders.ts';
import { differencesOf } from './differences.ts';
import { idsOfTags, importWorkflow, type ImportPorts } from './import-workflow.ts';

export interface HomeImportPorts extends ImportPorts {
  readonly transfer: CredentialTransfer;
  readonly dataTables: DataTableService;
  readonly deactivate: (workflowId: string) => Promise<void>;
}

/** What an import reads: the database, and the key that opens its credentials. */
interface Source {
  readonly database: N8nDatabase;
  readonly key: string | undefined;
}

/** Imports everything. Aborting the signal ends the import between two entries. */
export async function importHome(source: Source, ports: HomeImportPorts, signal: AbortSignal): Promise<ImportReport> {
  const { store, ids, now } = ports;
  if ((await store.users.owner()) === undefined) await store.users.addOwner(ids(), now());
  const ownerId = (await store.users.owner())?.id ?? '';
  return new HomeImport(source, ports, ownerId, signal).run();
}

type Writable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

class HomeImport {
  readonly #source: Source;
  readonly #ports: HomeImportPorts;
  readonly #ownerId: string;
  readonly #signal: AbortSignal;
  /** New ids of credentials and data tables, by their ids in n8n. */
  readonly #newIds = new Map<string, string>();
  readonly #folders = new Map<string, string>();
  readonly #report: Writable<ImportReport> = { workflows: [], folders: 0, tags: 0, credentials: [], dataTables: [], failures: [] };

  constructor(source: Source, ports: HomeImportPorts, ownerId: string, signal: AbortSignal) {
    this.#source = source;
    this.#ports = ports;
    this.#ownerId = ownerId;
    this.#signal = signal;
  }

  async run(): Promise<ImportReport> {
    const { database } = this.#source;
    const tags = database.tags();
    await idsOfTags(tags, this.#ports);
    this.#report.tags = tags.length;
    await this.#importFolders(database.folders());
    await this.#importCredentials();
    for (const table of database.dataTables()) await this.#try('dataTable', table.name, () => this.#importTable(table));
    const installed = await installedPackages(this.#ports.store);
    for (const workflow of database.workflows()) {
      await this.#try('workflow', String(workflow.file['name']), () => this.#importWorkflow(workflow, installed));
    }
    return this.#report;
  }

  async #importFolders(folders: readonly N8nFolder[]): Promise<void> {
    const byId = new Map(folders.map((folder) => [folder.id, folder]));
    for (const folder of folders) {
      const path: string[] = [];
      // A damaged database may contain a circle.
      for (let at: N8nFolder | undefined = folder; at !== undefined && path.length < folders.length;) {
        path.unshift(at.name);
        at = at.parentId === undefined ? undefined : byId.get(at.parentId);
      }
      await this.#try('folder', folder.name, async () => {
        this.#folders.set(folder.id, await folderAt(path, this.#ownerId, { ...this.#ports, folders: this.#ports.store.folders }));
        this.#report.folders++;
      });
    }
  }

  async #importCredentials(): Promise<void> {
    const { database, key } = this.#source;
    for (const { id, name, type, data } of database.credentials()) {
      await this.#try('credential', name, async () => {
        const file = JSON.stringify([{ id, name, type, data }]);
        const [imported] = await this.#ports.transfer.import(file, { n8nKey: key }, this.#ownerId);
        if (imported === undefined) return;
        this.#newIds.set(id, imported.id);
        this.#report.credentials.push({ id: imported.id, name, type, isNew: imported.isNew });
      });
    }
  }

  async #importTable(table: N8nDataTable): Promise<void> {
    const tables = this.#ports.dataTables.ofUser(this.#ownerId, this.#signal);
    // Several projects of n8n may have tables with the same name. Further ones get a number.
    for (let number = 1; ; number++) {
      const name = number === 1 ? table.name : `${table.name} ${number}`;
      const [same] = (await tables.list({ name, isWholeName: true })).data;
      if (same !== undefined && this.#report.dataTables.some(({ id }) => id === same.id)) continue;
      const { id, rows } = same === undefined ? await this.#newTable(name, table) : { id: same.id, rows: 0 };
      this.#newIds.set(table.id, id);
      this.#report.dataTables.push({ id, name, rows, isNew: same === undefined });
      return;
    }
  }

  /** Creates a table with all its rows. If a row fails, the table is removed, so that the import can be repeated. */
  async #newTable(name: string, table: N8nDataTable): Promise<{ readonly id: string; readonly rows: number }> {
    const tables = this.#ports.dataTables.ofUser(this.#ownerId, this.#signal);
    const { id } = await tables.create({ name, columns: table.columns });
    try {
      let rows = 0;
      for (const slice of this.#source.database.rowsOf(table)) rows += (await tables.insert(id, slice)).length;
      return { id, rows };
    } catch (error) {
      await tables.drop(id);
      throw error;
    }
  }

  async #importWorkflow(
    { file, damagedFields, isActive, isArchived, folderId }: N8nWorkflow,
    installed: ReadonlySet<string>,
  ): Promise<void> {
    const { store } = this.#ports;
    if (damagedFields.length > 0) {
      throw new AppError('WORKFLOW_INVALID', `The database contains no readable ${damagedFields.join(' and ')} of it.`);
    }
    const folder = folderId === undefined ? undefined : this.#folders.get(folderId);
    const content = { ...file, ...(Array.isArray(file['nodes']) ? { nodes: file['nodes'].map((node) => this.#withNewIds(node)) } : {}) };
    const options = { defaultName: String(file['id']), ...(folder === undefined ? {} : { folderId: folder }) };
    const { id, name, isNew, isActive: isActiveHere } = await importWorkflow(content, options, this.#ports);
    if (isActiveHere) await this.#ports.deactivate(id);
    if (isArchived) await store.workflows.setArchived(id, true);
    const saved = (await store.workflows.get(id)) as WorkflowFile;
    this.#report.workflows.push({ id, name, isNew, wasActive: isActive, isArchived, ...findingsIn(saved, installed) });
  }

  /** Returns a node that refers to credentials and data tables by their new ids. */
  #withNewIds(node: unknown): unknown {
    if (!isRecord(node)) return node;
    const { credentials, parameters } = node;
    const table = isRecord(parameters) ? parameters['dataTableId'] : undefined;
    const newTable = isRecord(table) ? this.#newIds.get(String(table['value'])) : undefined;
    return {
      ...node,
      ...(isRecord(credentials)
        ? { credentials: Object.fromEntries(Object.entries(credentials).map(([type, used]) => [type, this.#withNewId(used)])) }
        : {}),
      ...(newTable === undefined
        ? {}
        : { parameters: { ...(parameters as object), dataTableId: { ...(table as object), value: newTable } } }),
    };
  }

  #withNewId(used: unknown): unknown {
    const id = isRecord(used) ? this.#newIds.get(String(used['id'])) : undefined;
    return id === undefined ? used : { ...(used as object), id };
  }

  /** Reports why an entry cannot be imported. Failures of the database and of the program end the import. */
  async #try(kind: ImportReport['failures'][number]['kind'], name: string, work: () => Promise<void>): Promise<void> {
    this.#signal.throwIfAborted();
    try {
      await work();
    } catch (error) {
      const code = errorCodeOf(error);
      if (code === undefined || code === 'STORE_FAILED' || code === 'VAULT_LOCKED') throw error;
      const { message, hint } = error as { readonly message: string; readonly hint?: string };
      this.#report.failures.push({ kind, name, reason: hint === undefined ? message : `${message} ${hint}` });
    }
  }
}

type Findings = Pick<ImportReport['workflows'][number], 'missing' | 'differences'>;

/** Returns what an imported workflow lacks, and what behaves differently from n8n. `installed`: names of packages. */
export const findingsIn = (file: WorkflowFile, installed: ReadonlySet<string>): Findings => ({
  missing: missingTypes(file, installed),
  differences: differencesOf(file),
});

export const installedPackages = async ({ packages }: Store): Promise<ReadonlySet<string>> =>
  new Set((await packages.list()).map(({ name }) => name));

const coreTypes: ReadonlySet<string> = new Set(coreNodes.map(([type]) => type));

/** Returns the types that no built-in node and no installed package serves, each with the package of the registry that has it. */
function missingTypes(file: WorkflowFile, installed: ReadonlySet<string>): Findings['missing'] {
  return [...usedTypes(file)].flatMap((type) => {
    const packageName = registryPackageOf(type);
    if (coreTypes.has(type) || coreTypes.has(baseOfTool(type) ?? '') || (packageName !== undefined && installed.has(packageName)))
      return [];
    return [packageName === undefined ? { type } : { type, package: packageName }];
  });
}

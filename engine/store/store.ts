// The store: one database file, opened once, with a repository per noun.
import { join } from 'node:path';
import type { AppError } from '../contract/errors.ts';
import { whenNotBusy } from './busy-retry.ts';
import { Checkpointer } from './checkpointer.ts';
import type { Durability } from './durability.ts';
import { databaseFile, openDatabase, type OpenDatabase } from './database.ts';
import type { StoreHealth } from './health.ts';
import { firstMember } from '../sdk/json-slices.ts';
import { packPayload, packText, payloadText, unpackPayload } from './payload.ts';
import { LargePayloads } from './large-payloads.ts';
import { PreparedReads } from './prepared-reads.ts';
import type { Database } from './sql-database.ts';
import { sqlite } from './dialect.ts';
import { ApiKeyRepository } from './repositories/api-keys.ts';
import { ConsentRepository } from './repositories/consents.ts';
import { LentCredentialRepository } from './repositories/lent-credentials.ts';
import { DataTableRepository } from './repositories/data-tables.ts';
import { PackageRepository } from './repositories/packages.ts';
import { CredentialRepository } from './repositories/credentials.ts';
import { ScheduleRepository } from './repositories/schedules.ts';
import { ExecutionList } from './repositories/execution-list.ts';
import { ExecutionSearch } from './repositories/execution-search.ts';
import { ExecutionFileRepository } from './repositories/execution-files.ts';
import { ExecutionRepository } from './repositories/executions.ts';
import { SessionRepository } from './repositories/sessions.ts';
import { SettingRepository } from './repositories/settings.ts';
import { FolderRepository } from './repositories/folders.ts';
import { TagRepository } from './repositories/tags.ts';
import { UserTokenRepository } from './repositories/user-tokens.ts';
import { UserRepository } from './repositories/users.ts';
import { VariableRepository } from './repositories/variables.ts';
import { VaultKeyRepository } from './repositories/vault-key.ts';
import { WebhookRepository } from './repositories/webhooks.ts';
import { WorkflowRepository } from './repositories/workflows.ts';
import { WorkflowVersionRepository } from './repositories/workflow-versions.ts';
import { StartFiles } from './start-files.ts';
import { WriteGroup } from './write-group.ts';

export interface StoreOptions {
  /** Whether the process writes so much that a thread may be started for checkpoints. */
  readonly writesMuch?: boolean;
  /** Default: `normal`. */
  readonly durability?: Durability | undefined;
  /** Whether to check for damage first. */
  readonly isChecked?: boolean;
  /** Number of copies to keep of the database as it was before migrations. Default: 2. */
  readonly migrationBackups?: number | undefined;
  /** Whether users may use credentials that are shared with them. Default: true. */
  readonly usesSharing?: boolean | undefined;
}

const START = 'start:';
const MIGRATION_BACKUPS = 2;

export class Store {
  readonly workflows: WorkflowRepository;
  readonly workflowVersions: WorkflowVersionRepository;
  readonly executions: ExecutionRepository;
  /** Files in the binary store, and the executions that use them. */
  readonly files: ExecutionFileRepository;
  readonly executionList: ExecutionList;
  readonly executionSearch: ExecutionSearch;
  readonly largePayloads: LargePayloads;
  readonly folders: FolderRepository;
  readonly tags: TagRepository;
  readonly consents: ConsentRepository;
  readonly lentCredentials: LentCredentialRepository;
  readonly packages: PackageRepository;
  readonly dataTables: DataTableRepository;
  readonly credentials: CredentialRepository;
  readonly schedules: ScheduleRepository;
  readonly webhooks: WebhookRepository;
  readonly users: UserRepository;
  readonly userTokens: UserTokenRepository;
  readonly sessions: SessionRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly variables: VariableRepository;
  readonly settings: SettingRepository;
  readonly vaultKey: VaultKeyRepository;
  readonly #database: OpenDatabase;
  readonly #writes: WriteGroup;
  readonly #checkpointer: Checkpointer | undefined;
  readonly #startFiles: StartFiles | undefined;

  private constructor(database: OpenDatabase, { writesMuch = false, usesSharing = true }: StoreOptions, startFiles?: StartFiles) {
    this.#database = database;
    this.#startFiles = startFiles;
    this.#checkpointer = writesMuch ? new Checkpointer(database.connection) : undefined;
    this.#writes = new WriteGroup(database.connection, this.#checkpointer?.committed);
    const parts: Database = {
      dialect: sqlite,
      queries: database.queries,
      writes: this.#writes,
      reads: new PreparedReads(database.connection),
    };
    this.workflows = new WorkflowRepository(parts);
    this.workflowVersions = new WorkflowVersionRepository(parts);
    this.largePayloads = new LargePayloads(parts, this.#checkpointer);
    this.executionList = new ExecutionList(parts, this.largePayloads);
    this.executionSearch = new ExecutionSearch(parts);
    this.consents = new ConsentRepository(parts);
    this.lentCredentials = new LentCredentialRepository(parts);
    this.packages = new PackageRepository(parts);
    this.dataTables = new DataTableRepository(parts);
    this.credentials = new CredentialRepository(parts, usesSharing);
    this.schedules = new ScheduleRepository(parts);
    this.webhooks = new WebhookRepository(parts);
    this.folders = new FolderRepository(parts);
    this.tags = new TagRepository(parts);
    this.users = new UserRepository(parts);
    this.userTokens = new UserTokenRepository(parts);
    this.sessions = new SessionRepository(parts);
    this.apiKeys = new ApiKeyRepository(parts);
    this.variables = new VariableRepository(parts);
    this.settings = new SettingRepository(parts);
    this.vaultKey = new VaultKeyRepository(parts);
    this.files = new ExecutionFileRepository(parts);
    this.executions = new ExecutionRepository(parts, this.files, this.largePayloads, startFiles);
  }

  /** Opens the store of a data folder. Throws STORE_FAILED. */
  static async open(dataDir: string, options: StoreOptions = {}): Promise<Store> {
    const { durability = 'normal', isChecked = false, migrationBackups = MIGRATION_BACKUPS } = options;
    const startFiles = new StartFiles(join(dataDir, 'db', 'starts'), durability);
    return new Store(await openDatabase(databaseFile(dataDir), { durability, isChecked, migrationBackups }), options, startFiles);
  }

  /** Opens a temporary store in memory. */
  static async inMemory(): Promise<Store> {
    return new Store(await openDatabase(':memory:', { durability: 'normal' }), {});
  }

  readonly pack = packPayload;
  readonly packText = packText;
  readonly unpack = unpackPayload;
  readonly unpackedText = payloadText;
  /** Returns the bytes of the JSON text of a payload's first member, if it has this name. */
  readonly firstMember = (packed: Uint8Array, name: string): Promise<AsyncGenerator<Buffer> | undefined> =>
    firstMember(payloadText(packed), name);

  /** Whether the latest commit succeeded; if not, why and since when. While commits fail, the store probes whether it can write again. */
  get health(): StoreHealth {
    return this.#writes.health;
  }

  /** The error of writes at the moment; undefined if they succeed. */
  get failure(): AppError | undefined {
    return this.#writes.failure;
  }

  /** See `WriteGroup.assertWritable`. Throws STORE_FAILED. */
  readonly assertWritable = (): Promise<void> => this.#writes.assertWritable();

  /** Returns the number of bytes of the database that are in use. */
  usedBytes(): number {
    const { connection } = this.#database;
    const pragma = (name: string): number => connection.pragma(name, { simple: true }) as number;
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  }

  /** Returns a number that is incremented by every commit of another process, so that callers notice changes. */
  changesElsewhere(): number {
    return this.#database.connection.pragma('data_version', { simple: true }) as number;
  }

  /** Returns up to `pages` unused pages (of 4 KiB) to the disk; returns their number. */
  async freeSpace(pages: number): Promise<number> {
    const { connection } = this.#database;
    const free = (): number => connection.pragma('freelist_count', { simple: true }) as number;
    const before = free();
    await whenNotBusy(() => connection.pragma(`incremental_vacuum(${Math.trunc(pages)})`));
    // The file shrinks only when the log is checkpointed.
    if (before > 0) connection.pragma('wal_checkpoint(TRUNCATE)');
    return before - free();
  }

  /** Releases the memory of cached pages. */
  shrink(): void {
    this.#database.connection.pragma('shrink_memory');
  }

  /** Removes those of the removed files that are start files. */
  async removeStarts(ids: readonly string[]): Promise<void> {
    for (const id of ids) if (id.startsWith(START)) await this.#startFiles?.remove(id.slice(START.length));
  }

  /** Removes start files that no execution refers to and whose instance has ended. */
  async removeOrphanedStarts(isAlive: (instance: string) => boolean): Promise<void> {
    for await (const { name, instance } of this.#startFiles?.all() ?? []) {
      if (!isAlive(instance) && (await this.files.unknownStarts([name])).length > 0) await this.#startFiles?.remove(name);
    }
  }

  /** Resolves once all writes are committed and the file is closed. */
  async close(): Promise<void> {
    await this.#writes.settled();
    await this.#writes.close();
    await this.#checkpointer?.stop();
    // Not by Kysely, which closes a connection only after a query of its own.
    this.#database.connection.close();
  }
}

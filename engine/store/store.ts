// The store: one database file, opened once, with a repository per noun.
import { join } from 'node:path';
import type { FileTables } from '../binary/database-storage.ts';
import type { AppError } from '../contract/errors.ts';
import type { Durability } from './durability.ts';
import { databaseFile, openDatabase } from './database.ts';
import type { Instance, InstanceOptions } from './instances.ts';
import type { OpenedDatabase } from './sql-database.ts';
import { SqliteDatabase } from './sqlite-database.ts';
import type { Writes } from './writes.ts';
import type { StoreHealth } from './health.ts';
import { firstMember } from '../sdk/json-slices.ts';
import { packPayload, packText, payloadText, unpackPayload } from './payload.ts';
import { LargePayloads } from './large-payloads.ts';
import { ApiKeyRepository } from './repositories/api-keys.ts';
import { ConversationRepository } from './repositories/conversations.ts';
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
import { TriggerClaims } from './repositories/trigger-claims.ts';
import { UserTokenRepository } from './repositories/user-tokens.ts';
import { UserRepository } from './repositories/users.ts';
import { VariableRepository } from './repositories/variables.ts';
import { VaultKeyRepository } from './repositories/vault-key.ts';
import { ModelUseRepository } from './repositories/model-use.ts';
import { VectorRepository } from './repositories/vectors.ts';
import { WebhookRepository } from './repositories/webhooks.ts';
import { WorkflowRepository } from './repositories/workflows.ts';
import { WorkflowVersionRepository } from './repositories/workflow-versions.ts';
import { StartFiles } from './start-files.ts';

export interface StoreOptions {
  /** Whether the process writes so much that a thread may be started for checkpoints. */
  readonly writesMuch?: boolean;
  /** Default: `normal`. */
  readonly durability?: Durability | undefined;
  /** Whether to check for damage first. */
  readonly isChecked?: boolean;
  /** Number of copies to keep of the database as it was before migrations. Default: 2. */
  readonly migrationBackups?: number | undefined;
  /** Address of a Postgres database to use instead of the file in the data folder (`postgres://…`). Default: none. */
  readonly database?: string | undefined;
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
  readonly conversations: ConversationRepository;
  readonly vectors: VectorRepository;
  readonly modelUse: ModelUseRepository;
  readonly credentials: CredentialRepository;
  readonly schedules: ScheduleRepository;
  /** For several servers on a Postgres database. */
  readonly triggerClaims: TriggerClaims;
  readonly webhooks: WebhookRepository;
  readonly users: UserRepository;
  readonly userTokens: UserTokenRepository;
  readonly sessions: SessionRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly variables: VariableRepository;
  readonly settings: SettingRepository;
  readonly vaultKey: VaultKeyRepository;
  readonly #database: OpenedDatabase;
  readonly #writes: Writes;
  readonly #startFiles: StartFiles | undefined;

  private constructor(database: OpenedDatabase, { usesSharing = true }: Pick<StoreOptions, 'usesSharing'>, startFiles?: StartFiles) {
    this.#database = database;
    this.#startFiles = startFiles;
    this.#writes = database.writes;
    this.workflows = new WorkflowRepository(database);
    this.workflowVersions = new WorkflowVersionRepository(database);
    this.largePayloads = new LargePayloads(database, database.checkpoints);
    this.executionList = new ExecutionList(database, this.largePayloads);
    this.executionSearch = new ExecutionSearch(database);
    this.consents = new ConsentRepository(database);
    this.lentCredentials = new LentCredentialRepository(database);
    this.packages = new PackageRepository(database);
    this.dataTables = new DataTableRepository(database);
    this.conversations = new ConversationRepository(database);
    this.vectors = new VectorRepository(database);
    this.modelUse = new ModelUseRepository(database);
    this.credentials = new CredentialRepository(database, usesSharing);
    this.schedules = new ScheduleRepository(database);
    this.triggerClaims = new TriggerClaims(database);
    this.webhooks = new WebhookRepository(database);
    this.folders = new FolderRepository(database);
    this.tags = new TagRepository(database);
    this.users = new UserRepository(database);
    this.userTokens = new UserTokenRepository(database);
    this.sessions = new SessionRepository(database);
    this.apiKeys = new ApiKeyRepository(database);
    this.variables = new VariableRepository(database);
    this.settings = new SettingRepository(database);
    this.vaultKey = new VaultKeyRepository(database);
    this.files = new ExecutionFileRepository(database);
    this.executions = new ExecutionRepository(database, this.files, this.largePayloads, startFiles);
  }

  /** Opens the store of a data folder, or of a Postgres database. Throws STORE_FAILED. */
  static async open(dataDir: string, options: StoreOptions = {}): Promise<Store> {
    if (options.database !== undefined && options.database !== '') {
      const { openPostgres } = await import('./postgres/open.ts');
      return new Store(await openPostgres(options.database, { isServer: options.writesMuch }), options);
    }
    const { durability = 'normal', isChecked = false, migrationBackups = MIGRATION_BACKUPS, writesMuch = false } = options;
    const startFiles = new StartFiles(join(dataDir, 'db', 'starts'), durability);
    const database = await openDatabase(databaseFile(dataDir), { durability, isChecked, migrationBackups });
    return new Store(new SqliteDatabase(database, writesMuch), options, startFiles);
  }

  /** Opens a temporary store in memory. */
  static async inMemory(): Promise<Store> {
    return new Store(new SqliteDatabase(await openDatabase(':memory:', { durability: 'normal' })), {});
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

  /** Registers this process as one that runs executions. Throws STORE_FAILED. */
  openInstance(options: InstanceOptions): Promise<Instance> {
    return this.#database.openInstance(options);
  }

  /** Tables for files of items; undefined if the database has none. */
  get storedFiles(): FileTables | undefined {
    return this.#database.storedFiles;
  }

  /** Whether several servers may use the database. */
  get isShared(): boolean {
    return this.#database.dialect.name === 'postgres';
  }

  /** Returns the number of bytes of the database that are in use. */
  usedBytes(): Promise<number> {
    return this.#database.usedBytes();
  }

  /** Returns a number that is incremented by every commit of another process, so that callers notice changes. */
  changesElsewhere(): number {
    return this.#database.changesElsewhere();
  }

  /**
   * Calls the listener soon after each commit of another process, with the name of a changed table; without one if any may have changed. Returns a
   * function that ends it; undefined if the database does not report changes, so that only `changesElsewhere` shows them.
   */
  watchChanges(listener: (table: string | undefined) => void): (() => void) | undefined {
    return this.#database.watchChanges?.(listener);
  }

  /** Returns up to `pages` unused pages (of 4 KiB) to the disk; returns their number. */
  freeSpace(pages: number): Promise<number> {
    return this.#database.freeSpace(pages);
  }

  /** Releases the memory of cached pages. */
  shrink(): void {
    this.#database.shrink();
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
    await this.#database.close();
  }
}

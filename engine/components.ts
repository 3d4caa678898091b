// Builds what runs workflows, for the server and for single runs: files, outgoing HTTP, sandbox, types of nodes and credentials, the executor.
import { randomUUID } from 'node:crypto';
import { DatabaseStorage, type FileTables } from './binary/database-storage.ts';
import { binaryFolder, DiskStorage } from './binary/disk-storage.ts';
import { StorageWithEarlierFiles } from './binary/earlier-files.ts';
import { MemoryBinary } from './binary/memory-binary.ts';
import { S3Storage } from './binary/s3-storage.ts';
import type { FileStorage, StorageChoice } from './binary/storage.ts';
import { StoredBinary } from './binary/stored-binary.ts';
import { AppError } from './contract/errors.ts';
import { createHttpClient } from './execution/http/client.ts';
import type { OwnConnections } from './execution/http/own-connections.ts';
import { Executor, systemClock, type ExecutionPorts, type ExecutionSettings } from './execution/index.ts';
import { createFilePort } from './files/file-access.ts';
import { FileReach, type ReachSettings } from './files/reach.ts';
import { createIds } from './ids.ts';
import { createParsing } from './parsing/index.ts';
import { createCredentialTypes, createNodeRegistry, type CredentialTypes, type NodeChoice, type NodeRegistry } from './registry/index.ts';
import { createSandbox, type SandboxOptions } from './sandbox/index.ts';
import type { HttpPort, Logger } from './sdk/index.ts';
import type { Instance, Store } from './store/index.ts';

const MiB = 1024 * 1024;

/** Ids of the same form everywhere, so that an execution of a single run is named like one of the server. */
export const ids = createIds(() => systemClock.now());

/** The database of a data folder. It may be opened when it is first used. */
export interface StoreAccess {
  readonly open: () => Promise<Store>;
  /** Returns this process among the processes that use the data folder. */
  readonly instance: () => Promise<Instance>;
  readonly syncFolder: (folder: string) => Promise<void>;
}

export interface ReachChoice extends ReachSettings {
  /** Whether other computers can reach the instance. */
  readonly isReachable: () => boolean;
  /** Whether file nodes and commands ask for consent. */
  readonly asksForConsent: boolean;
}

export interface ComponentsConfig {
  /** Absolute path. */
  readonly dataDir: string;
  /** If absent, everything is kept in memory. */
  readonly storeAccess: StoreAccess | undefined;
  /** How commits are flushed to the disk. Default: `full`. */
  readonly durability?: 'full' | 'normal';
  /** Where files are stored. Default: on the disk. */
  readonly fileStorage?: StorageChoice;
  /** Whether several servers may use the same disk. */
  readonly isDiskShared?: boolean;
  /** Maximum size of all stored files together, in MiB; 0 for no limit. Default: none. */
  readonly binaryMiB?: number;
  /** Environment variables. They may set proxies for outgoing requests. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly ownConnections?: OwnConnections;
  readonly settings?: Partial<ExecutionSettings>;
  readonly sandbox?: SandboxOptions;
  /** Available node types. Default: all. */
  readonly nodeTypes?: NodeChoice;
  /** What workflows may reach of the computer. Default: all files and commands. */
  readonly reach?: ReachChoice;
  readonly logger: Logger;
}

/** The ports of the executor that are not built here. */
export type ExecutorPorts = Pick<ExecutionPorts, 'credential'> & Partial<ExecutionPorts>;

export interface RunComponents {
  readonly binary: StoredBinary | MemoryBinary;
  readonly http: HttpPort;
  readonly registry: NodeRegistry;
  readonly credentialTypes: CredentialTypes;
  readonly reach: FileReach | undefined;
  createExecutor(ports: ExecutorPorts, settings?: Partial<ExecutionSettings>): Executor;
  /** Functions that close what was opened, in order. */
  readonly close: readonly (() => Promise<unknown>)[];
}

export function createComponents(
  config: ComponentsConfig & { readonly storeAccess: StoreAccess },
): RunComponents & { readonly binary: StoredBinary };
export function createComponents(config: ComponentsConfig): RunComponents;
export function createComponents(config: ComponentsConfig): RunComponents {
  const { environment, ownConnections, settings, logger } = config;
  const maxUnpacked = settings?.archives?.maxBytes;
  const http = createHttpClient({ environment, ownConnections, ...(maxUnpacked === undefined ? {} : { maxUnpacked }) });
  const sandbox = createSandbox(config.sandbox);
  const parsing = createParsing(config.sandbox);
  const nodes = createNodeRegistry(config.nodeTypes);
  const credentialTypes = createCredentialTypes();
  const reach = createReach(config);
  const binary = createBinary(config);
  const ports: Omit<ExecutionPorts, 'credential'> = {
    nodes,
    credentialTypes,
    clock: systemClock,
    random: Math.random,
    uuid: randomUUID,
    executionIds: ids,
    http,
    ...(reach === undefined ? {} : { files: createFilePort(reach.rules), commandFolder: () => reach.commandFolder() }),
    binary,
    sandbox,
    parsing,
    logger,
  };
  return {
    binary,
    http,
    registry: nodes,
    credentialTypes,
    reach,
    createExecutor: (more, overrides) => new Executor({ ...ports, ...more }, { ...settings, ...overrides }),
    close: [() => sandbox.stop(), () => parsing.stop(), () => http.close()],
  };
}

function createBinary(config: ComponentsConfig): StoredBinary | MemoryBinary {
  const { storeAccess, binaryMiB = 0 } = config;
  if (storeAccess === undefined) return new MemoryBinary();
  return new StoredBinary(createStorage(config, storeAccess), {
    uuid: randomUUID,
    notes: {
      add: async (id, executionId) => (await storeAccess.open()).files.add(id, executionId, (await storeAccess.instance()).id),
      discard: async (unused) => (await storeAccess.open()).files.discard(unused),
    },
    ...(binaryMiB === 0 ? {} : { maxBytes: binaryMiB * MiB }),
  });
}

function createStorage(
  { dataDir, durability = 'full', fileStorage = 'disk', isDiskShared = false }: ComponentsConfig,
  storeAccess: StoreAccess,
): FileStorage {
  const disk = new DiskStorage(binaryFolder(dataDir), {
    isShared: isDiskShared,
    ...(durability === 'full' ? { flushFolder: (folder) => storeAccess.syncFolder(folder) } : {}),
  });
  if (fileStorage === 'disk') return disk;
  const storage = fileStorage === 'database' ? new DatabaseStorage(() => tablesIn(storeAccess)) : new S3Storage(fileStorage);
  return new StorageWithEarlierFiles(storage, disk);
}

async function tablesIn({ open }: StoreAccess): Promise<FileTables> {
  const { storedFiles } = await open();
  if (storedFiles === undefined) throw new AppError('BINARY_STORE_FAILED', 'Only a Postgres database can store files of items.');
  return storedFiles;
}

/** A run without a database has no other users. */
function createReach({ storeAccess, reach, logger }: ComponentsConfig): FileReach | undefined {
  if (reach === undefined) return undefined;
  const { isReachable, asksForConsent, ...settings } = reach;
  return new FileReach(settings, {
    hasOthers: async () => (await storeAccess?.open())?.users.hasMembers() ?? false,
    hasWorkflows: async () => (await storeAccess?.open())?.workflows.hasAny() ?? false,
    isReachable: () => storeAccess !== undefined && isReachable(),
    asksForConsent,
    logger,
  });
}

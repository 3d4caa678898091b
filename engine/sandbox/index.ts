// Entry point of the sandbox, which runs user code separately from the engine, with a time limit and a memory limit.
import { realpathSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import {
  pairedWithThemselves,
  type CodeResult,
  type CodeRun,
  type CodeSession,
  type SandboxPort,
  type SqlRun,
  type SqlValue,
} from '../sdk/index.ts';
import { confinedEntryFile, confinementOf, isConfinable } from './confinement.ts';
import { codeError } from './job-channel.ts';
import { type Launch, launchHere } from './launch.ts';
import { ProcessPool } from './pool.ts';
import { prepareSource } from './source.ts';

/** Memory of an idle code process in bytes. Processes whose jobs await something may use a quarter of the computer's memory. */
const PROCESS_MEMORY = 128 * 1024 * 1024;
const MOST_PROCESSES = 64;

export interface SandboxOptions {
  /** Maximum duration of a run in milliseconds. Default: 60,000. */
  readonly timeout?: number;
  /** Maximum memory of a run in MiB. Default: 512. */
  readonly memory?: number;
  /** Maximum number of jobs whose JavaScript runs at the same time. Default: the number of cores, at least 2. */
  readonly size?: number;
  /** Maximum number of processes, including those whose jobs await something; at least `size`. Default: depends on the computer's memory. */
  readonly most?: number;
  /** Maximum number of queued runs. Default: 10,000. */
  readonly queue?: number;
  /** Modules that code may require; `*` allows all built-in modules. Default: none. */
  readonly allowedModules?: readonly string[];
  /** Starts the processes. Default: as children of this thread. */
  readonly launch?: Launch;
  /** Called with the reason if a process does not run code, because Node did not confine it. */
  readonly onUnconfined?: (reason: string) => void;
  /** Called with the reason if a process for code could not be started. */
  readonly onNotStarted?: (reason: string) => void;
}

export interface Sandbox extends SandboxPort {
  /** Terminates all processes and their jobs. */
  stop(): Promise<void>;
}

/** Creates a sandbox with its own pool; no process is started until it is warmed or used. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const size = options.size ?? Math.max(2, availableParallelism());
  const { allowedModules = [] } = options;
  const hostFile = realpathSync(fileURLToPath(confinedEntryFile(new URL('./host.ts', import.meta.url), 'sandbox-host.js')));
  const pool = new ProcessPool({
    launch: options.launch ?? launchHere,
    hostFile,
    confinement: isConfinable(allowedModules) ? confinementOf(hostFile, { list: 'sandbox-files.json', hasDatabase: true }) : undefined,
    setup: { allowedModules, memory: options.memory ?? 512 },
    onUnconfined: options.onUnconfined,
    onNotStarted: options.onNotStarted,
    slots: {
      size,
      most: options.most ?? Math.max(size, Math.min(MOST_PROCESSES, Math.floor(totalmem() / 4 / PROCESS_MEMORY))),
      queue: options.queue ?? 10_000,
    },
    timeout: options.timeout ?? 60_000,
  });
  return {
    warm: () => pool.warm(),
    stop: () => pool.stop(),
    query: async ({ tables, statements, result }: SqlRun, session: CodeSession): Promise<readonly (readonly SqlValue[])[]> => {
      const heads = tables.map(({ name, columns, indexes, rows }) => ({ name, columns, indexes, rowCount: rows.length }));
      const items = tables.flatMap(({ rows }) => rows);
      const { value } = await pool.run({ head: { kind: 'sql', tables: heads, statements, result }, items }, session);
      return value as readonly (readonly SqlValue[])[];
    },
    run: async (
      { source, mode, dialect, items, itemIndex = 0, names = {}, timeout }: CodeRun,
      session: CodeSession,
    ): Promise<CodeResult> => {
      const { continueOnFail, nodeName } = session;
      const head = { kind: 'code', source: prepareSource(source), mode, dialect, itemIndex, names, continueOnFail, nodeName } as const;
      const { value, errors } = await pool.run({ head, items: pairedWithThemselves(items), timeout }, session);
      return errors.length === 0 ? { value } : { value, errors: new Map(errors.map(([index, data]) => [index, codeError(data)])) };
    },
  };
}

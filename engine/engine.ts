// The engine as shells start it: the server in a thread of its own, which is watched and restarted if a node blocks it.
import { totalmem } from 'node:os';
import type { ListenOptions } from './contract/gateway.ts';
import { AppError } from './contract/errors.ts';
import { defaultDataDir } from './data-dir.ts';
import { releaseStartMemory } from './memory-release.ts';
import { GatewayClient } from './gateway/client.ts';
import type { EngineGateway } from './gateway/engine.ts';
import { entryFile } from './sandbox/entry-file.ts';
import type { Launch } from './sandbox/launch.ts';
import type { ServerThreadSetup } from './server-thread.ts';
import { ownEnvironment } from './settings/own-environment.ts';
import type { ServerSettings } from './settings/table.ts';
import type { EngineFault } from './watchdog/engine-fault.ts';
import { runEngineThread, type EngineReady } from './watchdog/engine-thread.ts';

export interface EngineConfig {
  /** Absolute path. */
  readonly dataDir: string;
  readonly settings: ServerSettings;
  /** Where to listen at the start instead of the settings' host and port. */
  readonly listen?: ListenOptions | 'nowhere';
  /** Whether file nodes and commands ask the local owner for consent (`consentAsked`). Default: they follow the settings only. */
  readonly asksForConsent?: boolean;
  /** Whether schedules and polls are paused at the start (`pauseSchedules`). */
  readonly arePaused?: boolean;
  /** Beginning of a command of this program in the user's terminal. Default: `millrace`. */
  readonly command?: string;
  /** Absolute path of the log; standard error by default. */
  readonly logFile?: string;
  /** Starts the processes of code; child processes of Node by default. */
  readonly launch?: Launch;
  /** Called with a one-time link to the editor when the engine has started, if one is needed. */
  readonly onLink?: (url: string | undefined) => void;
  /** Called if an engine that was asked to stop had to be ended. */
  readonly onEnded?: (fault: EngineFault) => void;
}

export interface Engine extends EngineGateway {
  /**
   * Starts the engine; resolves when it is ready. Throws PORT_TAKEN, STORE_FAILED, VAULT_LOCKED, DATA_FOLDER_IN_USE, ENGINE_HELD,
   * ENGINE_OUT_OF_MEMORY.
   */
  start(): Promise<EngineReady>;
  /** Finishes or parks runs and releases everything. */
  stop(): Promise<void>;
  /** Resolves when the engine has stopped; rejects if it could not start, or failed while it ran. */
  readonly ended: Promise<void>;
}

export function createEngine(config: EngineConfig): Engine {
  return new WatchedEngine(config);
}

/** Returns the command that backs up the data folder. The user's terminal lacks the environment of this program, so the command names the folder. */
function backUpCommandOf({ command = 'millrace', dataDir }: EngineConfig): string {
  const usual = defaultDataDir({ ...process.env, MILLRACE_DATA_DIR: undefined });
  return `${command} backup FILE${dataDir === usual ? '' : ` --data-dir "${dataDir}"`}`;
}

class WatchedEngine extends GatewayClient implements Engine {
  readonly #config: EngineConfig;
  readonly #stop = new AbortController();
  readonly #started = Promise.withResolvers<EngineReady>();
  readonly #ended = Promise.withResolvers<void>();
  #isStarted = false;
  /** Where the next thread listens, and whether its schedules are paused. */
  #listen: ListenOptions | 'nowhere';
  #arePaused: boolean;

  constructor(config: EngineConfig) {
    super();
    const { listen, settings, arePaused = false } = config;
    this.#config = config;
    this.#arePaused = arePaused;
    this.#listen = listen ?? { host: settings.host, port: settings.port };
    for (const { promise } of [this.#started, this.#ended]) promise.catch(() => undefined);
  }

  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  start(): Promise<EngineReady> {
    if (!this.#isStarted) void this.#run();
    this.#isStarted = true;
    return this.#started.promise;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    if (this.#isStarted) await this.ended;
  }

  override async listen(options: ListenOptions): Promise<ListenOptions> {
    this.#listen = await super.listen(options);
    return this.#listen;
  }

  override async unlisten(): Promise<void> {
    await super.unlisten();
    this.#listen = 'nowhere';
  }

  override async pauseSchedules(isPaused: boolean): Promise<void> {
    this.#arePaused = isPaused;
    await super.pauseSchedules(isPaused);
  }

  async #run(): Promise<void> {
    const { dataDir, settings, logFile, asksForConsent = false, launch, onLink, onEnded } = this.#config;
    try {
      await runEngineThread<ServerThreadSetup>(
        {
          entry: entryFile(new URL('./server-thread.ts', import.meta.url), 'server-thread.js'),
          setup: (isRestart) => ({
            dataDir,
            settings,
            environment: ownEnvironment(),
            listen: this.#listen,
            isRestart,
            logFile,
            asksForConsent,
            arePaused: this.#arePaused,
            backUpCommand: backUpCommandOf(this.#config),
          }),
          blockedLimit: settings.heldSeconds * 1000,
          memory: engineMemoryOf(settings),
          ...(launch === undefined ? {} : { launch }),
          onReady: (ready, port) => {
            if (ready.listensOn !== undefined) this.#listen = ready.listensOn;
            this.connect(port);
            this.#started.resolve(ready);
            releaseStartMemory();
          },
          onGone: () => this.disconnect(),
          onLink: (url) => onLink?.(url),
          onEnded: (fault) => onEnded?.(fault),
        },
        this.#stop.signal,
      );
      const stopped = new AppError('STOPPING', 'Millrace has stopped.');
      this.end(stopped);
      this.#started.reject(stopped);
      this.#ended.resolve();
    } catch (error) {
      this.end(error as Error);
      this.#started.reject(error);
      this.#ended.reject(error);
    }
  }
}

const MiB = 1024 * 1024;
/** Bounds of the engine's memory limit in MiB; in between it is half of the computer's memory. */
const LEAST_MEMORY = 256;
const MOST_MEMORY = 4096;

/** Memory limit of the engine's JavaScript heap, in MiB. In a container, its limit counts as the computer's memory. */
function engineMemoryOf({ engineMemoryMiB }: ServerSettings): number {
  if (engineMemoryMiB > 0) return engineMemoryMiB;
  const constrained = process.constrainedMemory();
  const all = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.min(MOST_MEMORY, Math.max(LEAST_MEMORY, Math.floor(all / 2 / MiB)));
}

// The sandbox's door: user code runs here, away from the engine, with a time limit and a memory cap.
import { existsSync } from 'node:fs';
import type { CodeResult, CodeRun, CodeSession, SandboxPort } from '../sdk/index.ts';
import { errorOf } from './conversation.ts';
import { ProcessPool } from './pool.ts';
import { prepareSource } from './source.ts';

export interface SandboxOptions {
  /** Milliseconds a run may take; 60,000 unless told. */
  readonly timeout?: number;
  /** MiB of memory a run may use; 512 unless told. */
  readonly memory?: number;
  /** Runs at the same time; 2 unless told. */
  readonly size?: number;
  /** Modules that code may require; none unless told. `*` stands for all built-in ones. */
  readonly allowedModules?: readonly string[];
}

export interface Sandbox extends SandboxPort {
  /** Ends all processes and what they run. */
  stop(): Promise<void>;
}

/** A sandbox with a pool of its own; nothing is started until it is warmed or used. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const pool = new ProcessPool({
    hostFile: hostFile(),
    setup: { allowedModules: options.allowedModules ?? [], memory: options.memory ?? 512 },
    size: options.size ?? 2,
    timeout: options.timeout ?? 60_000,
  });
  return {
    warm: () => pool.warm(),
    stop: () => pool.stop(),
    run: async (run: CodeRun, session: CodeSession): Promise<CodeResult> => {
      const { value, errors } = await pool.run(run, prepareSource(run.source), session);
      return errors.length === 0 ? { value } : { value, errors: new Map(errors.map(([index, failure]) => [index, errorOf(failure)])) };
    },
  };
}

/** The file a code process starts with: beside this one in the source tree, at the top of the bundle once built. */
function hostFile(): URL {
  if (import.meta.url.endsWith('.ts')) return new URL('./host.ts', import.meta.url);
  const beside = new URL('./sandbox-host.js', import.meta.url);
  return existsSync(beside) ? beside : new URL('../sandbox-host.js', import.meta.url);
}

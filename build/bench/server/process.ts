// A server in a process of its own: started, looked at, stopped.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';

export interface ServerProcess {
  /** With a slash at the end. */
  readonly url: string;
  /** Milliseconds from the start of the process to the line that says it is ready. */
  readonly startTime: number;
  /** Resident memory in bytes, now and at its highest. */
  memory(): { readonly now: number; readonly peak: number };
  /** From now on the highest is counted anew: starting takes more than being idle does. */
  resetPeak(): void;
  stop(): Promise<void>;
}

/** `command`: the program, and what comes before its arguments. */
export async function startProcess(
  [program = '', ...first]: readonly string[],
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const started = performance.now();
  const child: ChildProcess = spawn(program, [...first, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...environment },
  });
  const [line] = (await once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data')) as [Buffer];
  const startTime = performance.now() - started;
  return {
    url: /http:\S+/.exec(String(line))?.[0] ?? '',
    startTime,
    memory: () => memoryOf(child.pid ?? 0),
    resetPeak: () => resetPeakOf(child.pid ?? 0),
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Linux tells both; elsewhere they are not known. */
function memoryOf(pid: number): { now: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kib = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN);
    return { now: kib('VmRSS') * 1024, peak: kib('VmHWM') * 1024 };
  } catch {
    return { now: Number.NaN, peak: Number.NaN };
  }
}

/** Only Linux can be told to. */
function resetPeakOf(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Then the peak since the start is what is known.
  }
}

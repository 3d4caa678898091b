// Starts, measures and stops a server in a process of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';

export interface ServerProcess {
  /** With a trailing slash. */
  readonly url: string;
  /** Milliseconds from the start of the process until it reports that it is ready. */
  readonly startTime: number;
  /** Current and peak resident memory in bytes. */
  memory(): { readonly now: number; readonly peak: number };
  /** Resets the peak, since starting takes more memory than being idle. */
  resetPeak(): void;
  stop(): Promise<void>;
}

/** `command`: the program with its first arguments. */
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

/** Known only on Linux; NaN on other systems. */
function memoryOf(pid: number): { now: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kib = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN);
    return { now: kib('VmRSS') * 1024, peak: kib('VmHWM') * 1024 };
  } catch {
    return { now: Number.NaN, peak: Number.NaN };
  }
}

/** Works only on Linux. */
function resetPeakOf(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // The peak since the start is used instead.
  }
}

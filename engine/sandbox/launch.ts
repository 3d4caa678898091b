// Starts code processes. The main thread starts them for the engine's thread: a terminated thread cannot reap its children, which would stay in
// the process table until the program ends.
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import { guarded } from '../workflow/values/guarded.ts';
import { DirectStream, fetchStream, removePlace, type StreamPlace } from './direct-stream.ts';
import { ownBytes, writeOwn } from './frames.ts';

/** End of a process: exit code, signal, or the error that prevented its start. `hint`: what to do about that. */
export type LaunchEnd =
  | { readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly failure: string; readonly hint?: string };

/** Returns the end of a process that could not be started. */
export function launchFailure(error: unknown): LaunchEnd {
  const { message, hint } = error as Error & { readonly hint?: string };
  return { failure: message, ...(hint === undefined ? {} : { hint }) };
}

export interface LaunchListener {
  /** The chunk belongs to the listener afterwards. */
  data(chunk: Uint8Array): void;
  /** Called once, when the process has exited. */
  end(end: LaunchEnd): void;
}

export interface Launched {
  /** The bytes belong to the process afterwards. */
  write(bytes: Uint8Array): void;
  /** Terminates the process immediately. */
  kill(): void;
  /** Keeps the program alive as long as this process runs. */
  ref(): void;
  unref(): void;
}

/** What a code process runs. */
export interface LaunchRequest {
  /** Path of the entry file. */
  readonly file: string;
  /** Flags for Node, such as those of its permission model. */
  readonly nodeFlags: readonly string[];
  /** First argument of the program. */
  readonly setup: string;
  /**
   * The process's current folder, which Node lets its worker threads read, whatever its permission model says. `empty`: a new one, which is removed
   * when the process has ended; `program`: that of the program, for code that may do what the program may.
   */
  readonly folder: 'empty' | 'program' | { readonly path: string };
  /** Whether the process inherits the program's environment variables; only for the program's own code. Default: false. */
  readonly hasEnvironment?: boolean;
}

/** Starts a code process. `host.ts` is its end of the stream. */
export type Launch = (request: LaunchRequest, listener: LaunchListener) => Launched;

type Pipe = Duplex & { ref(): void; unref(): void };

/** Starts Node as a child process, with this stream at file descriptor 3; `end` is called once, when the process has exited. */
function spawnNode(
  { file, nodeFlags, setup, folder, hasEnvironment = false }: LaunchRequest,
  stream: 'pipe' | Duplex,
  end: (end: LaunchEnd) => void,
): ChildProcess {
  const own = folder === 'empty' ? emptyFolder() : undefined;
  const clean = (): void => {
    if (own !== undefined) removeFolder(own);
  };
  let hasEnded = false;
  const endOnce = (how: LaunchEnd): void => {
    if (hasEnded) return;
    hasEnded = true;
    clean();
    end(how);
  };
  try {
    const child = spawn(nodeBinary, [...nodeFlags, file, setup], {
      stdio: ['ignore', 'ignore', 'ignore', stream],
      cwd: typeof folder === 'object' ? folder.path : own,
      env: { ...(hasEnvironment ? process.env : bareEnvironment()), ...asNode },
      windowsHide: true,
    });
    child.once('error', (error) => endOnce(launchFailure(error)));
    child.once('exit', (code, signal) => endOnce({ code, signal }));
    return child;
  } catch (error) {
    clean();
    throw error;
  }
}

const neverStarted: Launched = { write: () => undefined, kill: () => undefined, ref: () => undefined, unref: () => undefined };

/** Starts Node as a child process, with a stream at file descriptor 3. */
export const launchHere: Launch = (request, listener) => {
  let child: ChildProcess;
  try {
    child = spawnNode(request, 'pipe', (end) => listener.end(end));
  } catch (error) {
    setImmediate(() => listener.end(launchFailure(error)));
    return neverStarted;
  }
  const socket = child.stdio[3] as Pipe;
  socket.on(
    'data',
    guarded(
      () => child.kill('SIGKILL'),
      (chunk: Uint8Array) => listener.data(chunk),
    ),
  );
  // Errors are ignored: only the exit of the process matters.
  socket.on('error', () => undefined);
  return {
    write: (bytes) => writeOwn(socket, bytes),
    kill: () => {
      child.ref();
      child.kill('SIGKILL');
    },
    ref: () => {
      child.ref();
      socket.ref();
    },
    unref: () => {
      child.unref();
      socket.unref();
    },
  };
};

/** Starts Node as a child process whose stream ends elsewhere: nothing is written to it, or heard from it, here. */
function launchAt(address: StreamPlace, request: LaunchRequest, end: (end: LaunchEnd) => void): Pick<Launched, 'kill'> {
  let child: ChildProcess | undefined;
  let isKilled = false;
  const start = (stream: Socket): void => {
    try {
      if (isKilled) end({ code: null, signal: 'SIGKILL' });
      else child = spawnNode(request, stream, end);
      child?.unref();
    } finally {
      // The process has a descriptor of its own.
      stream.destroy();
    }
  };
  fetchStream(address)
    .then(start)
    .catch((error: unknown) => end(launchFailure(error)));
  return {
    kill: () => {
      isKilled = true;
      child?.ref();
      child?.kill('SIGKILL');
    },
  };
}

/** Creates a folder that only the administrator can write to, on systems with such permissions. Throws if there is no folder for temporary files. */
function emptyFolder(): string {
  try {
    hasCleanedUp ??= removeLeftFolders(tmpdir());
    const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
    chmodSync(folder, 0o500);
    return folder;
  } catch (cause) {
    throw Object.assign(new Error(`no empty folder for it could be created (${(cause as Error).message})`, { cause }), {
      hint: `Let ${process.platform === 'win32' ? 'TEMP' : 'TMPDIR'} name a folder for temporary files, to which the account of Millrace may write, and start Millrace again.`,
    });
  }
}

const PREFIX = 'millrace-code-';
/** Set once the folders that killed programs have left behind are removed. */
let hasCleanedUp: true | undefined;

function removeLeftFolders(parent: string): true {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^millrace-code-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) removeFolder(join(parent, name));
  }
  return true;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Not recursively, since others may use the folder for temporary files: what has been filled stays. */
function removeFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The system cleans up its temporary files.
  }
}

/**
 * Lets the desktop application's binary act as plain Node: only then does it follow the flags of the permission model. On macOS it has a helper
 * for that, which shows no icon.
 */
const asNode = process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' };
const { helperExecPath = process.execPath } = process as { readonly helperExecPath?: string };
const nodeBinary = process.platform === 'darwin' ? helperExecPath : process.execPath;

/** The environment of code processes. It excludes the engine's variables, which may contain secrets; Windows needs the path of its folder. */
function bareEnvironment(): Record<string, string> {
  const { SystemRoot: folder } = process.env;
  return folder === undefined ? {} : { SystemRoot: folder };
}

type ToLauncher =
  /** Without a place, all bytes pass through the launcher. */
  | { readonly type: 'launch'; readonly id: number; readonly request: LaunchRequest; readonly streamAddress?: StreamPlace | undefined }
  | { readonly type: 'write'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'kill'; readonly id: number };

type FromLauncher =
  | { readonly type: 'data'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'end'; readonly id: number; readonly end: LaunchEnd };

/** Lets the thread at the other end of the port start processes. `isDirect`: they are connected to this thread directly. */
export function launchThrough(port: MessagePort, isDirect: boolean): Launch {
  const listeners = new Map<number, LaunchListener>();
  const active = new Set<number>();
  let lastId = 0;
  const hold = (id: number, keepsAlive: boolean): void => {
    if (keepsAlive) active.add(id);
    else active.delete(id);
    if (active.size > 0) port.ref();
    else port.unref();
  };
  const send = (message: ToLauncher, moved: readonly ArrayBuffer[] = []): void => port.postMessage(message, moved);
  const receive = (message: FromLauncher): void => {
    const listener = listeners.get(message.id);
    if (message.type === 'data') return listener?.data(message.bytes);
    listeners.delete(message.id);
    hold(message.id, false);
    listener?.end(message.end);
  };
  port.on(
    'message',
    guarded((_error, [{ id }]) => send({ type: 'kill', id }), receive),
  );
  port.unref();
  return (request, listener) => {
    const id = ++lastId;
    const stream = isDirect ? DirectStream.open((chunk) => listener.data(chunk)) : undefined;
    const end = (how: LaunchEnd): void => {
      stream?.close();
      listener.end(how);
    };
    // What the process wrote last may be read after the message of its end.
    listeners.set(id, {
      data: (chunk) => listener.data(chunk),
      end: (how) => (stream === undefined ? end(how) : stream.finish(() => end(how))),
    });
    hold(id, true);
    send({ type: 'launch', id, request, streamAddress: stream?.address });
    return {
      write: (bytes) => {
        if (stream !== undefined) return stream.write(bytes);
        const own = ownBytes(bytes);
        return send({ type: 'write', id, bytes: own }, [own.buffer]);
      },
      kill: () => {
        if (listeners.has(id)) hold(id, true);
        send({ type: 'kill', id });
      },
      ref: () => hold(id, listeners.has(id)),
      unref: () => hold(id, false),
    };
  };
}

/** Starts the processes that the other end of the port requests, by `launch`. The returned function ends them all, and resolves when they have exited. */
export function serveLaunches(port: MessagePort, launch: Launch = launchHere): () => Promise<void> {
  const running = new Map<
    number,
    { readonly process: Pick<Launched, 'kill'> & Partial<Pick<Launched, 'write'>>; readonly exited: Promise<void> }
  >();
  let isEnding = false;
  const send = (message: FromLauncher, moved: readonly ArrayBuffer[] = []): void => port.postMessage(message, moved);
  const receive = (message: ToLauncher): void => {
    const { id } = message;
    if (isEnding) {
      if (message.type === 'launch' && message.streamAddress !== undefined) removePlace(message.streamAddress.folder);
      return;
    }
    if (message.type === 'write') return running.get(id)?.process.write?.(message.bytes);
    if (message.type === 'kill') return running.get(id)?.process.kill();
    const { promise: exited, resolve } = Promise.withResolvers<void>();
    const end = (how: LaunchEnd): void => {
      running.delete(id);
      resolve();
      send({ type: 'end', id, end: how });
    };
    const data = (chunk: Uint8Array): void => {
      const own = ownBytes(chunk);
      send({ type: 'data', id, bytes: own }, [own.buffer]);
    };
    const { request, streamAddress } = message;
    if (streamAddress !== undefined) {
      running.set(id, { process: launchAt(streamAddress, request, end), exited });
      return;
    }
    try {
      const process = launch(request, { data, end });
      // The thread at the other end determines how long the program runs.
      process.unref();
      running.set(id, { process, exited });
    } catch (error) {
      end(launchFailure(error));
    }
  };
  port.on(
    'message',
    guarded((error, [{ id }]) => send({ type: 'end', id, end: launchFailure(error) }), receive),
  );
  port.unref();
  return async () => {
    isEnding = true;
    const processes = [...running.values()];
    for (const { process } of processes) process.kill();
    await Promise.all(processes.map(({ exited }) => exited));
    port.close();
  };
}

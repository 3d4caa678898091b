// Runs the command line for tests in a folder of its own, as a program or, faster, as a function call.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { errorCodeOf } from '../contract/errors.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import { Store } from '../store/index.ts';
import { invocation } from '../cli/invocation.ts';
import type { Streams } from '../cli/output.ts';
import { vaultOf } from './vault-of.ts';

/** Path of the program to start: the sources, or the build that MILLRACE_PROGRAM refers to, which starts faster. */
export const program = process.env['MILLRACE_PROGRAM'] ?? join(import.meta.dirname, '../cli/main.ts');

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

type Command = (args: readonly string[], streams: Streams, stop: AbortSignal) => Promise<number> | number;

export class CliFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'millrace-cli-'));
  readonly dataDir = join(this.path, 'data');

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  /** Writes a file to the folder; returns its path. */
  file(name: string, content: unknown): string {
    const path = join(this.path, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  }

  /** Starts the program with MILLRACE_DATA_DIR set to the data folder, and open local access. */
  spawn(...args: readonly string[]): ChildProcessWithoutNullStreams {
    return this.spawnWith({}, ...args);
  }

  /** Like `spawn`, with additional environment variables. */
  spawnWith(environment: Readonly<Record<string, string>>, ...args: readonly string[]): ChildProcessWithoutNullStreams {
    const own = { MILLRACE_DATA_DIR: this.dataDir, MILLRACE_LOG_LEVEL: 'error', MILLRACE_LOCAL_ACCESS: 'open' };
    const env = { ...process.env, ...own, ...environment };
    return spawn(process.execPath, [program, ...args], { cwd: this.path, env });
  }

  millrace(...args: readonly string[]): Promise<Ended> {
    return ended(this.spawn(...args));
  }

  /** Runs a command within this process, on the data folder. */
  async call(command: Command, ...args: readonly string[]): Promise<Ended> {
    const out = collector();
    const err = collector();
    const { signal } = new AbortController();
    try {
      const code = await command([...args, '--data-dir', this.dataDir], { out: out.terminal, err: err.terminal }, signal);
      return { code, out: out.text(), err: err.text() };
    } catch (error) {
      if (errorCodeOf(error) === undefined) throw error;
      return { code: 2, out: out.text(), err: `${err.text()}${(error as Error).message}\n` };
    }
  }

  /** Opens the database and reads from it. */
  async look<T>(at: (store: Store) => Promise<T>): Promise<T> {
    const store = await Store.open(this.dataDir);
    try {
      return await at(store);
    } finally {
      await store.close();
    }
  }

  /** Adds a credential of the type `httpBasicAuth` whose data is `text`, encrypted with the key of the data folder. */
  async addCredential(id: string, name: string, text: string): Promise<void> {
    await this.look(async (store) => {
      const data = (await vaultOf(this.dataDir, store)).seal(id, text);
      const times = { createdAt: 1, updatedAt: 1 };
      await store.credentials.add({ id, name, type: 'httpBasicAuth', ownerId: null, nodesAccess: [], ...times, data });
    });
  }

  /** The decrypted data of a credential. */
  openedCredential(id: string): Promise<string> {
    return this.look(async (store) => {
      const credential = await store.credentials.get(id);
      return (await vaultOf(this.dataDir, store)).open(id, credential?.data ?? new Uint8Array());
    });
  }

  async save(...workflows: readonly WorkflowFile[]): Promise<void> {
    await this.look(async (store) => {
      for (const workflow of workflows) await store.workflows.save(String(workflow.id), workflow, Date.now());
    });
  }
}

/** Collects a program's output. `watch` is called with the output so far. */
export function ended(child: ChildProcessWithoutNullStreams, watch: (printed: string) => void = () => undefined): Promise<Ended> {
  return new Promise((resolve) => {
    const parts = { out: '', err: '' };
    child.stdout.on('data', (part) => watch((parts.out += String(part))));
    child.stderr.on('data', (part) => (parts.err += String(part)));
    child.on('close', (code) => resolve({ code, out: asInstalled(parts.out), err: asInstalled(parts.err) }));
  });
}

/** How hints of the built program begin their commands: `node` and the path of its file. */
const called = invocation({ script: program, folder: import.meta.dirname, npmScript: undefined, platform: process.platform });

/** Replaces that beginning by `millrace`, as an installed program prints it. */
const asInstalled = (printed: string): string => printed.replaceAll(called, 'millrace');

function collector(): { readonly terminal: Streams['out']; readonly text: () => string } {
  const parts: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      parts.push(String(chunk));
      done();
    },
  });
  return { terminal: { stream, isLive: false, hasColour: false }, text: () => parts.join('') };
}

// Runs the calls of the engine with the package's classes, wherever the package's code is loaded.
import { AsyncLocalStorage } from 'node:async_hooks';
import { packageErrorData } from '../modules/failures.ts';
import { RUN_ID, type ToPackage } from '../process/protocol.ts';
import { PackageCall, type EngineLine, type PackageParts } from './call.ts';
import type { PackageLoader } from './loader.ts';
import { LogLimit } from './log-limit.ts';
import { runCall } from './run-call.ts';
import { SshClients } from './ssh-clients.ts';
import { isStopError } from './stop-error.ts';

export interface ServerLine extends EngineLine {
  /** Counts a call of the engine that code begins to work on, in the order in which the calls were received. */
  countStarted(): void;
}

export class PackageServer {
  readonly #loader: PackageLoader;
  readonly #line: ServerLine;
  readonly #parts: PackageParts;
  readonly #stalledAfter: number;
  readonly #calls = new Map<number, PackageCall>();
  /** The call that code is run for. */
  readonly #current = new AsyncLocalStorage<PackageCall>();

  /** `stalledAfter`: see PackageSetup. */
  constructor(loader: PackageLoader, line: ServerLine, stalledAfter: number) {
    this.#loader = loader;
    this.#line = line;
    this.#stalledAfter = stalledAfter;
    this.#parts = {
      ssh: new SshClients(() => loader.module('ssh2')),
      withoutFolders: (message) => loader.withoutFolders(message),
      luxon: () => loader.luxon,
      logLimit: new LogLimit(),
    };
  }

  receive(message: ToPackage): void {
    const isAborted = message.type === 'cancel' && message.id === RUN_ID;
    const isCancellation = isAborted || (message.type === 'notify' && message.method === 'close');
    if (isCancellation) this.#line.send({ call: message.call, type: 'cancelled' });
    const starts = (message.type === 'call' && message.id === RUN_ID) || (message.type === 'notify' && message.method === 'input');
    const call = this.#calls.get(message.call) ?? (starts ? this.#opened(message.call) : undefined);
    call?.receive(message);
    // Nothing of it will run.
    if (isAborted && call?.hasStarted === false && !call.isAttached) call.close();
  }

  #opened(number: number): PackageCall {
    const call: PackageCall = new PackageCall(number, this.#line, this.#calls, this.#parts);
    call.runContent = (content) => {
      this.#line.countStarted();
      const result = this.#current.run(call, () => runCall(this.#loader, call, content));
      return Promise.race([result, call.stalled]);
    };
    return call;
  }

  /** Logs an unhandled rejection with any call in progress. It must not end the calls of other executions. */
  reportStray(reason: unknown): void {
    const [call] = this.#calls.values();
    if (call === undefined || isStopError(reason)) return;
    const message = `Unhandled rejection: ${this.#parts.withoutFolders(packageErrorData(reason).message)}`;
    call.log('log', { level: 'error', message });
  }

  /** Tells the call that a denied connection belongs to. It fails, should it do nothing else from now on. */
  reportDenied(error: Error): void {
    const [only, ...otherCalls] = [...this.#calls.values()].filter(({ isAttached }) => !isAttached);
    (this.#current.getStore() ?? (otherCalls.length === 0 ? only : undefined))?.rejected(error, this.#stalledAfter);
  }

  /** Ends connections that calls share. */
  close(): void {
    this.#parts.ssh.close();
  }
}

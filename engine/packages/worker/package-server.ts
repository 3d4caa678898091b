// Runs the calls of the engine with the package's classes, wherever the package's code is loaded.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Item } from '../../contract/run-data.ts';
import { failureOf } from '../modules/failures.ts';
import type { CallContent, ToPackage } from '../process/protocol.ts';
import { unpackList } from '../process/unpack-list.ts';
import { isStopError, PackageCall, type EngineLine, type PackageParts } from './call.ts';
import type { PackageLoader } from './loader.ts';
import { LogLimit } from './log-limit.ts';
import { runCall } from './run-call.ts';
import { SshClients } from './ssh-clients.ts';

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
  /** Items of calls that have not begun, by call and input. */
  readonly #inputs = new Map<number, Map<number, Item[]>>();

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
    const call = this.#calls.get(message.call);
    switch (message.type) {
      case 'input':
        this.#keep(message.call, message.input, unpackList(message.items) as Item[]);
        break;
      case 'call':
        message.items?.forEach((items, input) => items !== null && this.#keep(message.call, input, unpackList(items) as Item[]));
        void this.#serve(message.call, this.#withItems(message.call, message.content));
        break;
      case 'answer':
        call?.response(message.id, message.response);
        break;
      case 'response':
        call?.receiveResponse(message.response, message.reply);
        break;
      case 'close':
        this.#line.send({ call: message.call, type: 'cancelled' });
        call?.stopListening();
        break;
      case 'abort':
        this.#line.send({ call: message.call, type: 'cancelled' });
        this.#inputs.delete(message.call);
        call?.abort(message.reason);
    }
  }

  /** Logs a rejection that nobody handles, with any call that is in progress. It must not end the calls of other executions. */
  reportStray(reason: unknown): void {
    const [call] = this.#calls.values();
    if (call === undefined || isStopError(reason)) return;
    const message = `Unhandled rejection: ${this.#parts.withoutFolders(failureOf(reason).message)}`;
    call.log({ type: 'log', level: 'error', message });
  }

  /** Tells the call that a refused connection belongs to. It fails, should it do nothing else from now on. */
  reportDenied(error: Error): void {
    const [only, ...others] = [...this.#calls.values()].filter(({ isAttached }) => !isAttached);
    (this.#current.getStore() ?? (others.length === 0 ? only : undefined))?.rejected(error, this.#stalledAfter);
  }

  /** Ends connections that calls share. */
  close(): void {
    this.#parts.ssh.close();
  }

  #keep(call: number, input: number, items: readonly Item[]): void {
    const inputs = this.#inputs.get(call) ?? new Map<number, Item[]>();
    this.#inputs.set(call, inputs);
    const list = inputs.get(input) ?? [];
    inputs.set(input, list);
    for (const item of items) list.push(item);
  }

  #withItems(call: number, content: CallContent): CallContent {
    const sent = this.#inputs.get(call);
    this.#inputs.delete(call);
    if (sent === undefined || (content.kind !== 'execute' && content.kind !== 'echo')) return content;
    const inputs = content.run.inputs.map((list, index) => sent.get(index) ?? list);
    return content.kind === 'echo' ? { ...content, run: { inputs } } : { ...content, run: { ...content.run, inputs } };
  }

  async #serve(number: number, content: CallContent): Promise<void> {
    const call = new PackageCall(number, this.#line, this.#calls, this.#parts);
    this.#line.countStarted();
    try {
      const ended = this.#current.run(call, () => runCall(this.#loader, call, content));
      call.finish(await Promise.race([ended, call.stalled]));
    } catch (error) {
      this.#line.send({ call: number, type: 'failed', failure: call.failure(error) });
    } finally {
      call.close();
    }
  }
}

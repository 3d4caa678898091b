// Runs the code of a package that the user trusts inside the engine: no process, no guard of the network and of files, and less time per call.
import { realpathSync } from 'node:fs';
import type { ChannelMessage } from '../channel/channel.ts';
import { AppError } from '../contract/errors.ts';
import { rejectedError, stoppedError, type CallListener, type OpenCall, type PackageRunner } from './process/package-process.ts';
import type { FromPackage } from './process/protocol.ts';
import { PackageLoader } from './worker/loader.ts';
import { PackageServer, type ServerLine } from './worker/package-server.ts';

export class DirectPackage implements PackageRunner {
  readonly #name: string;
  readonly #loader: PackageLoader;
  readonly #server: PackageServer;
  readonly #calls = new Map<number, CallListener>();
  #response: ChannelMessage | undefined;
  #lastId = 0;
  #isStopped = false;

  /** `folder`: the package's folder. */
  constructor(name: string, folder: string) {
    this.#name = name;
    this.#loader = new PackageLoader(realpathSync(folder));
    const line: ServerLine = {
      send: (message) => this.#receive(message),
      countStarted: () => undefined,
      ask: (message) => {
        this.#response = undefined;
        this.#receive(message);
        const response: ChannelMessage | undefined = this.#response;
        if (response === undefined) throw new Error('The run that this code belongs to is over.');
        return response;
      },
    };
    // A trusted package may do everything.
    this.#server = new PackageServer(this.#loader, line, Infinity);
  }

  open(listener: CallListener): OpenCall {
    if (this.#isStopped) throw stoppedError(this.#name);
    const number = ++this.#lastId;
    this.#calls.set(number, listener);
    return {
      number,
      send: (message) => this.#send(number, message),
      cancel: (message) => this.#send(number, message),
      replyNow: (message) => void (this.#response = structuredClone(message)),
      end: () => this.#calls.delete(number),
    };
  }

  attach(listener: CallListener): OpenCall {
    return this.open(listener);
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    const calls = [...this.#calls.entries()];
    for (const [number] of calls) this.#server.receive({ call: number, type: 'cancel', id: 1, reason: stoppedError(this.#name).message });
    this.#calls.clear();
    const error = new AppError('PACKAGE_FAILED', `The package ${this.#name} was stopped.`, { params: { package: this.#name } });
    for (const [, listener] of calls) listener.lost(error, true);
    this.#server.close();
    this.#loader.forget();
    return Promise.resolve();
  }

  /** Data is copied in both directions, as if it crossed a border: neither side may change what belongs to the other. */
  #send(number: number, message: ChannelMessage): void {
    let copy: ChannelMessage;
    try {
      copy = structuredClone(message);
    } catch (error) {
      throw rejectedError(this.#name, error as Error);
    }
    this.#server.receive({ ...copy, call: number });
  }

  #receive(message: FromPackage): void {
    if (message.type !== 'cancelled') this.#calls.get(message.call)?.message(structuredClone(message));
  }
}

// The module `ipcMain`, also as `webContents.ipc`.
import { Guarded } from './record.ts';

type Handler = (event: object, ...args: unknown[]) => unknown;

export class IpcMain extends Guarded {
  readonly #handlers = new Map<string, Handler>();

  static handlerOf(ipc: IpcMain, channel: string): Handler | undefined {
    return ipc.#handlers.get(channel);
  }

  handle(channel: string, handler: Handler): void {
    if (typeof handler !== 'function') throw new TypeError(`Expected handler to be a function, but found type '${typeof handler}'`);
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }
}

export const ipcMain = new IpcMain('ipcMain');

// Connects the engine's thread directly to a code process that the main thread has started, so that messages do not pass through the main thread.
// The engine's thread listens on a socket in a folder of its own, and the main thread connects the process to it.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guarded } from '../workflow/values/guarded.ts';
import { writeOwn } from './frames.ts';

/** Where the main thread finds the engine's end. */
export interface StreamPlace {
  /** New folder, which only this user can open. The main thread removes it. */
  readonly folder: string;
  /** First bytes of the stream: another program of the user cannot know them. */
  readonly token: Uint8Array;
}

const TOKEN = 32;

/** Turns of the event loop without data after which a stream whose process has exited is at its end: a program started by it may keep it open. */
const QUIET_TURNS = 5;

const socketIn = (folder: string): string => join(folder, 'socket');

/** Removes the folder of a stream. Not recursively: that would leave the folder if the engine's end removes the socket at the same time. */
export function removePlace(folder: string): void {
  try {
    rmSync(socketIn(folder), { force: true });
    rmdirSync(folder);
  } catch {
    // A folder that cannot be removed changes nothing for the stream.
  }
}

/** The engine's end of a stream. Does not keep its thread alive. */
export class DirectStream {
  readonly address: StreamPlace;
  readonly #server: Server;
  readonly #receive: (chunk: Uint8Array) => void;
  /** What has been written before the process is connected; undefined afterwards, and once the stream is closed. */
  #waiting: Uint8Array[] | undefined = [];
  #socket: Socket | undefined;
  /** Connections without a token so far. */
  readonly #strangers = new Set<Socket>();
  #quietTurns = 0;

  private constructor(server: Server, address: StreamPlace, receive: (chunk: Uint8Array) => void) {
    this.address = address;
    this.#server = server;
    this.#receive = receive;
    server.on(
      'connection',
      guarded(
        (_error, [socket]) => socket.destroy(),
        (socket: Socket) => this.#identify(socket),
      ),
    );
  }

  /** Returns undefined if the system provides no such socket, such as when there is no folder for temporary files. `hear` owns its chunk. */
  static open(receive: (chunk: Uint8Array) => void): DirectStream | undefined {
    let folder: string | undefined;
    try {
      folder = mkdtempSync(join(tmpdir(), 'millrace-'));
      const server = createServer().on('error', () => undefined);
      server.listen(socketIn(folder)).unref();
      if (server.listening) return new DirectStream(server, { folder, token: randomBytes(TOKEN) }, receive);
      server.close();
    } catch {
      // There may be no such folder.
    }
    if (folder !== undefined) removePlace(folder);
    return undefined;
  }

  /** The bytes belong to the stream afterwards. */
  write(bytes: Uint8Array): void {
    if (this.#waiting !== undefined) this.#waiting.push(bytes);
    else if (this.#socket !== undefined) writeOwn(this.#socket, bytes);
  }

  /** Calls `done` once everything has been heard of a process that has exited. */
  finish(done: () => void): void {
    if (this.#socket?.closed === true || this.#quietTurns++ === QUIET_TURNS) done();
    else setImmediate(() => this.finish(done));
  }

  /** Afterwards, nothing is heard. */
  close(): void {
    this.#waiting = undefined;
    this.#rejectOthers();
    this.#socket?.destroy();
  }

  #rejectOthers(): void {
    this.#server.close();
    for (const stranger of this.#strangers) stranger.destroy();
    this.#strangers.clear();
  }

  /** Reads the token of a connection. Only the first one with the right token is accepted. */
  #identify(socket: Socket): void {
    const firstBytes: Uint8Array[] = [];
    const reject = (): void => void socket.destroy();
    const read = guarded(reject, (chunk: Uint8Array) => {
      const received = Buffer.concat([...firstBytes.splice(0), chunk]);
      if (received.byteLength < TOKEN) {
        firstBytes.push(received);
        return;
      }
      socket.off('data', read);
      this.#strangers.delete(socket);
      if (this.#waiting === undefined || !timingSafeEqual(received.subarray(0, TOKEN), this.address.token)) socket.destroy();
      else this.#accept(socket, this.#waiting, received.subarray(TOKEN));
    });
    // Errors are ignored: only the exit of the process matters.
    socket.on('error', () => undefined).unref();
    if (this.#waiting === undefined) return void socket.destroy();
    this.#strangers.add(socket);
    socket.on('data', read).on('close', () => this.#strangers.delete(socket));
  }

  #accept(socket: Socket, waiting: readonly Uint8Array[], received: Uint8Array): void {
    this.#socket = socket;
    this.#waiting = undefined;
    this.#rejectOthers();
    for (const bytes of waiting) writeOwn(socket, bytes);
    const receive = (chunk: Uint8Array): void => {
      this.#quietTurns = 0;
      this.#receive(chunk);
    };
    socket.on(
      'data',
      guarded(() => socket.destroy(), receive),
    );
    if (received.byteLength > 0) receive(Uint8Array.from(received));
  }
}

/** Resolves with the process's end of a stream. Rejects if the engine's end is gone. */
export async function fetchStream({ folder, token }: StreamPlace): Promise<Socket> {
  const socket = connect(socketIn(folder));
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.write(token, (error) => (error instanceof Error ? reject(error) : resolve()));
    });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    removePlace(folder);
  }
}

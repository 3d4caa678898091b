// The stream between a code process and the engine, at the end of the process.
import { Socket } from 'node:net';
import { writeOwn } from './frames.ts';

interface HostChannel {
  /** The bytes belong to the channel afterwards. */
  write(bytes: Uint8Array): void;
  /** The chunk's memory is used for the next one when the listener returns. */
  onData(listener: (chunk: Uint8Array) => void): void;
  /** Called when the engine has closed the stream. */
  onEnd(listener: () => void): void;
}

/** `process.parentPort` in an Electron utility process (Electron documentation, utilityProcess). */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/** Opens the stream to the engine: file descriptor 3 of a child process, or the port of an Electron utility process. */
export function hostChannel(): HostChannel {
  const { parentPort } = process as unknown as { readonly parentPort?: ParentPort };
  return parentPort === undefined ? overDescriptor() : overPort(parentPort);
}

/** Size in bytes of the memory that the stream is read into. */
const READ_SIZE = 64 * 1024;

function overDescriptor(): HostChannel {
  let hear: (chunk: Uint8Array) => void = () => undefined;
  const onread = {
    buffer: Buffer.alloc(READ_SIZE),
    callback: (length: number, buffer: Uint8Array) => {
      hear(buffer.subarray(0, length));
      return true;
    },
  };
  const socket = new Socket({ fd: 3, onread });
  return {
    write: (bytes) => writeOwn(socket, bytes),
    onData: (listener) => {
      hear = listener;
    },
    onEnd: (listener) => {
      socket.on('close', listener);
      socket.on('error', listener);
    },
  };
}

function overPort(port: ParentPort): HostChannel {
  return {
    write: (bytes) => port.postMessage(bytes),
    onData: (listener) =>
      port.on('message', ({ data }) => {
        if (data instanceof Uint8Array) listener(data);
      }),
    // Electron ends its utility processes together with the program.
    onEnd: () => undefined,
  };
}

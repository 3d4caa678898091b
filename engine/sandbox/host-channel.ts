// The stream between a code process and the engine, at the end of the process.
import { Socket } from 'node:net';
import { writeOwn } from './frames.ts';

export interface HostChannel {
  /** Writes bytes, which belong to the channel afterwards. */
  write(bytes: Uint8Array): void;
  /** Calls the listener with each chunk. The chunk's memory is reused when the listener returns. */
  onData(listener: (chunk: Uint8Array) => void): void;
  /** Calls the listener when the engine has closed the stream. */
  onEnd(listener: () => void): void;
}

/** Size in bytes of the memory that the stream is read into. */
const READ_SIZE = 64 * 1024;

/** Opens the stream to the engine, which is file descriptor 3. */
export function hostChannel(): HostChannel {
  let receive: (chunk: Uint8Array) => void = () => undefined;
  const onread = {
    buffer: Buffer.alloc(READ_SIZE),
    callback: (length: number, buffer: Uint8Array) => {
      receive(buffer.subarray(0, length));
      return true;
    },
  };
  const socket = new Socket({ fd: 3, onread });
  return {
    write: (bytes) => writeOwn(socket, bytes),
    onData: (listener) => {
      receive = listener;
    },
    onEnd: (listener) => {
      socket.on('close', listener);
      socket.on('error', listener);
    },
  };
}

// A channel over a message port, or between a thread and its parent thread.
import type { MessagePort, Worker } from 'node:worker_threads';
import { guarded } from '../workflow/values/guarded.ts';
import { Channel, type ChannelMessage, type ChannelOptions, type Handlers, type Wire } from './channel.ts';

export interface PortChannelOptions extends ChannelOptions {
  /** Called if the other end sends something that is not a message, or if the handler of a notification throws. Default: the channel is closed. */
  readonly onFault?: (error: Error) => void;
}

/** Open calls keep this process alive unless `keepsAlive` is false; listening alone does not. The channel is closed with its port. */
export function portChannel<Remote extends Handlers>(
  port: MessagePort | Worker,
  handlers: Handlers,
  options: PortChannelOptions = {},
): Channel<Remote> {
  const wire: Wire = {
    send: (message, moved) => port.postMessage(message, moved as never),
    ref: () => port.ref(),
    unref: () => port.unref(),
  };
  const channel = new Channel<Remote>(wire, handlers, options);
  const { onFault = (error) => channel.close(error) } = options;
  port.on(
    'message',
    guarded(onFault, (message: ChannelMessage) => channel.receive(message)),
  );
  return channel;
}

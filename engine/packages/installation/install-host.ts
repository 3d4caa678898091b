// Entry of the process that fetches a package, with its progress.
import { deserialize } from 'node:v8';
import { Channel, type ChannelMessage } from '../../channel/channel.ts';
import { AppError, errorCodeOf } from '../../contract/errors.ts';
import { FrameReader, frameKinds, messageFrame } from '../../sandbox/frames.ts';
import { hostChannel } from '../../sandbox/host-channel.ts';
import type { InstallHandlers } from './install-process.ts';
import { fetchTree } from './tree.ts';

const handlers: InstallHandlers = {
  fetch: async (work, call) => {
    try {
      return await fetchTree(work, (progress) => call.emit(progress));
    } catch (error) {
      throw errorCodeOf(error) === undefined ? new AppError('INTERNAL', (error as Error).message, { cause: error }) : error;
    }
  },
};

const stream = hostChannel();
const channel = new Channel({ send: (message) => stream.write(messageFrame(frameKinds.message, message)) }, handlers);
const reader = new FrameReader();

stream.onData((chunk) => {
  for (const { content } of reader.push(chunk)) channel.receive(deserialize(content) as ChannelMessage);
});
// Without the engine, the result is not needed.
stream.onEnd(() => process.kill(process.pid, 'SIGKILL'));
// The terminal sends Ctrl+C to the engine too, which ends this process.
process.on('SIGINT', () => undefined);

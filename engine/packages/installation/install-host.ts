// Entry of the process that fetches a package: gets the work in the first message, and reports progress and its outcome.
import { deserialize } from 'node:v8';
import { errorCodeOf, type AppError } from '../../contract/errors.ts';
import { FrameReader, frameKinds, messageFrame } from '../../sandbox/frames.ts';
import { hostChannel } from '../../sandbox/host-channel.ts';
import type { FromInstall, TreeWork } from './install-process.ts';
import { fetchTree } from './tree.ts';

const channel = hostChannel();
const reader = new FrameReader();

function send(message: FromInstall): void {
  channel.write(messageFrame(frameKinds.message, message));
}

async function work(content: TreeWork): Promise<void> {
  try {
    send({ type: 'fetched', tree: await fetchTree(content, (progress) => send({ type: 'progress', progress })) });
  } catch (error) {
    const { message, params = {}, hint } = error as Partial<AppError> & Error;
    send({ type: 'failed', failure: { code: errorCodeOf(error) ?? 'INTERNAL', message, params, ...(hint === undefined ? {} : { hint }) } });
  }
}

channel.onData((chunk) => {
  for (const { content } of reader.push(chunk)) void work(deserialize(content) as TreeWork);
});
// Without the engine, nobody uses the result.
channel.onEnd(() => process.kill(process.pid, 'SIGKILL'));
// The terminal sends Ctrl+C to the engine too, which ends this process.
process.on('SIGINT', () => undefined);

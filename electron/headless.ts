// The application without a window: the server alone, as `millrace start` runs it.
import { app } from 'electron';
import { createEngine, readSettings } from '../engine/index.ts';
import { launchUtility } from './code-processes.ts';
import { reasonOf } from './failure.ts';
import type { Flags } from './flags.ts';
import { quitInOrder } from './quitting.ts';
import { text } from './text.ts';

/** Runs until the program is asked to quit. Prints a failure to standard error, and ends with the exit code 2. */
export async function runHeadless({ dataDir, settings }: Flags): Promise<void> {
  app.dock?.hide();
  try {
    const engine = createEngine({ dataDir, settings: readSettings(process.env, settings), launch: launchUtility });
    quitInOrder(
      () => engine.stop(),
      () => undefined,
    );
    // Code processes can be started once the application is ready.
    await app.whenReady();
    const { url } = await engine.start();
    process.stdout.write(`${text('headless.ready', { url })}\n`);
    await engine.ended;
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    app.exit(2);
  }
}

// The application without a window: the server alone, as `millrace start` runs it, or a command such as `millrace run`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { app } from 'electron';
import { createEngine, ownSettings, runCommandLine } from '../engine/index.ts';
import { reasonOf } from './failure.ts';
import type { Flags } from './flags.ts';
import { quitInOrder } from './quitting.ts';
import { text } from './text.ts';

/** Runs until the program is asked to quit. Prints a failure to standard error, and ends with the exit code 2. */
export async function runHeadless({ dataDir, settings }: Flags): Promise<void> {
  app.dock?.hide();
  try {
    const engine = createEngine({
      dataDir,
      settings: ownSettings(settings),
      onLink: (link) => void process.stdout.write(`${link === undefined ? text('headless.noLink') : text('headless.link', { link })}\n`),
    });
    quitInOrder({ stop: () => engine.stop(), end: () => app.quit() });
    await app.whenReady();
    const { url, lanUrls } = await engine.start();
    const otherUrls = lanUrls.filter((other) => other !== url).map((other) => text('headless.readyForOthers', { url: other }));
    process.stdout.write(`${[text('headless.ready', { url }), ...otherUrls].join('\n')}\n`);
    await engine.ended;
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    app.exit(2);
  }
}

/** Runs a command of the engine's command line, and ends with its exit code. */
export async function runCommand(command: readonly string[], { dataDir }: Flags): Promise<void> {
  app.dock?.hide();
  // A running application may use the folder of Chromium's data.
  const folder = mkdtempSync(join(tmpdir(), 'millrace-command-'));
  app.setPath('sessionData', folder);
  app.once('quit', () => rmSync(folder, { recursive: true, force: true }));
  process.env['MILLRACE_DATA_DIR'] = dataDir;
  await app.whenReady();
  const code = await runCommandLine(command);
  for (const stream of [process.stdout, process.stderr]) await written(stream);
  app.exit(code);
}

/** Resolves when the stream has passed on what was written to it. */
const written = (stream: Writable): Promise<void> => new Promise((resolve) => void stream.write('', () => resolve()));

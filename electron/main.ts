// The desktop application: depending on the flags it opens a window, runs a server without a window, or runs a command.
import { join } from 'node:path';
import { app, dialog } from 'electron';
import about from '../package.json' with { type: 'json' };
import { desktopFolder } from '../engine/contract/desktop.ts';
import { runDesktop } from './desktop.ts';
import { reasonOf } from './failure.ts';
import { readFlags, splitArguments } from './flags.ts';
import { runCommand, runHeadless } from './headless.ts';
import { identify } from './identity.ts';
import { text } from './text.ts';

const flags = readFlags(splitArguments(process.argv.slice(1), app.isPackaged).own);
identify(app, process.platform);
// Settings, and the lock of the single instance, belong to the data folder.
if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', join(flags.dataDir, desktopFolder));

// Nothing is awaited here: Electron becomes ready only when this module has been evaluated.
if (flags.asksVersion) {
  process.stdout.write(`${about.version}\n`);
  app.exit(0);
} else if (flags.problem !== undefined) {
  process.stderr.write(`${flags.problem}\n`);
  // Linux shows no dialog this early, and writes to the same stream.
  if (!flags.isHeadless && process.platform !== 'linux') dialog.showErrorBox(text('failed.start'), flags.problem);
  app.exit(2);
} else if (flags.command !== undefined) {
  void runCommand(flags.command, flags);
} else if (flags.isHeadless) {
  void runHeadless(flags);
} else {
  runDesktop(flags).catch((error: unknown) => {
    dialog.showErrorBox(text('failed.start'), reasonOf(error));
    app.exit(2);
  });
}

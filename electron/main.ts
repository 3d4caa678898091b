// The desktop application: flags, then a window, a server without one, or a command.
import { join } from 'node:path';
import { app, dialog } from 'electron';
import about from '../package.json' with { type: 'json' };
import { desktopFolder } from '../engine/contract/desktop.ts';
import { runDesktop } from './desktop.ts';
import { reasonOf } from './failure.ts';
import { readFlags } from './flags.ts';
import { runCommand, runHeadless } from './headless.ts';
import { text } from './text.ts';

// In a checkout, Electron's own flags and the application's folder come first.
const [, ...args] = process.argv;
const flags = readFlags(app.isPackaged ? args : args.slice(args.findIndex((arg) => !arg.startsWith('-')) + 1));
app.setName(text('product'));
// Settings, and the lock of the single instance, belong to the data folder.
if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', join(flags.dataDir, desktopFolder));

// Nothing is awaited here: Electron becomes ready only when this module has been evaluated.
if (flags.asksVersion) {
  process.stdout.write(`${about.version}\n`);
  app.exit(0);
} else if (flags.problem !== undefined) {
  if (flags.isHeadless) process.stderr.write(`${flags.problem}\n`);
  else dialog.showErrorBox(text('failed.start'), flags.problem);
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

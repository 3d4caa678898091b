// Starts the processes of code as Electron utility processes: the application's own binary does not run as plain Node.
import { utilityProcess } from 'electron';
import type { Launch, LaunchEnd } from '../engine/index.ts';

export const launchUtility: Launch = ({ file, nodeFlags, setup, hasEnvironment = false }, listener) => {
  const child = utilityProcess.fork(file, [setup], {
    execArgv: [...nodeFlags],
    env: hasEnvironment ? process.env : systemFolder(),
    stdio: 'ignore',
    serviceName: 'Millrace Code',
  });
  let isKilled = false;
  let hasEnded = false;
  const end = (how: LaunchEnd): void => {
    if (!hasEnded) listener.end(how);
    hasEnded = true;
  };
  child.on('message', (message: unknown) => {
    if (message instanceof Uint8Array) listener.data(message);
  });
  child.once('exit', (code) => end({ code: isKilled ? null : code, signal: isKilled ? 'SIGKILL' : null }));
  return {
    write: (bytes) => {
      if (!hasEnded) child.postMessage(bytes);
    },
    kill: () => {
      isKilled = true;
      child.kill();
    },
    // Electron keeps the program running while there is a window or a tray.
    ref: () => undefined,
    unref: () => undefined,
  };
};

/** The engine's environment may contain secrets; Windows needs the path of its folder. */
function systemFolder(): Record<string, string> {
  const { SystemRoot: folder } = process.env;
  return folder === undefined ? {} : { SystemRoot: folder };
}

// The command line: selects the command, and converts errors to one sentence and an exit code.
import { errorCodeOf } from '../contract/errors.ts';
import type { SandboxOptions } from '../sandbox/index.ts';
import { exitCodes, printable, say, type Streams } from './output.ts';
import { isOldNode, MIN_NODE } from './own-node.ts';
import { listenForStop } from './stop.ts';
import { text, withOwnCommands } from './text.ts';
import about from '../../package.json' with { type: 'json' };

/** How the program that runs the command starts the processes of code. */
type Processes = Pick<SandboxOptions, 'launch'>;

type Command = (args: readonly string[], streams: Streams, stop: AbortSignal, processes: Processes) => Promise<number> | number;

const terminal = (stream: NodeJS.WriteStream): Streams['out'] => ({
  stream,
  isLive: stream.isTTY,
  hasColour: stream.isTTY && process.env['NO_COLOR'] === undefined,
});

const streams: Streams = { out: terminal(process.stdout), err: terminal(process.stderr) };

const help = async (): Promise<Command> => (await import('./commands/help.ts')).helpCommand;

/** Commands by name. Each is loaded on demand. */
const commands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['start', async (): Promise<Command> => (await import('./commands/start.ts')).startCommand],
  ['open', async (): Promise<Command> => (await import('./commands/access.ts')).openCommand],
  ['token', async (): Promise<Command> => (await import('./commands/access.ts')).tokenCommand],
  ['run', async (): Promise<Command> => (await import('./commands/runs.ts')).runCommand],
  ['import', async (): Promise<Command> => (await import('./commands/import.ts')).importCommand],
  ['export', async (): Promise<Command> => (await import('./commands/export.ts')).exportCommand],
  ['sync', async (): Promise<Command> => (await import('./commands/sync.ts')).syncCommand],
  ['list', async (): Promise<Command> => (await import('./commands/workflows.ts')).listCommand],
  ['execute', async (): Promise<Command> => (await import('./commands/runs.ts')).executeCommand],
  ['activate', async (): Promise<Command> => (await import('./commands/workflows.ts')).activateCommand],
  ['deactivate', async (): Promise<Command> => (await import('./commands/workflows.ts')).deactivateCommand],
  ['delete', async (): Promise<Command> => (await import('./commands/workflows.ts')).deleteCommand],
  ['user', async (): Promise<Command> => (await import('./commands/access.ts')).userCommand],
  ['key', async (): Promise<Command> => (await import('./commands/secrets.ts')).keyCommand],
  ['credentials', async (): Promise<Command> => (await import('./commands/secrets.ts')).credentialsCommand],
  ['package', async (): Promise<Command> => (await import('./commands/package.ts')).packageCommand],
  ['backup', async (): Promise<Command> => (await import('./commands/backup.ts')).backupCommand],
  ['restore', async (): Promise<Command> => (await import('./commands/backup.ts')).restoreCommand],
  ['move', async (): Promise<Command> => (await import('./commands/move.ts')).moveCommand],
  ['help', help],
  ['--help', help],
  ['-h', help],
]);

export const isCommand = (name: string): boolean => name === 'version' || (commands.has(name) && !name.startsWith('-'));

async function call([name = 'help', ...args]: readonly string[], stop: AbortSignal, processes: Processes): Promise<number> {
  if (isOldNode()) {
    say(streams.err, text('oldNode', { least: MIN_NODE, version: process.versions.node }));
    return exitCodes.badUse;
  }
  if (name === 'version' || name === '--version') {
    say(streams.out, about.version);
    return exitCodes.success;
  }
  const load = commands.get(name);
  if (load === undefined) {
    say(streams.err, text('unknownCommand', { command: name }));
    return exitCodes.badUse;
  }
  const options = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  if (options.includes('--help') || options.includes('-h')) return (await help())(load === help ? [] : [name], streams, stop, processes);
  return (await load())(args, streams, stop, processes);
}

/** Runs a command and reports its errors. Returns the exit code. */
export async function runCommandLine(args: readonly string[], processes: Processes = {}): Promise<number> {
  const stop = listenForStop(process.stdout, process.stderr);
  try {
    const code = await call(args, stop.signal, processes);
    // A signal is the normal end of a server.
    return args[0] === 'start' ? code : (stop.exitCode ?? code);
  } catch (error) {
    return errorCodeOf(error) === undefined || !(error instanceof Error) ? fail(error) : report(error);
  }
}

/** Prints an error that the user can fix: invalid arguments, or the state of the data folder. */
function report(error: Error): number {
  const { hint } = error as { hint?: string };
  process.stderr.write(`${printable(withOwnCommands(hint === undefined ? error.message : `${error.message} ${hint}`))}\n`);
  return exitCodes.badUse;
}

/** Prints the stack trace of an internal error, without the source line that Node would print. */
function fail(error: unknown): number {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return exitCodes.failed;
}

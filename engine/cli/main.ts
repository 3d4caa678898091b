// The command line's entry: picks the command and turns whatever goes wrong into one sentence and an exit code.
import { errorCodeOf } from '../contract/errors.ts';
import { defaultDataDir } from '../data-dir.ts';
import { runCommand, type Streams } from './commands/run.ts';
import { exitCodes } from './exit-codes.ts';
import { printable } from './output.ts';
import { listenForStop } from './stop.ts';
import { text } from './text.ts';
import about from '../../package.json' with { type: 'json' };

const terminal = (stream: NodeJS.WriteStream): Streams['out'] => ({
  stream,
  isLive: stream.isTTY,
  hasColour: stream.isTTY && process.env['NO_COLOR'] === undefined,
});

const streams: Streams = { out: terminal(process.stdout), err: terminal(process.stderr) };
const stop = listenForStop(process.stdout, process.stderr);

async function main([command, ...args]: readonly string[]): Promise<number> {
  switch (command) {
    case 'run':
      return runCommand(args, streams, stop.signal);
    case 'version':
    case '--version':
      streams.out.stream.write(`${about.version}\n`);
      return exitCodes.success;
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      streams.out.stream.write(text('help', { dataDir: defaultDataDir() }));
      return exitCodes.success;
    default:
      streams.err.stream.write(`${text('unknownCommand', { command: printable(command) })}\n`);
      return exitCodes.badUse;
  }
}

try {
  const code = await main(process.argv.slice(2));
  process.exitCode = stop.exitCode ?? code;
} catch (error) {
  if (errorCodeOf(error) === undefined || !(error instanceof Error)) throw error;
  process.stderr.write(`${printable(error.message)}\n`);
  process.exitCode = exitCodes.badUse;
}

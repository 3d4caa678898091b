// `npm run test:desktop`: the build if its sources have changed, then the desktop specs on the Electron stand-in; with `--electron`, on Electron itself. Other arguments are Vitest's.
import { spawnSync } from 'node:child_process';
import { toolCommand } from '../../build/tools.ts';
import { electronBinary } from './electron-binary.ts';

const isReal = process.argv.includes('--electron');
const rest = process.argv.slice(2).filter((argument) => argument !== '--electron');

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): number {
  return spawnSync(...toolCommand(command, args), { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;
}

if (isReal && electronBinary() === undefined) {
  process.stdout.write('Electron has no binary here. Run: npx electron --version, which downloads it.\n');
  process.exitCode = 1;
} else {
  process.exitCode =
    run('node', ['build/build.ts', '--if-changed']) ||
    run('vitest', ['run', '--project', 'desktop', ...rest], isReal ? { MILLRACE_ELECTRON: '1' } : {});
}

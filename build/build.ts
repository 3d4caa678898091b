// `npm run build`: bundles the engine with the desktop's main process, the preload script and the editor in parallel. With `--if-changed`, only if their sources have changed since the last build.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolCommand } from './tools.ts';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'out/sources.sha256');

/** Files and folders whose changes require a new build. All files directly in `build` are included, so that no new plugin is missed. */
const sources = [
  'electron',
  'engine',
  'renderer',
  'locales',
  'resources/help',
  'resources/templates',
  ...readdirSync(join(root, 'build'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `build/${name}`)
    .toSorted(),
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

function* filesIn(path: string): Generator<string> {
  if (statSync(path).isFile()) yield path;
  else for (const name of readdirSync(path).toSorted()) yield* filesIn(join(path, name));
}

function digest(): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesIn(join(root, source))) {
      if (!/\.test\.tsx?$|\/testing\//.test(file.slice(root.length)))
        hash.update(`${file.slice(root.length)}\n`).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

function bundle(...options: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(...toolCommand('vite', ['build', '--logLevel', 'warn', ...options]), { cwd: root, stdio: 'inherit' });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

const now = digest();
const isBuilt = existsSync(stamp) && readFileSync(stamp, 'utf8') === now && existsSync(join(root, 'out/engine/cli.js'));
if (!(process.argv.includes('--if-changed') && isBuilt)) {
  const done = await Promise.all([
    bundle(),
    bundle('--config', 'build/renderer.vite.config.ts'),
    bundle('--config', 'build/preload.vite.config.ts'),
  ]);
  if (done.every(Boolean)) writeFileSync(stamp, now);
  else process.exitCode = 1;
}

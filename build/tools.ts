// Starts the development tools. By name, only shells find the scripts of `node_modules/.bin` on Windows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const modules = join(import.meta.dirname, '../node_modules');
const packages: Readonly<Record<string, string>> = { depcruise: 'dependency-cruiser' };

/** Returns the program and the arguments that run a tool, such as `vite`, or `node` itself. */
export function toolCommand(tool: string, args: readonly string[]): readonly [program: string, args: readonly string[]] {
  if (tool === 'node') return [process.execPath, args];
  const folder = join(modules, packages[tool] ?? tool);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly bin: Readonly<Record<string, string>> };
  return [process.execPath, [join(folder, bin[tool] ?? ''), ...args]];
}

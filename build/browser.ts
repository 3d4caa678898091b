// Finds the browser for journeys, specs and benchmarks, and says how to start it: MILLRACE_BROWSER, otherwise an installed one, otherwise the Chromium of the npm package.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** How to launch a browser; the shape of Playwright's launch options. */
export interface BrowserProgram {
  readonly executablePath: string;
  readonly env?: Record<string, string>;
}

export const browserAdvice = 'No browser was found. Install Chrome, Edge or Chromium, or set MILLRACE_BROWSER to the path of one.';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Flags for pages under test, in addition to the usual ones. Such pages live for seconds: fewer processes start sooner, and optimizing their code
 * would take more time than it saves.
 */
export const testFlags: readonly string[] = [
  '--disable-extensions',
  '--mute-audio',
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
  '--js-flags=--no-maglev --no-turbofan',
];

/** Playwright's launch options with the usual flags and the `added` ones. Throws if there is no browser. */
export async function browserOptions(...added: readonly string[]): Promise<BrowserProgram & { readonly args: string[] }> {
  const program = await findBrowser();
  if (program === undefined) throw new Error(browserAdvice);
  return { ...program, args: [...flags, ...added] };
}

/** Returns undefined if there is no browser and the packaged one is not built for this system. */
export async function findBrowser(): Promise<BrowserProgram | undefined> {
  const executablePath = process.env['MILLRACE_BROWSER'] ?? installedBrowser();
  if (executablePath !== undefined) return { executablePath };
  return process.platform === 'linux' && process.arch === 'x64' ? packagedBrowser() : undefined;
}

const commands = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge', 'microsoft-edge-stable'];

function installedBrowser(): string | undefined {
  return candidates().find((path) => existsSync(path));
}

function candidates(): readonly string[] {
  const { platform, env } = process;
  if (platform === 'darwin')
    return ['Google Chrome', 'Microsoft Edge', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  if (platform === 'win32') {
    const folders = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']].filter((folder) => folder !== undefined);
    return folders.flatMap((folder) => [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Microsoft/Edge/Application/msedge.exe'),
      join(folder, 'Chromium/Application/chrome.exe'),
    ]);
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return commands.flatMap((command) => folders.map((folder) => join(folder, command)));
}

/** The package's own configuration refers to folders of AWS Lambda. */
const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

const archives = ['chromium.br', 'swiftshader.tar.br', 'fonts.tar.br', 'al2023.tar.br'];

/** Unpacks the Chromium of `@sparticuz/chromium` once per version, beside the package. */
async function packagedBrowser(): Promise<BrowserProgram> {
  const bin = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin');
  const folder = join(bin, '../.unpacked');
  if (!existsSync(folder)) await unpack(bin, folder);
  const executablePath = join(folder, 'chromium');
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) environment[name] = value;
  // Minimal systems lack libraries and fonts that Chromium needs; the package contains them.
  const { stdout } = await run('ldd', [executablePath]);
  if (stdout.includes('not found')) environment['LD_LIBRARY_PATH'] = join(folder, 'al2023/lib');
  if (!existsSync('/etc/fonts/fonts.conf')) environment['FONTCONFIG_PATH'] = join(folder, 'fonts');
  return { executablePath, env: environment };
}

/** The package unpacks into the temporary folder, so each process uses one of its own; the first one to finish wins. */
async function unpack(bin: string, folder: string): Promise<void> {
  const temporary = mkdtempSync(join(dirname(folder), '.unpacking-'));
  const script = `import { inflate } from '@sparticuz/chromium';
    for (const file of process.argv.slice(1)) await inflate(file);`;
  try {
    await run(process.execPath, ['--input-type=module', '--eval', script, ...archives.map((name) => join(bin, name))], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: temporary },
    });
    writeFileSync(join(temporary, 'fonts/fonts.conf'), fontsConfiguration);
    renameSync(temporary, folder);
  } catch (error) {
    // Another process has unpacked it first.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

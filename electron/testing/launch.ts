// Starts the application for a test: in real Electron if the run asks for it (MILLRACE_ELECTRON), else with the stand-in. Both have the same surface.
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type * as Electron from 'electron';
import type { Browser, BrowserContext, ElectronApplication, Page } from 'playwright-core';
import { findBrowser } from '../../build/browser.ts';
import { _electron, chromium } from '../../build/playwright.ts';
import { electronBinary } from './electron-binary.ts';
import type { EvaluateCall, StandIn } from './main-process.ts';

const root = join(import.meta.dirname, '../..');
/** Whether the application runs from its sources, perhaps with a fault (`planted/plant.ts`). */
const isPlanted = process.env['MILLRACE_PLANTED'] !== undefined;
const ownMain = join(root, isPlanted ? 'electron/main.ts' : 'out/engine/electron-main.js');
const imports = [join(import.meta.dirname, 'register.ts'), ...(isPlanted ? [join(import.meta.dirname, 'planted/plant.ts')] : [])];

export const isRealElectron = Boolean(process.env['MILLRACE_ELECTRON']);

/** Whether desktop specs run. In CI they always do: without a browser they fail rather than being skipped. */
export const hasDesktop: boolean = isRealElectron || (await findBrowser()) !== undefined || Boolean(process.env['CI']);

export interface LaunchOptions {
  /** Arguments of the application. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Folder of Electron's own data; a new one by default. */
  readonly userData?: string;
  /** Folder of the engine's data; a new one by default. */
  readonly dataDir?: string;
  /** That of the application by default. */
  readonly main?: string;
  /** Stand-in only: folder of the resources of an installed application. The application believes that it is one. */
  readonly resources?: string;
}

/** The modules of Electron; with `standIn`, where it is the stand-in. */
export type Modules = typeof Electron & { readonly standIn: StandIn };

export interface DesktopApp {
  readonly userData: string;
  readonly dataDir: string;
  /** Resolves with the exit code, or the signal. */
  readonly exited: Promise<number | string>;
  /** Everything that the application has written to its output. */
  log(): string;
  /** Runs a function in the main process; it is passed as source, so it uses nothing outside of itself. */
  evaluate<T, A = undefined>(run: (electron: Modules, arg: A) => T | Promise<T>, arg?: A): Promise<T>;
  windows(): readonly Page[];
  /** The first window, when its document is loaded. */
  firstWindow(): Promise<Page>;
  /** Quits the application, or ends it if it does not, and removes the folders that were created for it. */
  close(): Promise<void>;
}

interface Start {
  readonly main: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
  readonly userData: string;
  readonly dataDir: string;
  readonly temporary: readonly string[];
}

function prepared({ args = [], env = {}, userData, dataDir, main = ownMain, resources }: LaunchOptions): Start {
  if (!existsSync(main)) throw new Error(`${main} is missing. Run: npm run build`);
  const temporary: string[] = [];
  const folder = (): string => {
    temporary.push(mkdtempSync(join(tmpdir(), 'millrace-desktop-')));
    return temporary.at(-1) ?? '';
  };
  const ownData = userData ?? folder();
  const engineData = dataDir ?? folder();
  const inherited = Object.entries(process.env).filter(([name, value]) => value !== undefined && !name.startsWith('VITEST')) as [
    string,
    string,
  ][];
  return {
    main,
    args: [`--user-data-dir=${ownData}`, `--data-dir=${engineData}`, '--port=0', ...args],
    // An installed application would use the keychain of the person who runs the tests.
    env: {
      MILLRACE_KEY_STORE: 'file',
      ...Object.fromEntries(inherited),
      ...env,
      ...(resources === undefined ? {} : { ELECTRON_STAND_IN_RESOURCES: resources }),
    },
    userData: ownData,
    dataDir: engineData,
    temporary,
  };
}

/** Rejects with the application's output if it ends before it is ready. */
export function launch(options: LaunchOptions = {}): Promise<DesktopApp> {
  const start = prepared(options);
  return isRealElectron ? launchElectron(start) : launchStandIn(start);
}

/** Resolves with the first window once it shows the list of workflows. */
export async function startPage(app: DesktopApp): Promise<Page> {
  const page = await app.firstWindow();
  await page.getByRole('heading', { name: 'Workflows', exact: true }).waitFor();
  return page;
}

/** Starts the application and waits until it ends, as a second instance or a command does. */
export async function launchUntilExit(options: LaunchOptions): Promise<{ readonly code: number | string; readonly log: string }> {
  try {
    const app = await launch(options);
    return { code: await app.exited, log: app.log() };
  } catch (error) {
    if (error instanceof Early) return { code: error.code, log: error.log };
    throw error;
  }
}

/** The application ended before it was ready. */
class Early extends Error {
  readonly code: number | string;
  readonly log: string;

  constructor(code: number | string, log: string) {
    super(`The application ended early (${code}).\n${log}`);
    this.code = code;
    this.log = log;
  }
}

/** Collects the output, and waits for the end. */
function watched(child: ChildProcess): Pick<DesktopApp, 'exited' | 'log'> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const exited = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  return { exited, log: () => output };
}

/** Milliseconds until an application that does not quit is ended. */
const PATIENCE = 120_000;

async function ended(child: ChildProcess, exited: Promise<unknown>, { temporary }: Start): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  await exited;
  clearTimeout(timer);
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

type FromApp =
  | { readonly type: 'ready' }
  | { readonly type: 'browser'; readonly port: number }
  | { readonly type: 'value'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly message: string };

async function launchStandIn(start: Start): Promise<DesktopApp> {
  const { main, args, env, userData, dataDir } = start;
  const child = fork(main, args, {
    cwd: root,
    env,
    execArgv: imports.flatMap((file) => ['--import', pathToFileURL(file).href]),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  const { exited, log } = watched(child);
  const ready = Promise.withResolvers<void>();
  const browser = Promise.withResolvers<Browser>();
  browser.promise.catch(() => undefined);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  child.on('message', (message: FromApp) => {
    if (message.type === 'ready') ready.resolve();
    // The application decides what its pages look like.
    else if (message.type === 'browser') browser.resolve(chromium.connectOverCDP(`http://127.0.0.1:${message.port}`, { noDefaults: true }));
    else if (message.type === 'value') waiting.get(message.id)?.resolve(message.value);
    else waiting.get(message.id)?.reject(new Error(message.message));
  });
  void exited.then((code) => {
    const early = new Early(code, log());
    ready.reject(early);
    browser.reject(early);
    for (const call of waiting.values()) call.reject(early);
  });
  await ready.promise;

  let last = 0;
  const evaluate = (run: unknown, arg?: unknown): Promise<unknown> => {
    const call = Promise.withResolvers<unknown>();
    waiting.set(++last, call);
    child.send({ id: last, source: String(run), arg } satisfies EvaluateCall);
    return call.promise;
  };
  let context: BrowserContext | undefined;
  const windows = (): Page[] => (context?.pages() ?? []).filter((page) => page.url() !== 'about:blank');
  return {
    userData,
    dataDir,
    exited,
    log,
    evaluate: evaluate as DesktopApp['evaluate'],
    windows,
    firstWindow: async () => {
      context ??= (await browser.promise).contexts()[0];
      while (windows().length === 0) {
        if (child.exitCode !== null) throw new Error(log());
        await delay(20);
      }
      const [page] = windows() as [Page];
      await page.waitForLoadState('domcontentloaded');
      return page;
    },
    close: async () => {
      if (child.connected) void evaluate('({ app }) => app.quit()').catch(() => undefined);
      await ended(child, exited, start);
      await browser.promise.then((opened) => opened.close()).catch(() => undefined);
    },
  };
}

async function launchElectron(start: Start): Promise<DesktopApp> {
  const { main, args, env, userData, dataDir } = start;
  const executablePath = electronBinary();
  if (executablePath === undefined) throw new Error('Electron has no binary here. Run: npx electron --version');
  const unsandboxed = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const app: ElectronApplication = await _electron.launch({ executablePath, args: [...unsandboxed, main, ...args], env, cwd: root });
  const child = app.process();
  const { exited, log } = watched(child);
  return {
    userData,
    dataDir,
    exited,
    log,
    evaluate: app.evaluate.bind(app) as unknown as DesktopApp['evaluate'],
    windows: () => app.windows(),
    firstWindow: () => app.firstWindow(),
    close: async () => {
      await app.close();
      await ended(child, exited, start);
    },
  };
}

// Opens the page of a window, runs its preload script in Electron's isolated world, and carries messages to and fro.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { app } from './app.ts';
import { colorScheme } from './appearance.ts';
import { openContext } from './chromium.ts';
import { hosted, type Hosted } from './hosted.ts';
import { IpcMain, ipcMain } from './ipc-main.ts';
import { createBridge } from './page/bridge.ts';
import { createCodec } from './page/codec.ts';
import { pageNames, startPageWorld, startPreloadWorld, type FromPage, type PreloadConfig, type ToPage } from './page/worlds.ts';
import { preventable } from './record.ts';
import { fromChromium, originOf } from './schemes.ts';

/** The name that Electron itself uses. */
const worldName = 'Electron Isolated Context';
const codec = createCodec();

interface Context {
  readonly id: number;
  readonly name: string;
  readonly origin: string;
  readonly auxData?: { readonly frameId?: string };
}

/** `adopted`: a page that another page opened. */
export async function openPage(
  host: Hosted,
  contentsIpc: IpcMain,
  bounds: { width: number; height: number },
  adopted?: Page,
): Promise<void> {
  const context = await openContext(app.getPath('userData'));
  const page = adopted ?? (await context.newPage());
  host.page = page;
  await page.setViewportSize({ width: bounds.width, height: bounds.height });
  await page.emulateMedia({ colorScheme: colorScheme(), reducedMotion: 'reduce' });
  const devtools = await context.newCDPSession(page);
  host.devtools = devtools;
  await devtools.send('Page.enable');
  const { frameTree } = await devtools.send('Page.getFrameTree');
  await watchContexts(host, devtools, contentsIpc, frameTree.frame.id);
  reportNavigation(host, devtools, frameTree.frame.id);
  reportEvents(host, page);
  await addScripts(host, devtools);
}

/** Stores the context of the preload script, and receives its messages. */
async function watchContexts(host: Hosted, devtools: CDPSession, contentsIpc: IpcMain, mainFrame: string): Promise<void> {
  const contexts = new Map<number, Context>();
  devtools.on('Runtime.executionContextCreated', ({ context }) => {
    contexts.set(context.id, context as Context);
    if (context.name === worldName && (context as Context).auxData?.frameId === mainFrame) host.preloadContext = context.id;
  });
  devtools.on('Runtime.executionContextDestroyed', ({ executionContextId: id }) => {
    contexts.delete(id);
    if (host.preloadContext === id) delete host.preloadContext;
  });
  devtools.on('Runtime.executionContextsCleared', () => {
    contexts.clear();
    delete host.preloadContext;
  });
  devtools.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    const context = contexts.get(executionContextId);
    if (name === pageNames.send && context?.name === worldName) void receive(host, contentsIpc, context, JSON.parse(payload) as FromPage);
  });
  await devtools.send('Runtime.enable');
  await devtools.send('Runtime.addBinding', { name: pageNames.send, executionContextName: worldName });
}

function reportNavigation(host: Hosted, devtools: CDPSession, mainFrame: string): void {
  const { contents } = host;
  devtools.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId !== undefined) return;
    host.url = fromChromium(frame.url);
    if (host.url !== 'about:blank') contents.emit('did-navigate', preventable(), host.url, 200, '');
  });
  devtools.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
    if (frameId === mainFrame) host.url = fromChromium(url);
  });
}

function reportEvents({ window, contents }: Hosted, page: Page): void {
  let isShown = false;
  page.on('load', () => {
    if (page.url() === 'about:blank') return;
    contents.emit('did-finish-load', preventable());
    if (!isShown) window.emit('ready-to-show');
    isShown = true;
  });
  page.on('crash', () => {
    const details = { reason: 'crashed', exitCode: 1 };
    contents.emit('render-process-gone', preventable(), details);
    app.emit('render-process-gone', preventable(), contents, details);
  });
}

async function addScripts({ options }: Hosted, devtools: CDPSession): Promise<void> {
  const { preload, additionalArguments: argv = [] } = options.webPreferences ?? {};
  const channel = `stand-in-${randomBytes(8).toString('hex')}:`;
  const page = `(${startPageWorld.toString()})(${JSON.stringify(channel)}, ${createBridge.toString()});`;
  await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: page });
  if (preload === undefined) return;
  if (!isAbsolute(preload)) throw new Error('The path of the preload script must be absolute.');
  const { platform, arch, versions } = process;
  const config = JSON.stringify({ channel, platform, arch, versions, argv } satisfies PreloadConfig);
  const script = `function (require, module, exports, process, global) {${readFileSync(preload, 'utf8')}\n}`;
  const source = `(${startPreloadWorld.toString()})(${config}, (${createCodec.toString()})(), ${createBridge.toString()}, ${script});`;
  await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName });
}

async function receive(host: Hosted, contentsIpc: IpcMain, context: Context, message: FromPage): Promise<void> {
  const { contents } = host;
  if (message.type === 'preload-error') {
    process.stderr.write(`Unable to load the preload script: ${message.message}\n`);
    return;
  }
  const event = {
    ...preventable(),
    sender: contents,
    processId: 1,
    frameId: 1,
    type: 'frame',
    senderFrame: { url: host.url, origin: originOf(context.origin), parent: null, name: '' },
  };
  const args = codec.unpack(message.body) as unknown[];
  if (message.type === 'send') {
    contentsIpc.emit(message.channel, event, ...args);
    ipcMain.emit(message.channel, event, ...args);
    return;
  }
  const { channel, id } = message;
  try {
    const handler = IpcMain.handlerOf(contentsIpc, channel) ?? IpcMain.handlerOf(ipcMain, channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    const body = codec.pack(await handler(event, ...args));
    await deliver(host, { type: 'reply', id, channel, body });
  } catch (error) {
    process.stderr.write(`Error occurred in handler for '${channel}': ${String(error)}\n`);
    await deliver(host, { type: 'reply', id, channel, error: String(error) });
  }
}

/** Throws if an argument cannot be cloned. */
export function sendToPage(host: Hosted, channel: string, args: readonly unknown[]): void {
  void deliver(host, { type: 'send', channel, body: codec.pack(args) });
}

/** A script cannot create a file with a path: tests set the paths of files that they drop, by their names. */
export async function placeFile(name: string, path: string): Promise<void> {
  await Promise.all(hosted.map((host) => deliver(host, { type: 'file', name, path })));
}

/** The DevTools protocol keeps the order of messages. A page that is gone receives none. */
async function deliver(host: Hosted, message: ToPage): Promise<void> {
  if (host.preloadContext === undefined) return;
  await host.devtools
    ?.send('Runtime.evaluate', { contextId: host.preloadContext, expression: `${pageNames.deliver}(${JSON.stringify(message)})` })
    .catch(() => undefined);
}

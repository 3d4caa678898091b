// A page that hangs or crashes: what the user is asked, what each choice does, and that the application still quits.
import { beforeEach, describe, expect, it } from 'vitest';
import { hasDesktop, launch, startPage, type DesktopApp } from '../testing/launch.ts';
import { oneApp } from '../testing/one-app.ts';

const hangs = ['The window does not respond', 'Wait', 'Reload', 'Restart in safe mode', 'Show logs', 'Quit'];
const crashed = ['The window has crashed', 'Reload', 'Restart in safe mode', 'Show logs', 'Quit'];

/** What the dialogs since the last call asked, and `reload` and `end` of the page, in order. */
interface Seen {
  readonly seen: (readonly string[])[];
  /** Functions that close the open dialogs with a choice, oldest dialog first. */
  readonly responses: ((button: string) => void)[];
}

/** Records the questions, which stay open until they are answered or their signal closes them. */
const record = (running: DesktopApp): Promise<void> =>
  running.evaluate(({ BrowserWindow, dialog }) => {
    const seen: (readonly string[])[] = [];
    const responses: ((button: string) => void)[] = [];
    Object.assign(globalThis, { recovery: { seen, responses } });
    dialog.showMessageBox = ((_window: unknown, options: { message: string; buttons: string[]; signal?: AbortSignal }) => {
      seen.push([options.message, ...options.buttons]);
      return new Promise((resolve) => {
        const end = (response: number): void => resolve({ response, checkboxChecked: false });
        responses.push((button) => end(options.buttons.indexOf(button)));
        options.signal?.addEventListener('abort', () => {
          seen.push(['closed']);
          end(0);
        });
      });
    }) as never;
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (contents === undefined) return;
    contents.reload = () => void seen.push(['reload']);
    contents.forcefullyCrashRenderer = () => void seen.push(['end']);
  });

/** Emits events of the window or its page in order. The event `answer: X` chooses the button X in the latest dialog. Returns what was recorded. */
const after = (running: DesktopApp, ...events: readonly string[]): Promise<Seen['seen']> =>
  running.evaluate(async ({ app: application, BrowserWindow }, names: readonly string[]) => {
    const { seen, responses } = (globalThis as unknown as { recovery: Seen }).recovery;
    const [window] = BrowserWindow.getAllWindows();
    for (const name of names) {
      if (name.startsWith('answer: ')) responses.pop()?.(name.slice('answer: '.length));
      else if (name === 'hide') window?.hide();
      else if (name === 'show') application.emit('activate');
      else if (name === 'gone') window?.webContents.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 });
      else window?.emit(name);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return seen.splice(0);
  }, events);

describe.skipIf(!hasDesktop)('a page that', () => {
  const current = oneApp();
  beforeEach(async () => {
    await record(current().app);
    await after(current().app, 'show');
  });

  it('hangs and is reloaded ends first, and its end is not a crash to ask about', async () => {
    expect(await after(current().app, 'unresponsive', 'answer: Reload', 'gone')).toEqual([hangs, ['end'], ['reload']]);
    // A later crash is one.
    expect(await after(current().app, 'gone', 'answer: Reload')).toEqual([crashed, ['reload']]);
  });

  it('goes on hanging is asked about once, and no longer when it responds', async () => {
    expect(await after(current().app, 'unresponsive', 'unresponsive', 'responsive')).toEqual([hangs, ['closed']]);
    expect(await after(current().app, 'unresponsive', 'answer: Wait', 'unresponsive', 'answer: Wait')).toEqual([hangs, hangs]);
  });

  it('crashes while it hangs is asked about as crashed', async () => {
    expect(await after(current().app, 'unresponsive', 'gone', 'answer: Reload')).toEqual([hangs, ['closed'], crashed, ['reload']]);
  });

  it('crashes in a hidden window is reloaded once; then the window asks, visibly', async () => {
    expect(await after(current().app, 'hide', 'gone')).toEqual([['reload']]);
    expect(await after(current().app, 'gone', 'answer: Reload')).toEqual([crashed, ['reload']]);
    const isVisible = await current().app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
    expect(isVisible).toBe(true);
    // It counts again once the window was visible.
    expect(await after(current().app, 'hide', 'gone', 'show')).toEqual([['reload']]);
  });

  it('hangs in a hidden window shows the window with the question', async () => {
    expect(await after(current().app, 'hide', 'unresponsive', 'answer: Wait')).toEqual([hangs]);
    expect(await current().app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())).toBe(true);
  });

  it('shows the logs is asked about again', async () => {
    await current().app.evaluate(({ shell }) => void (shell.openPath = async () => ''));
    expect(await after(current().app, 'unresponsive', 'answer: Show logs', 'answer: Wait')).toEqual([hangs, hangs]);
  });

  it('opened a window is asked about for that window, too', async () => {
    const dialogState = await current().app.evaluate(async ({ BrowserWindow }) => {
      const child = new BrowserWindow({ show: false });
      BrowserWindow.getAllWindows()[0]?.webContents.emit('did-create-window', child, {});
      child.emit('unresponsive');
      const { seen, responses } = (globalThis as unknown as { recovery: Seen }).recovery;
      responses.pop()?.('Wait');
      await new Promise((resolve) => setImmediate(resolve));
      child.destroy();
      return seen.splice(0);
    });
    expect(dialogState).toEqual([hangs]);
  });

  it('is reloaded while the application quits keeps it running: the window closes to the tray again', async () => {
    const { app } = current();
    const isHidden = await app.evaluate(async ({ app: application, BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      const close = window?.close.bind(window);
      // A page that hangs does not let its window close.
      if (window !== undefined) window.close = () => undefined;
      application.quit();
      window?.emit('unresponsive');
      const { responses } = (globalThis as unknown as { recovery: Seen }).recovery;
      responses.pop()?.('Reload');
      await new Promise((resolve) => setImmediate(resolve));
      if (window !== undefined && close !== undefined) window.close = close;
      window?.close();
      return window?.isVisible() === false;
    });
    expect(isHidden).toBe(true);
    await after(app, 'gone', 'show');
  });
});

describe.skipIf(!hasDesktop)('the application', () => {
  it.each(['Quit', 'Restart in safe mode'])('ends although its page hangs, if the user chooses "%s"', async (choice) => {
    const app = await launch();
    try {
      await startPage(app);
      await record(app);
      await app
        .evaluate(async ({ app: application, BrowserWindow }, button: string) => {
          application.relaunch = () => undefined;
          const [window] = BrowserWindow.getAllWindows();
          if (window !== undefined) window.close = () => undefined;
          application.quit();
          window?.emit('unresponsive');
          (globalThis as unknown as { recovery: Seen }).recovery.responses.pop()?.(button);
        }, choice)
        .catch(() => undefined);
      expect(await app.exited).toBe(0);
    } finally {
      await app.close();
    }
  });
});

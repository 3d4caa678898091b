// Keys as a browser gets them from a fast typist, and from an input method.
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';

/** Milliseconds between two keys of a fast typist. */
const PACE = 20;
/** Milliseconds for which a slow computer works on a page, and for which it does not: it has a quarter of the speed. */
const WORKING = 5;
const RESTING = 15;
/** Key code of keys that an input method handles. */
const HANDLED = 229;

export class Keys {
  readonly #page: Page;
  readonly #devtools: CDPSession;

  private constructor(page: Page, devtools: CDPSession) {
    this.#page = page;
    this.#devtools = devtools;
  }

  static async of(page: Page): Promise<Keys> {
    return new Keys(page, await page.context().newCDPSession(page));
  }

  /** Types at a fixed pace without waiting for the page, which runs as on a slow computer meanwhile. */
  async typeFast(text: string): Promise<void> {
    const resume = await this.#slowDown();
    try {
      await this.#typeAtPace(text);
    } finally {
      await resume();
    }
  }

  async #typeAtPace(text: string): Promise<void> {
    const sending: Promise<unknown>[] = [];
    for (const key of text) {
      sending.push(this.#devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key }));
      sending.push(this.#devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key }));
      await pause(PACE);
    }
    await Promise.all(sending);
  }

  /**
   * Slows the page down until the returned function is called. The throttling of Chromium, which the tests use on Windows only, keeps a processor
   * busy meanwhile.
   */
  async #slowDown(): Promise<() => void | Promise<void>> {
    const setRate = async (rate: number): Promise<void> => void (await this.#devtools.send('Emulation.setCPUThrottlingRate', { rate }));
    if (process.platform !== 'win32') return pausedRepeatedly(await this.#renderers());
    await setRate(4);
    return () => setRate(1);
  }

  /** Ids of the processes that pages run in. */
  async #renderers(): Promise<readonly number[]> {
    const devtools = await this.#page.context().browser()?.newBrowserCDPSession();
    const { processInfo = [] } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? {};
    await devtools?.detach();
    const ids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
    if (ids.length === 0) throw new Error('The browser does not name the process of its pages.');
    return ids;
  }

  /** Composes a word with an input method, presses keys that the method handles, and commits the word. */
  async compose(word: string, keys: readonly string[]): Promise<void> {
    await this.#devtools.send('Input.imeSetComposition', { text: word, selectionStart: word.length, selectionEnd: word.length });
    for (const key of keys) {
      await this.#devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: HANDLED });
      await this.#devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode: HANDLED });
    }
    await this.#devtools.send('Input.insertText', { text: word });
  }

  /** Text and caret of the focused field. */
  async field(): Promise<{ readonly text: string; readonly caret: number | null }> {
    return this.#page.evaluate<{ text: string; caret: number | null }>(
      `(({ value, selectionStart }) => ({ text: value, caret: selectionStart }))(document.activeElement)`,
    );
  }
}

/** Pauses processes in short turns, until the returned function is called. */
function pausedRepeatedly(ids: readonly number[]): () => void {
  let turn: NodeJS.Timeout;
  const send = (signal: NodeJS.Signals): void => {
    for (const id of ids) process.kill(id, signal);
  };
  const rest = (): void => {
    send('SIGSTOP');
    turn = setTimeout(work, RESTING);
  };
  const work = (): void => {
    send('SIGCONT');
    turn = setTimeout(rest, WORKING);
  };
  rest();
  return () => {
    clearTimeout(turn);
    send('SIGCONT');
  };
}

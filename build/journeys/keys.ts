// Keys as a browser gets them from a fast typist, and from an input method.
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';

/** Milliseconds between two keys of a fast typist. */
const PACE = 20;
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

  /** Types at a fixed pace without waiting for the page, whose processor is throttled meanwhile. */
  async typeFast(text: string): Promise<void> {
    await this.#devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const sending: Promise<unknown>[] = [];
    for (const key of text) {
      sending.push(this.#devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key }));
      sending.push(this.#devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key }));
      await pause(PACE);
    }
    await Promise.all(sending);
    await this.#devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
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

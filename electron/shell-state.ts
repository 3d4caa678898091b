// What the application itself shows in its windows, such as updates, and what their pages ask of it.
import { ipcMain, type WebContents } from 'electron';
import { channels, type DesktopAction, type DesktopState } from '../engine/contract/desktop.ts';
import { assertOwnSender, isOwnSender } from './trust.ts';

export class ShellState {
  #state: DesktopState;
  readonly #watching = new Set<WebContents>();
  readonly #actions = new Map<unknown, () => void | Promise<void>>();

  constructor(state: DesktopState) {
    this.#state = state;
    // Messages of other pages are ignored: an error here would end the application.
    ipcMain.on(channels.watch, ({ sender, senderFrame }) => {
      if (!isOwnSender(senderFrame)) return;
      if (!this.#watching.has(sender)) sender.once('destroyed', () => this.#watching.delete(sender));
      this.#watching.add(sender);
      sender.send(channels.state, this.#state);
    });
    ipcMain.handle(channels.act, async (event, name: unknown) => {
      assertOwnSender(event.senderFrame);
      const act = this.#actions.get(name);
      if (act === undefined) throw new Error('The call was refused, because there is no such action.');
      await act();
    });
  }

  /** Carries out the actions when a page asks for them. */
  serve(actions: Partial<Record<DesktopAction, () => void | Promise<void>>>): void {
    for (const [name, act] of Object.entries(actions)) this.#actions.set(name, act);
  }

  change(changes: Partial<DesktopState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const contents of this.#watching) contents.send(channels.state, this.#state);
  }
}

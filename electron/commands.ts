// Commands of menus, links, files and notifications for the editor's page, and which of them can be run.
import { ipcMain, type WebContents } from 'electron';
import { channels, type ShellCommand } from '../engine/contract/desktop.ts';
import { isOwnSender } from './trust.ts';

export interface Commands {
  /** Sends a command to the page of the main window; kept until the page listens. */
  send(command: ShellCommand): void;
  /** Calls the listener when other commands can be run. */
  onOffer(listener: (ids: ReadonlySet<string>) => void): void;
}

/** Maximum number of kept commands, and of offered ids. */
const MOST = 200;

/** `page`: the page of the main window, if it is open. */
export function serveCommands(page: () => WebContents | undefined): Commands {
  const waiting: ShellCommand[] = [];
  const listeners: ((ids: ReadonlySet<string>) => void)[] = [];
  /** Pages that receive commands. A page that is reloaded registers again. */
  const listening = new WeakSet<WebContents>();
  const offer = (ids: ReadonlySet<string>): void => listeners.forEach((listener) => listener(ids));
  // Messages of other pages are ignored: an error here would end the application.
  ipcMain.on(channels.listen, ({ sender, senderFrame }) => {
    if (!isOwnSender(senderFrame)) return;
    if (!listening.has(sender)) {
      const forget = (): void => {
        listening.delete(sender);
        offer(new Set());
      };
      sender.once('did-navigate', forget);
      sender.once('destroyed', forget);
    }
    listening.add(sender);
    if (sender === page()) for (const command of waiting.splice(0)) sender.send(channels.command, command);
  });
  ipcMain.on(channels.offer, ({ sender, senderFrame }, ids: unknown) => {
    if (!isOwnSender(senderFrame) || sender !== page() || !Array.isArray(ids) || ids.length > MOST) return;
    offer(new Set(ids.filter((id) => typeof id === 'string')));
  });
  return {
    send: (command) => {
      const contents = page();
      if (contents !== undefined && listening.has(contents)) contents.send(channels.command, command);
      else if (command.type !== 'run' && waiting.length < MOST) waiting.push(command);
    },
    onOffer: (listener) => void listeners.push(listener),
  };
}

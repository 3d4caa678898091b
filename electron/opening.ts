// Opens what the system hands over: links and workflow files, at the start or while the application runs.
import { open } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { app, dialog } from 'electron';
import type { ChosenFile } from '../engine/contract/desktop.ts';
import type { Commands } from './commands.ts';
import { commandOfLink, linkScheme } from './deep-link.ts';
import { reasonOf, notify } from './failure.ts';
import { text } from './text.ts';

/** Maximum size of a workflow file in bytes. */
const LARGEST = 32 * 1024 * 1024;

/** Extensions of workflow files. Systems match only the last extension, so `.millrace` has a single part. */
export const workflowExtensions = ['json', 'millrace'];

export const isWorkflowFile = (path: string): boolean => workflowExtensions.includes(extname(path).slice(1).toLowerCase());

export const reportUnopened = (item: string, error: unknown): void =>
  notify(text('opening.failed', { name: nameOf(item) }), reasonOf(error));

/** Links are shown whole, up to a length that dialogs can show. */
const nameOf = (item: string): string => (isLink(item) ? item.slice(0, LONGEST_SHOWN) : basename(item));
const LONGEST_SHOWN = 200;

/** Whether the text has a URL scheme. A single letter is a Windows drive. */
const isLink = (item: string): boolean => /^[a-z][a-z\d+.-]+:/i.test(item);

/** Reason why an item is neither a Millrace link nor a workflow file. */
export function unknownReason(item: string): string {
  if (item.startsWith(`${linkScheme}:`)) return text('opening.unknownLink');
  return text(isLink(item) ? 'opening.otherLink' : 'opening.otherFile');
}

export interface Opener {
  /** Opens links and files; relative paths start at `folder`. */
  open(items: readonly string[], folder: string): void;
}

/** `show` shows the window in which they open. */
export function createOpener(commands: Pick<Commands, 'send'>, show: () => void): Opener {
  const openItem = async (item: string, folder: string): Promise<void> => {
    if (item.startsWith(`${linkScheme}:`)) await openLink(item, commands);
    else if (isWorkflowFile(item) && !isLink(item))
      commands.send({ type: 'importFile', ...(await readWorkflowFile(resolve(folder, item))) });
    else throw new Error(unknownReason(item));
  };
  return {
    open: (items, folder) => {
      show();
      for (const item of items) {
        openItem(item, folder).catch((error: unknown) => reportUnopened(item, error));
      }
    },
  };
}

async function openLink(link: string, commands: Pick<Commands, 'send'>): Promise<void> {
  const command = commandOfLink(link);
  if (command === undefined) throw new Error(unknownReason(link));
  if (command.type === 'importUrl') {
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: text('opening.importQuestion', { host: new URL(command.url).host }),
      detail: command.url,
      buttons: [text('opening.import'), text('opening.cancel')],
      defaultId: 1,
      cancelId: 1,
    });
    if (response !== 0) return;
  }
  commands.send(command);
}

/** Reads a workflow file, which becomes a recent one. Throws if it is too large or cannot be read. */
export async function readWorkflowFile(path: string): Promise<ChosenFile> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > LARGEST) throw new Error(text('opening.tooLarge'));
    const content = await file.readFile('utf8');
    app.addRecentDocument(path);
    return { name: basename(path), content };
  } finally {
    await file.close();
  }
}

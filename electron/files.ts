// Files that the user chooses in native dialogs, or drops on the window.
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, type OpenDialogOptions, type SaveDialogOptions, type WebContents } from 'electron';
import { channels, type ChosenFile } from '../engine/contract/desktop.ts';
import { reasonOf, notify } from './failure.ts';
import { isWorkflowFile, readWorkflowFile, reportUnopened, unknownReason, workflowExtensions, type Opener } from './opening.ts';
import { text } from './text.ts';
import { assertOwnSender, isOwnSender } from './trust.ts';

/** Maximum number of characters of a saved file, and of dropped files. */
const LARGEST = 64 * 1024 * 1024;
const MOST_DROPPED = 20;

const json = { name: text('files.workflows'), extensions: workflowExtensions };

export function serveFiles(opener: Opener): void {
  ipcMain.handle(channels.chooseFile, (event) => {
    assertOwnSender(event.senderFrame);
    return chooseFile(event.sender);
  });
  ipcMain.handle(channels.saveFile, (event, file: unknown) => {
    assertOwnSender(event.senderFrame);
    return saveFile(event.sender, checked(file));
  });
  ipcMain.on(channels.dropped, ({ senderFrame }, paths: unknown) => {
    if (!isOwnSender(senderFrame) || !Array.isArray(paths)) return;
    // Other things that are dragged from pages have no path.
    const all = paths.filter((path): path is string => typeof path === 'string' && isAbsolute(path)).slice(0, MOST_DROPPED);
    const files = all.filter(isWorkflowFile);
    const [other] = all.filter((path) => !isWorkflowFile(path));
    if (other !== undefined) reportUnopened(other, new Error(unknownReason(other)));
    if (files.length > 0) void openDropped(files, opener);
  });
}

async function chooseFile(sender: WebContents): Promise<ChosenFile | null> {
  const options: OpenDialogOptions = { properties: ['openFile'], filters: [json] };
  const window = BrowserWindow.fromWebContents(sender);
  const { filePaths } = await (window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options));
  const [path] = filePaths;
  if (path === undefined) return null;
  try {
    return await readWorkflowFile(path);
  } catch (error) {
    reportUnopened(path, error);
    return null;
  }
}

async function saveFile(sender: WebContents, { name, content }: ChosenFile): Promise<boolean> {
  const options: SaveDialogOptions = { defaultPath: join(app.getPath('downloads'), basename(name)), filters: [json] };
  const window = BrowserWindow.fromWebContents(sender);
  const { canceled, filePath } = await (window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options));
  if (canceled || filePath === '') return false;
  try {
    await replaceFile(filePath, content);
    return true;
  } catch (error) {
    notify(text('files.notSaved', { name: basename(filePath) }), reasonOf(error));
    return false;
  }
}

/** Writes the file beside its place first, so that there is always a complete one. */
async function replaceFile(path: string, content: string): Promise<void> {
  const part = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    const file = await open(part, 'wx');
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function openDropped(files: readonly string[], opener: Opener): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: text('files.dropQuestion', { names: files.map((path) => basename(path)).join(', ') }),
    detail: text('files.dropDetail'),
    buttons: [text('opening.import'), text('opening.cancel')],
    defaultId: 0,
    cancelId: 1,
  });
  if (response === 0) opener.open(files, '/');
}

function checked(value: unknown): ChosenFile {
  const { name, content } = (value ?? {}) as Partial<Record<keyof ChosenFile, unknown>>;
  const isFile = typeof name === 'string' && name !== '' && name.length <= 255 && typeof content === 'string' && content.length <= LARGEST;
  if (!isFile) throw new Error('The call was refused, because it is not a text file.');
  return { name, content };
}

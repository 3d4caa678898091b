// The window of the editor.
import { BrowserWindow } from 'electron';
import { desktopOrigin } from '../../engine/contract/desktop.ts';
import { preloadFile } from '../places.ts';

export async function openMainWindow(): Promise<BrowserWindow> {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: 'Millrace',
    webPreferences: { preload: preloadFile, contextIsolation: true, sandbox: true, nodeIntegration: false },
  });
  window.once('ready-to-show', () => window.show());
  await window.loadURL(`${desktopOrigin}/`);
  return window;
}

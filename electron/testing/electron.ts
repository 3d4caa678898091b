// All modules of Electron that the stand-in covers, under their own names.
import { EventEmitter } from 'node:events';
import { guard, recorder } from './record.ts';
export { app } from './app.ts';
export { nativeTheme, screen } from './appearance.ts';
export { BrowserWindow } from './browser-window.ts';
export { ipcMain } from './ipc-main.ts';
export { Menu, MenuItem, Tray } from './menus.ts';
export { dialog, Notification, shell } from './notices.ts';
export { powerMonitor, powerSaveBlocker } from './power.ts';
export { net, protocol, session } from './session.ts';
export { nativeImage } from './native-image.ts';
export { utilityProcess } from './utility-process.ts';
export { webContents } from './web-contents.ts';

/** The system's updater; electron-updater uses it on macOS. */
export const autoUpdater = guard(
  'autoUpdater',
  Object.assign(new EventEmitter(), {
    setFeedURL: recorder('autoUpdater.setFeedURL'),
    checkForUpdates: recorder('autoUpdater.checkForUpdates'),
    quitAndInstall: recorder('autoUpdater.quitAndInstall'),
  }),
);

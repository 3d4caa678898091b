// All modules of Electron that the stand-in covers.
import { EventEmitter } from 'node:events';
import { app } from './app.ts';
import { nativeTheme, screen } from './appearance.ts';
import { BrowserWindow } from './browser-window.ts';
import { ipcMain } from './ipc-main.ts';
import { globalShortcut, Menu, MenuItem, Tray } from './menus.ts';
import { dialog, Notification, shell } from './notices.ts';
import { powerMonitor, powerSaveBlocker } from './power.ts';
import { guard, recorder } from './record.ts';
import { net, protocol, session } from './session.ts';
import { clipboard, nativeImage, safeStorage } from './storage.ts';
import { utilityProcess } from './utility-process.ts';
import { webContents } from './web-contents.ts';

const crashReporter = guard('crashReporter', { start: recorder('crashReporter.start') });

/** The system's updater; electron-updater uses it on macOS. */
const autoUpdater = guard(
  'autoUpdater',
  Object.assign(new EventEmitter(), {
    setFeedURL: recorder('autoUpdater.setFeedURL'),
    checkForUpdates: recorder('autoUpdater.checkForUpdates'),
    quitAndInstall: recorder('autoUpdater.quitAndInstall'),
  }),
);

export const electron = {
  app,
  autoUpdater,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
  webContents,
};

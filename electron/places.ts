// Where the application finds its files: in the build of a checkout, or in the installed archive.
import { join } from 'node:path';
import { app } from 'electron';

/** Folder of the bundled code, `out/engine`, where the main file lies. */
const here = import.meta.dirname;

export const rendererFolder = join(here, '../renderer');
export const restoreFile = join(here, 'restore-process.js');
export const preloadFile = join(here, '../electron/preload.cjs');
const resourcesFolder = app.isPackaged ? process.resourcesPath : join(here, '../../resources');

/** macOS colors icons whose names end in Template. */
export const trayIconFile = join(resourcesFolder, process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png');
export const windowIconFile = join(resourcesFolder, 'icon.png');
/** Drawn over the icon in the task bar. */
export const badgeFile = join(resourcesFolder, 'badge.png');

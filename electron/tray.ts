// The icon next to the clock, by which the application is reached while its window is closed.
import { app, Menu, nativeImage, Tray } from 'electron';
import { notify } from './notices.ts';
import { trayIconFile } from './places.ts';
import type { Settings } from './settings.ts';
import { text } from './text.ts';

/** Returns a function that removes the icon. */
export function openTray(onOpen: () => void): () => void {
  const tray = new Tray(nativeImage.createFromPath(trayIconFile));
  tray.setToolTip(text('tray.tooltip'));
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { id: 'open', label: text('tray.open'), click: onOpen },
      { type: 'separator' },
      { id: 'quit', label: text('tray.quit'), click: () => app.quit() },
    ]),
  );
  tray.on('click', onOpen);
  return () => tray.destroy();
}

/** Tells once that a closed window leaves the application running. Some desktops of Linux, such as GNOME, show no icon. */
export function noticeTray(settings: Settings, onOpen: () => void): void {
  if (settings.get('hasShownTrayNotice')) return;
  const body = text(
    process.platform === 'linux' ? 'tray.noticeWithoutIcon' : process.platform === 'darwin' ? 'tray.noticeInMenuBar' : 'tray.notice',
  );
  if (notify({ title: text('tray.noticeTitle'), body }, onOpen)) settings.set('hasShownTrayNotice', true);
}

// The icon next to the clock, by which the application is reached while its window is closed.
import { app, Menu, nativeImage, Notification, Tray } from 'electron';
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

/** Tells once that a closed window leaves the application running. */
export function noticeTray(settings: Settings): void {
  if (settings.get('hasShownTrayNotice') || !Notification.isSupported()) return;
  settings.set('hasShownTrayNotice', true);
  new Notification({ title: text('tray.noticeTitle'), body: text('tray.notice') }).show();
}

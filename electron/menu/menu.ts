// Sets the application's menu, the menu of the dock and the tasks of the task bar. Commands are enabled when the editor can run them.
import { app, Menu, shell, webContents } from 'electron';
import { computerSwitches } from '../../engine/contract/desktop.ts';
import type { Commands } from '../commands.ts';
import { restartSafely } from '../quitting.ts';
import type { Settings } from '../settings.ts';
import { text } from '../text.ts';
import { commandIds, menuTemplate } from './template.ts';

/** `show` shows the main window. */
export function openMenus(commands: Commands, settings: Settings, show: () => void): void {
  const run = (id: string): void => {
    show();
    commands.send({ type: 'run', id });
  };
  let offered: ReadonlySet<string> = new Set();
  const menu = Menu.buildFromTemplate(
    menuTemplate(process.platform, {
      text,
      run,
      open: (type) => {
        show();
        commands.send({ type });
      },
      showLogs: () => void shell.openPath(app.getPath('logs')),
      restartSafely,
      go: (path) => {
        show();
        commands.send({ type: 'show', path });
      },
      edit: (id) => {
        if (offered.has(id)) run(id);
        else webContents.getFocusedWebContents()?.[id]();
      },
      isInstalled: app.isPackaged,
      isOn: (key) => settings.get(key),
      turn: (key, isOn) => settings.set(key, isOn),
    }),
  );
  Menu.setApplicationMenu(menu);
  const ids = commandIds(process.platform);
  commands.onOffer((now) => {
    offered = now;
    for (const id of ids) {
      const item = menu.getMenuItemById(id);
      if (item !== null) item.enabled = now.has(id);
    }
  });
  for (const name of computerSwitches) {
    settings.onChange(name, (isOn) => {
      const item = menu.getMenuItemById(name);
      if (item !== null) item.checked = isOn;
    });
  }
  const newWorkflow = (): void => {
    show();
    commands.send({ type: 'show', path: '/workflow' });
  };
  app.dock?.setMenu(Menu.buildFromTemplate([{ id: 'newWorkflow', label: text('menu.newWorkflow'), click: newWorkflow }]));
  if (process.platform === 'win32') {
    const task = { program: process.execPath, iconPath: process.execPath, iconIndex: 0, description: '' };
    app.setUserTasks([{ ...task, arguments: 'millrace://new', title: text('menu.newWorkflow') }]);
  }
}

// Sets the application's menu, the menu of the dock and the tasks of the task bar. Commands are enabled when the editor can run them.
import { app, Menu, shell, type MenuItem } from 'electron';
import type { Commands } from '../commands.ts';
import { restartSafely } from '../quitting.ts';
import type { Settings } from '../settings.ts';
import { text } from '../text.ts';
import { menuTemplate } from './template.ts';

/** `show` shows the main window. */
export function openMenus(commands: Commands, settings: Settings, show: () => void): void {
  const run = (id: string): void => {
    show();
    commands.send({ type: 'run', id });
  };
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
      isOn: (key) => settings.get(key),
      turn: (key, isOn) => settings.set(key, isOn),
    }),
  );
  Menu.setApplicationMenu(menu);
  const items = commandItems(menu);
  commands.onOffer((ids) => {
    for (const item of items) item.enabled = ids.has(item.id);
  });
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

/** Items that start disabled are commands of the editor. */
function commandItems(menu: Menu): readonly MenuItem[] {
  return menu.items.flatMap((item) => [...(item.enabled ? [] : [item]), ...(item.submenu === undefined ? [] : commandItems(item.submenu))]);
}

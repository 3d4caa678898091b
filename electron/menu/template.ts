// The application's menu as data: the editor's commands, the system's own entries, and switches of this computer.
import type { MenuItemConstructorOptions } from 'electron';
import type { TextKey } from '../text.ts';

/** Commands of the editor with their keys, by the menu that shows them. `-` is a separator. */
const menus = {
  file: [
    ['newWorkflow', 'Ctrl+Alt+N'],
    ['openWorkflow', 'Ctrl+O'],
    '-',
    ['importFile'],
    ['importUrl'],
    '-',
    ['save', 'Ctrl+S'],
    ['download'],
  ],
  workflow: [['run', 'Ctrl+Enter'], ['stop'], '-', ['addNode', 'Tab'], ['addSticky', 'Shift+S'], ['tidyUp']],
  view: [['zoomIn'], ['zoomOut'], ['resetZoom'], ['zoomToFit'], '-', ['outline'], ['palette', 'Ctrl+K'], ['find', 'Ctrl+F'], '-'],
} as const satisfies Record<string, readonly ('-' | readonly [id: string, keys?: string])[]>;

export interface MenuActions {
  readonly text: (key: TextKey) => string;
  readonly run: (id: string) => void;
  readonly showLogs: () => void;
  /** Shows a drawer or dialog of the page. */
  readonly open: (what: 'showUpdates' | 'backUp' | 'restore') => void;
  readonly restartSafely: () => void;
  readonly isOn: (key: Switch) => boolean;
  readonly turn: (key: Switch, isOn: boolean) => void;
}

const switches = ['startsAtLogin', 'closesToTray', 'keepsAwake', 'pausesOnBattery'] as const;
export type Switch = (typeof switches)[number];

export function menuTemplate(platform: NodeJS.Platform, actions: MenuActions): MenuItemConstructorOptions[] {
  const { text, run, open, showLogs, restartSafely, isOn, turn } = actions;
  const isMac = platform === 'darwin';
  // The page handles the keys itself, so that they do not act behind its dialogs.
  const command = (id: string, keys?: string): MenuItemConstructorOptions => ({
    id,
    label: text(`menu.${id}` as TextKey),
    enabled: false,
    click: () => run(id),
    registerAccelerator: false,
    ...(keys === undefined ? {} : { accelerator: keys.replace('Ctrl', 'CmdOrCtrl') }),
  });
  const commandsOf = (menu: keyof typeof menus): MenuItemConstructorOptions[] =>
    menus[menu].map((entry) => (entry === '-' ? { type: 'separator' } : command(...(entry as readonly [string, string?]))));
  const options: MenuItemConstructorOptions = {
    label: text('menu.options'),
    submenu: switches.map((id) => ({
      id,
      label: text(`menu.${id}`),
      type: 'checkbox',
      checked: isOn(id),
      click: ({ checked }) => turn(id, checked),
    })),
  };
  const last: MenuItemConstructorOptions[] = isMac ? [{ role: 'close' }] : [options, { type: 'separator' }, { role: 'quit' }];
  return [
    ...(isMac ? [macMenu(options)] : []),
    {
      label: text('menu.file'),
      submenu: [
        ...commandsOf('file'),
        ...(isMac ? [recentFiles] : []),
        { type: 'separator' },
        ...(['backUp', 'restore'] as const).map((id) => ({ id, label: text(`menu.${id}`), click: () => open(id) })),
        { type: 'separator' },
        ...last,
      ],
    },
    {
      label: text('menu.edit'),
      submenu: [
        command('undo', 'Ctrl+Z'),
        command('redo', 'Ctrl+Shift+Z'),
        { type: 'separator' },
        ...(['cut', 'copy', 'paste', 'delete', 'selectAll'] as const).map((role) => ({ role })),
      ],
    },
    { label: text('menu.workflow'), submenu: commandsOf('workflow') },
    { label: text('menu.view'), submenu: [...commandsOf('view'), { role: 'togglefullscreen' }, { role: 'toggleDevTools' }] },
    { role: 'windowMenu' },
    {
      role: 'help',
      label: text('menu.help'),
      submenu: [
        command('shortcuts'),
        { type: 'separator' },
        { id: 'updates', label: text('menu.updates'), click: () => open('showUpdates') },
        { id: 'logs', label: text('menu.logs'), click: showLogs },
        { id: 'safeMode', label: text('menu.safeMode'), click: restartSafely },
        ...(isMac ? [] : [{ role: 'about' as const }]),
      ],
    },
  ];
}

const recentFiles: MenuItemConstructorOptions = { role: 'recentDocuments', submenu: [{ role: 'clearRecentDocuments' }] };

const macMenu = (options: MenuItemConstructorOptions): MenuItemConstructorOptions => ({
  role: 'appMenu',
  submenu: [
    { role: 'about' },
    { type: 'separator' },
    options,
    { type: 'separator' },
    { role: 'services' },
    { type: 'separator' },
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    { type: 'separator' },
    { role: 'quit' },
  ],
});

// The application's menu as data: the editor's commands, the system's own entries, and switches of this computer.
import type { MenuItemConstructorOptions } from 'electron';
import { computerSwitches, type ComputerSwitch } from '../../engine/contract/desktop.ts';
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
  /** Shows a screen. */
  readonly go: (path: string) => void;
  /** Runs the editor's command, or edits the focused text if the editor cannot run it. */
  readonly edit: (id: 'undo' | 'redo') => void;
  /** Whether the system can start the application at login. */
  readonly isInstalled: boolean;
  readonly isOn: (key: ComputerSwitch) => boolean;
  readonly turn: (key: ComputerSwitch, isOn: boolean) => void;
}

const edits = [
  ['undo', 'Ctrl+Z'],
  ['redo', 'Ctrl+Shift+Z'],
] as const;

/** Ids of the commands that are enabled only when the editor can run them. macOS edits text fields by its menu, so that undo and redo stay enabled. */
export function commandIds(platform: NodeJS.Platform): readonly string[] {
  const ids = Object.values(menus).flatMap((entries) => entries.flatMap((entry) => (entry === '-' ? [] : [entry[0]])));
  return [...ids, 'shortcuts', ...(platform === 'darwin' ? [] : edits.map(([id]) => id))];
}

/** Screens of the editor. */
const screens = { showWorkflows: '/workflows', showExecutions: '/executions', showCredentials: '/credentials' } as const;
const SETTINGS = '/settings';

export function menuTemplate(platform: NodeJS.Platform, actions: MenuActions): MenuItemConstructorOptions[] {
  const { text, run, open, showLogs, restartSafely, go, edit, isInstalled, isOn, turn } = actions;
  const isMac = platform === 'darwin';
  // The page handles the keys itself, so that they have no effect behind its dialogs. macOS registers menu accelerators regardless, so there a key
  // that users also type must not be an accelerator.
  const command = (id: string, keys?: string): MenuItemConstructorOptions => ({
    id,
    label: text(`menu.${id}` as TextKey),
    enabled: false,
    click: () => run(id),
    registerAccelerator: false,
    ...(keys === undefined || (isMac && !keys.includes('Ctrl')) ? {} : { accelerator: keys.replace('Ctrl', 'CmdOrCtrl') }),
  });
  const screen = ([id, path]: readonly [string, string]): MenuItemConstructorOptions => ({
    id,
    label: text(`menu.${id}` as TextKey),
    click: () => go(path),
  });
  const settings: MenuItemConstructorOptions = { ...screen(['settings', SETTINGS]), accelerator: 'CmdOrCtrl+,' };
  const commandsOf = (menu: keyof typeof menus): MenuItemConstructorOptions[] =>
    menus[menu].map((entry) => (entry === '-' ? { type: 'separator' } : command(...(entry as readonly [string, string?]))));
  const options: MenuItemConstructorOptions = {
    label: text('menu.options'),
    submenu: computerSwitches.map((id) => ({
      id,
      label: text(`menu.${id}`),
      type: 'checkbox',
      checked: isOn(id),
      enabled: isInstalled || id !== 'startsAtLogin',
      click: ({ checked }) => turn(id, checked),
    })),
  };
  const last: MenuItemConstructorOptions[] = isMac ? [{ role: 'close' }] : [settings, options, { type: 'separator' }, { role: 'quit' }];
  return [
    ...(isMac ? [macMenu(settings, options)] : []),
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
        ...edits.map(([id, keys]) => (isMac ? { ...command(id, keys), enabled: true, click: () => edit(id) } : command(id, keys))),
        { type: 'separator' },
        ...(['cut', 'copy', 'paste', 'delete', 'selectAll'] as const).map((role) => ({ role })),
      ],
    },
    { label: text('menu.workflow'), submenu: commandsOf('workflow') },
    {
      label: text('menu.view'),
      submenu: [
        ...Object.entries(screens).map(screen),
        { type: 'separator' },
        ...commandsOf('view'),
        { role: 'togglefullscreen' },
        { role: 'toggleDevTools' },
      ],
    },
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

const macMenu = (settings: MenuItemConstructorOptions, options: MenuItemConstructorOptions): MenuItemConstructorOptions => ({
  role: 'appMenu',
  submenu: [
    { role: 'about' },
    { type: 'separator' },
    settings,
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

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
/** Pages of the help. */
const helpScreens = {
  helpFirstSteps: '/help/first-steps',
  helpNodes: '/help/nodes',
  helpExpressions: '/help/expressions',
  helpTroubleshooting: '/help/troubleshooting',
} as const;
const SETTINGS = '/settings';

export const menuTemplate = (platform: NodeJS.Platform, actions: MenuActions): MenuItemConstructorOptions[] =>
  new MenuTemplate(platform === 'darwin', actions).menus();

const separator = { type: 'separator' } as const;

class MenuTemplate {
  readonly #isMac: boolean;
  readonly #actions: MenuActions;

  constructor(isMac: boolean, actions: MenuActions) {
    this.#isMac = isMac;
    this.#actions = actions;
  }

  menus(): MenuItemConstructorOptions[] {
    const { text } = this.#actions;
    return [
      ...(this.#isMac ? [macMenu(this.#settings(), this.#options())] : []),
      { label: text('menu.file'), submenu: this.#file() },
      { label: text('menu.edit'), submenu: this.#edit() },
      { label: text('menu.workflow'), submenu: this.#commands('workflow') },
      {
        label: text('menu.view'),
        submenu: [
          ...Object.entries(screens).map(([id, path]) => this.#screen(id, path)),
          separator,
          ...this.#commands('view'),
          { role: 'togglefullscreen' },
          { role: 'toggleDevTools' },
        ],
      },
      { role: 'windowMenu' },
      { role: 'help', label: text('menu.help'), submenu: this.#help() },
    ];
  }

  #file(): MenuItemConstructorOptions[] {
    return [
      ...this.#commands('file'),
      ...(this.#isMac ? [recentFiles] : []),
      separator,
      ...(['backUp', 'restore'] as const).map((id) => this.#action(id, () => this.#actions.open(id))),
      separator,
      ...(this.#isMac ? [{ role: 'close' as const }] : [this.#settings(), this.#options(), separator, { role: 'quit' as const }]),
    ];
  }

  #edit(): MenuItemConstructorOptions[] {
    return [
      ...edits.map(([id, keys]) => ({
        ...this.#command(id, keys),
        ...(this.#isMac ? { enabled: true, click: () => this.#actions.edit(id) } : {}),
      })),
      separator,
      ...(['cut', 'copy', 'paste', 'delete', 'selectAll'] as const).map((role) => ({ role })),
    ];
  }

  #help(): MenuItemConstructorOptions[] {
    const { open, showLogs, restartSafely } = this.#actions;
    return [
      ...Object.entries(helpScreens).map(([id, path]) => this.#screen(id, path)),
      this.#command('shortcuts'),
      separator,
      this.#action('updates', () => open('showUpdates')),
      this.#action('logs', showLogs),
      this.#action('safeMode', restartSafely),
      ...(this.#isMac ? [] : [{ role: 'about' as const }]),
    ];
  }

  #options(): MenuItemConstructorOptions {
    const { text, isOn, isInstalled, turn } = this.#actions;
    return {
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
  }

  #settings(): MenuItemConstructorOptions {
    return { ...this.#screen('settings', SETTINGS), accelerator: 'CmdOrCtrl+,' };
  }

  #screen(id: string, path: string): MenuItemConstructorOptions {
    return this.#action(id, () => this.#actions.go(path));
  }

  #action(id: string, click: () => void): MenuItemConstructorOptions {
    return { id, label: this.#actions.text(`menu.${id}` as TextKey), click };
  }

  #commands(menu: keyof typeof menus): MenuItemConstructorOptions[] {
    return menus[menu].map((entry) => (entry === '-' ? separator : this.#command(...(entry as readonly [string, string?]))));
  }

  /**
   * The page handles the keys itself, so that they have no effect behind its dialogs. macOS registers menu accelerators regardless, so there a key
   * that users also type must not be an accelerator.
   */
  #command(id: string, keys?: string): MenuItemConstructorOptions {
    return {
      ...this.#action(id, () => this.#actions.run(id)),
      enabled: false,
      registerAccelerator: false,
      ...(keys === undefined || (this.#isMac && !keys.includes('Ctrl')) ? {} : { accelerator: keys.replace('Ctrl', 'CmdOrCtrl') }),
    };
  }
}

const recentFiles: MenuItemConstructorOptions = { role: 'recentDocuments', submenu: [{ role: 'clearRecentDocuments' }] };

const macMenu = (settings: MenuItemConstructorOptions, options: MenuItemConstructorOptions): MenuItemConstructorOptions => ({
  role: 'appMenu',
  submenu: [
    { role: 'about' },
    separator,
    settings,
    options,
    separator,
    { role: 'services' },
    separator,
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    separator,
    { role: 'quit' },
  ],
});

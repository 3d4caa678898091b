// The classes `Menu`, `MenuItem` and `Tray`: what they hold can be read and clicked; nothing is drawn.
import { BrowserWindow } from './browser-window.ts';
import { Guarded, record } from './record.ts';

interface ItemOptions {
  readonly id?: string;
  readonly label?: string;
  readonly type?: string;
  readonly submenu?: Menu | readonly ItemOptions[];
  readonly click?: (item: MenuItem, window?: BrowserWindow, ...rest: unknown[]) => void;
  readonly [option: string]: unknown;
}

export class MenuItem {
  readonly id: string | undefined;
  readonly type: string;
  readonly role: unknown;
  readonly accelerator: unknown;
  readonly submenu: Menu | undefined;
  label: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  readonly click: (...args: unknown[]) => void;

  constructor(options: ItemOptions) {
    const { submenu } = options;
    this.id = options.id;
    this.type = options.type ?? (submenu === undefined ? 'normal' : 'submenu');
    this.role = options['role'];
    this.accelerator = options['accelerator'];
    this.submenu = submenu === undefined || submenu instanceof Menu ? submenu : Menu.buildFromTemplate(submenu);
    this.label = options.label ?? '';
    this.enabled = options['enabled'] !== false;
    this.visible = options['visible'] !== false;
    this.checked = options['checked'] === true;
    this.click = (...args) => {
      if (!this.enabled) return;
      if (this.type === 'checkbox') this.checked = !this.checked;
      options.click?.(this, BrowserWindow.getFocusedWindow() ?? undefined, ...args);
    };
  }
}

export class Menu extends Guarded {
  static #application: Menu | null = null;
  readonly items: MenuItem[] = [];

  constructor() {
    super('Menu', ['menu-will-show', 'menu-will-close']);
  }

  static buildFromTemplate(template: readonly (MenuItem | ItemOptions)[]): Menu {
    const menu = new Menu();
    for (const entry of template) menu.append(entry instanceof MenuItem ? entry : new MenuItem(entry));
    return menu;
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu;
    record('Menu.setApplicationMenu');
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#application;
  }

  append(item: MenuItem): void {
    this.items.push(item);
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found != null) return found;
    }
    return null;
  }
}

/** What a test reads of an icon in the tray. */
export interface TrayState {
  menu: Menu | null;
  toolTip: string;
  image: unknown;
}

/** The trays that are not destroyed, for tests. */
export const trays = new Map<Tray, TrayState>();

export class Tray extends Guarded {
  constructor(image: unknown) {
    super('Tray', ['click', 'double-click', 'right-click', 'balloon-click']);
    trays.set(this, { menu: null, toolTip: '', image });
  }

  get #state(): TrayState {
    const state = trays.get(this);
    if (state === undefined) throw new Error('Tray is destroyed');
    return state;
  }

  setToolTip(toolTip: string): void {
    this.#state.toolTip = toolTip;
  }

  setContextMenu(menu: Menu | null): void {
    this.#state.menu = menu;
  }

  destroy(): void {
    trays.delete(this);
  }
}

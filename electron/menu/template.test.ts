// The application's menu on each system.
import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { commandIds, menuTemplate, type MenuActions } from './template.ts';

const platforms = ['darwin', 'linux', 'win32'] as const;

function itemsOf(platform: NodeJS.Platform, changes: Partial<MenuActions> = {}): readonly MenuItemConstructorOptions[] {
  const nothing = (): void => undefined;
  const actions: MenuActions = {
    text: (key) => key,
    run: nothing,
    showLogs: nothing,
    open: nothing,
    restartSafely: nothing,
    go: nothing,
    edit: nothing,
    isInstalled: true,
    isOn: () => false,
    turn: nothing,
    ...changes,
  };
  const flat = (items: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
  return flat(menuTemplate(platform, actions));
}

const click = (item: MenuItemConstructorOptions | undefined): void => item?.click?.({} as never, undefined, {} as never);

describe.each(platforms)('on %s', (platform) => {
  const items = itemsOf(platform);
  const idOf = (id: string): MenuItemConstructorOptions | undefined => items.find((item) => item.id === id);

  it('no id and no accelerator occurs twice', () => {
    for (const key of ['id', 'accelerator'] as const) {
      const values = items.flatMap((item) => item[key] ?? []);
      expect(values).toEqual([...new Set(values)]);
    }
  });

  it('every command of the editor is an item', () => {
    expect(commandIds(platform).filter((id) => idOf(id)?.enabled !== false)).toEqual([]);
  });

  it('it leads to the screens', () => {
    const visible: string[] = [];
    const leading = itemsOf(platform, { go: (path) => void visible.push(path) });
    for (const id of ['settings', 'showWorkflows', 'showExecutions', 'showCredentials']) click(leading.find((item) => item.id === id));
    expect(visible).toEqual(['/settings', '/workflows', '/executions', '/credentials']);
  });

  it('the start at login is disabled unless the application is installed', () => {
    const switchesOf = (isInstalled: boolean): readonly boolean[] =>
      itemsOf(platform, { isInstalled }).flatMap(({ id, enabled }) =>
        id === 'startsAtLogin' || id === 'closesToTray' ? [enabled !== false] : [],
      );
    expect([switchesOf(true), switchesOf(false)]).toEqual([
      [true, true],
      [false, true],
    ]);
  });
});

// macOS registers every accelerator of the menu: it ignores `registerAccelerator`.
it('macOS has no accelerator that is also typed, and edits text fields when the editor can undo nothing', () => {
  const items = itemsOf('darwin');
  const typed = items.filter(({ accelerator }) => accelerator !== undefined && !accelerator.includes('CmdOrCtrl'));
  expect(typed).toEqual([]);
  const edited: string[] = [];
  const editing = itemsOf('darwin', { edit: (id) => void edited.push(id) });
  for (const id of ['undo', 'redo']) click(editing.find((item) => item.id === id && item.enabled !== false));
  expect(edited).toEqual(['undo', 'redo']);
});

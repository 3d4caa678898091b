// Holds every member and event of the stand-in against Electron's own types.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDesktop, isRealElectron, launch, type DesktopApp } from './launch.ts';

interface Surface {
  readonly members: readonly string[];
  readonly events: readonly string[];
}

const types = readFileSync(join(import.meta.dirname, '../../node_modules/electron/electron.d.ts'), 'utf8');

/** Members and events of a class or interface, also of those that it extends. */
function typeOf(name: string): { members: Set<string>; events: Set<string> } {
  const found = new RegExp(`^  (?:interface|class) ${name}(?: extends ([\\w.]+))? \\{$([\\s\\S]*?)^  \\}`, 'm').exec(types);
  if (found === null) throw new Error(`Electron has no type ${name}.`);
  const [, parent, body = ''] = found;
  const inherited =
    parent === undefined || /Emitter/.test(parent) ? { members: new Set<string>(), events: new Set<string>() } : typeOf(parent);
  for (const [, member = ''] of body.matchAll(/^    (?:static |readonly )*(\w+)\??[(:<]/gm)) inherited.members.add(member);
  for (const [, accessor = ''] of body.matchAll(/^    (?:get|set) (\w+)\(/gm)) inherited.members.add(accessor);
  for (const [, event = ''] of body.matchAll(/^    on\(event: '([^']+)'/gm)) inherited.events.add(event);
  return inherited;
}

const main = `
import { app, BrowserWindow, Menu, MenuItem, net, Notification, Tray } from 'electron';
await app.whenReady();
globalThis.created = {
  BrowserWindow: new BrowserWindow({ show: false }),
  ClientRequest: net.request({ protocol: 'http:', hostname: '127.0.0.1', path: '/' }).on('error', () => undefined),
  Menu: new Menu(),
  MenuItem: new MenuItem({ label: 'One' }),
  Notification: new Notification(),
  Tray: new Tray(''),
};
`;

describe.skipIf(!hasDesktop || isRealElectron)('the stand-in', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-surface-'));
  let app: DesktopApp;
  let surfaces: Readonly<Record<string, Surface>>;
  beforeAll(async () => {
    const file = join(folder, 'main.mjs');
    writeFileSync(file, main);
    app = await launch({ main: file });
    surfaces = await app.evaluate((electron) => {
      const { created } = globalThis as unknown as { created: Record<string, { readonly [part: string]: object }> };
      const own = (object: object): string[] => {
        const names: string[] = [];
        for (
          let at: object = object;
          at !== Object.prototype && !Object.hasOwn(at, 'addListener');
          at = Object.getPrototypeOf(at) as object
        ) {
          names.push(...Object.getOwnPropertyNames(at));
        }
        return names.filter((name) => !name.startsWith('_') && name !== 'constructor' && name !== 'domain');
      };
      const statics = (type: object): string[] =>
        Object.getOwnPropertyNames(type).filter((name) => !/^(?:length|name|prototype)$/.test(name));
      const surface = (object: object, type?: object): { members: string[]; events: readonly string[] } => ({
        members: [...own(object), ...(type === undefined ? [] : statics(type))],
        events: electron.standIn.eventsOf(object),
      });
      const {
        app: application,
        session,
        webContents,
        utilityProcess,
        nativeImage,
        BrowserWindow,
        Menu,
        MenuItem,
        Notification,
        Tray,
      } = electron;
      const modules = ['app', 'autoUpdater', 'dialog', 'ipcMain', 'nativeTheme', 'net'];
      const otherModules = ['powerMonitor', 'powerSaveBlocker', 'protocol', 'screen', 'shell'];
      const named = [...modules, ...otherModules].map((name) => [
        name.replace(/^./, (letter) => letter.toUpperCase()),
        surface((electron as unknown as Record<string, object>)[name] ?? {}),
      ]);
      const child = utilityProcess.fork('/dev/null', [], { stdio: 'ignore' });
      return {
        ...(Object.fromEntries(named) as Record<string, Surface>),
        BrowserWindow: surface(created['BrowserWindow'] ?? {}, BrowserWindow),
        ClientRequest: surface(created['ClientRequest'] ?? {}),
        CommandLine: surface(application.commandLine),
        Menu: surface(created['Menu'] ?? {}, Menu),
        MenuItem: surface(created['MenuItem'] ?? {}, MenuItem),
        NativeImage: surface(nativeImage.createEmpty(), nativeImage),
        Notification: surface(created['Notification'] ?? {}, Notification),
        Session: surface(session.defaultSession),
        Tray: surface(created['Tray'] ?? {}, Tray),
        UtilityProcess: surface(child, utilityProcess),
        WebContents: surface(created['BrowserWindow']?.['webContents'] ?? {}, webContents),
      };
    });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has no member and no event that Electron lacks', () => {
    const invented = Object.entries(surfaces).flatMap(([name, { members, events }]) => {
      const type = typeOf(name);
      return [
        ...members.filter((member) => !type.members.has(member)).map((member) => `${name}.${member}`),
        ...events.filter((event) => !type.events.has(event)).map((event) => `${name} on ${event}`),
      ];
    });
    expect(Object.keys(surfaces).length).toBeGreaterThan(20);
    expect(invented).toEqual([]);
  });

  it('throws for a member and an event that it does not cover', async () => {
    await expect(app.evaluate(({ app: application }) => application.getGPUFeatureStatus())).rejects.toThrow('app.getGPUFeatureStatus');
    await expect(app.evaluate(({ app: application }) => application.on('login', () => undefined).isReady())).rejects.toThrow(
      "the event 'login' of app",
    );
  });
});

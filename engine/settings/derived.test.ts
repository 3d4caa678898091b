// Values derived from the settings.
import { expect, it } from 'vitest';
import { runningServer } from '../testing/running-server.ts';
import { isReachable, isShared } from './reachable.ts';
import { readSettings } from './read-settings.ts';
import type { ServerSettings } from './table.ts';

it.each<[Partial<ServerSettings>, boolean]>([
  [{}, false],
  [{ host: 'localhost' }, false],
  [{ host: '127.0.1.1' }, false],
  [{ host: '::1' }, false],
  [{ editorUrl: 'http://localhost:8080/flows' }, false],
  [{ editorUrl: 'http://[::1]:8080' }, false],
  [{ host: '0.0.0.0' }, true],
  [{ host: '::' }, true],
  [{ host: '192.168.1.4' }, true],
  [{ host: '127.0.0.1.example.com' }, true],
  [{ hosts: ['flows.example.com'] }, true],
  [{ proxyHops: 1 }, true],
  [{ editorUrl: 'https://flows.example.com' }, true],
])('with %j other computers reach the editor: %s', (settings, expected) => expect(isShared(readSettings({}, settings))).toBe(expected));

it.each<[Partial<ServerSettings>, boolean]>([
  [{}, false],
  [{ webhookUrl: 'http://localhost:8080/' }, false],
  [{ webhookUrl: 'https://hooks.example.com/' }, true],
  [{ webhookHost: 'hooks.example.com' }, true],
  [{ host: '0.0.0.0' }, true],
])('with %j other computers reach the instance: %s', (settings, expected) =>
  expect(isReachable(readSettings({}, settings))).toBe(expected),
);

it.each<[Partial<ServerSettings>, boolean]>([
  [{}, false],
  [{ hosts: ['flows.example.com'] }, true],
])('with %j the editor begins with the set-up: %s', async (settings, expected) => {
  const running = await runningServer({ settings });
  try {
    const { userManagement } = await running.data<{ userManagement: object }>({ url: '/rest/settings' });
    expect(userManagement).toMatchObject({ enabled: true, showSetupOnFirstLoad: expected });
  } finally {
    await running.close();
  }
});

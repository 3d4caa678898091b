import type { NetworkInterfaceInfo } from 'node:os';
import { expect, it } from 'vitest';
import type { ServerSettings } from './table.ts';
import { InstanceAddresses } from './addresses.ts';
import { readSettings } from './read-settings.ts';

const info = (address: string, internal = false, family: 'IPv4' | 'IPv6' = 'IPv4'): NetworkInterfaceInfo =>
  ({ address, internal, family }) as NetworkInterfaceInfo;
const interfaces = () => ({
  lo: [info('127.0.0.1', true), info('::1', true, 'IPv6')],
  eth0: [info('192.168.1.7'), info('fe80::1', false, 'IPv6'), info('fd00::9', false, 'IPv6')],
  usb0: [info('169.254.3.4')],
  wlan0: [info('10.0.0.3')],
});
const local = { kind: 'loopback', url: 'http://localhost:5678/' };

it.each<[string, string | undefined, Partial<ServerSettings>, readonly object[]]>([
  ['nowhere', undefined, {}, []],
  ['this computer', '127.0.0.1', {}, [local]],
  ['this computer by name', 'localhost', {}, [local]],
  [
    'all interfaces',
    '0.0.0.0',
    {},
    [local, { kind: 'lan', url: 'http://192.168.1.7:5678/' }, { kind: 'lan', url: 'http://10.0.0.3:5678/' }],
  ],
  [
    'all interfaces, also of IPv6',
    '::',
    {},
    [
      local,
      { kind: 'lan', url: 'http://192.168.1.7:5678/' },
      { kind: 'lan', url: 'http://[fd00::9]:5678/' },
      { kind: 'lan', url: 'http://10.0.0.3:5678/' },
    ],
  ],
  ['one interface', '10.0.0.3', {}, [{ kind: 'lan', url: 'http://10.0.0.3:5678/' }]],
  ['one interface with IPv6', 'fd00::2', {}, [{ kind: 'lan', url: 'http://[fd00::2]:5678/' }]],
  ['a public address', '127.0.0.1', { webhookUrl: 'https://hooks.test/a' }, [local, { kind: 'public', url: 'https://hooks.test/a/' }]],
  ['a public editor', undefined, { editorUrl: 'https://flow.test/' }, [{ kind: 'public', url: 'https://flow.test/' }]],
  [
    'a port for webhooks, and a base path',
    '127.0.0.1',
    { webhookPort: 7000, path: '/base' },
    [{ kind: 'loopback', url: 'http://localhost:7000/base/' }],
  ],
])('webhooks are reached at: %s', (_name, host, settings, expected) => {
  const addresses = new InstanceAddresses(readSettings({}, settings), interfaces);
  expect(addresses.webhookAddresses(host === undefined ? undefined : { host, port: 5678 })).toEqual(expected);
});

it.each<[string, string | undefined, Partial<ServerSettings>, object]>([
  ['nowhere', undefined, {}, local],
  ['this computer', '127.0.0.1', {}, local],
  ['all interfaces', '0.0.0.0', {}, { kind: 'lan', url: 'http://192.168.1.7:7070/' }],
  ['one interface', '10.0.0.3', {}, { kind: 'lan', url: 'http://10.0.0.3:7070/' }],
  ['all interfaces, with a port for webhooks', '::', { webhookPort: 7000 }, { kind: 'lan', url: 'http://192.168.1.7:7070/' }],
  ['a public editor', '0.0.0.0', { editorUrl: 'https://flow.test/a' }, { kind: 'public', url: 'https://flow.test/a/' }],
  ['a proxy of this computer', '127.0.0.1', { editorUrl: 'http://localhost:8080' }, { kind: 'loopback', url: 'http://localhost:8080/' }],
])('links for other people lead to: %s', (_name, host, settings, expected) => {
  const addresses = new InstanceAddresses(readSettings({}, settings), interfaces);
  if (host !== undefined) addresses.listensOn({ host, port: host === '127.0.0.1' ? 5678 : 7070 });
  expect(addresses.sharedEditor).toEqual(expected);
});

it('without a network, links lead to this computer', () => {
  const addresses = new InstanceAddresses(readSettings({}, {}), () => ({ lo: [info('127.0.0.1', true)] }));
  addresses.listensOn({ host: '0.0.0.0', port: 5678 });
  expect(addresses.sharedEditor).toEqual(local);
});

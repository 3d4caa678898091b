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

const at = (host: string, port = 7070) => `http://${host}:${port}/`;
const lan = { kind: 'lan', url: at('192.168.1.7') };
const here = { kind: 'loopback', url: at('localhost') };
const one = { kind: 'lan', url: at('10.0.0.3') };
const flow = { kind: 'public', url: 'https://flow.test/a/' };
const hooks = { kind: 'public', url: 'https://hooks.test/' };
const port7 = { kind: 'lan', url: at('192.168.1.7', 7000) };
const name = { kind: 'public', url: at('hooks.test') };

it.each<[string, string, Partial<ServerSettings>, object, object, object]>([
  ['this computer', '127.0.0.1', {}, here, here, here],
  ['this computer by name', 'localhost', {}, here, here, here],
  ['another address of this computer', '127.0.0.2', {}, ...twice({ kind: 'loopback', url: at('127.0.0.2') })],
  ['this computer with IPv6', '::1', {}, ...twice({ kind: 'loopback', url: at('[::1]') })],
  ['all interfaces', '0.0.0.0', {}, here, lan, lan],
  ['all interfaces, with a port for webhooks', '::', { webhookPort: 7000 }, here, lan, port7],
  ['one interface', '10.0.0.3', {}, one, one, one],
  ['one interface with IPv6', 'fd00::2', {}, ...twice({ kind: 'lan', url: at('[fd00::2]') })],
  ['a host by its name', 'box.test', {}, ...twice({ kind: 'lan', url: at('box.test') })],
  ['a public editor', '10.0.0.3', { editorUrl: 'https://flow.test/a' }, flow, flow, flow],
  ['public webhooks', '0.0.0.0', { webhookUrl: 'https://hooks.test' }, here, lan, hooks],
  ['both public', '0.0.0.0', { editorUrl: 'https://flow.test/a', webhookUrl: 'https://hooks.test' }, flow, flow, hooks],
  ['a host for webhooks', '0.0.0.0', { webhookHost: 'hooks.test' }, here, lan, name],
  ['a public editor and a port for webhooks', '0.0.0.0', { editorUrl: 'https://flow.test/a', webhookPort: 7000 }, flow, flow, port7],
  [
    'a proxy of this computer',
    '127.0.0.1',
    { editorUrl: 'http://localhost:8080' },
    ...twice({ kind: 'loopback', url: at('localhost', 8080) }),
  ],
])(
  'at %s, the instance is reached from here, by others, and by callers of webhooks',
  (_name, host, settings, forHere, forOthers, webhooks) => {
    const addresses = new InstanceAddresses(readSettings({}, { host, port: 7070, ...settings }), interfaces);
    const match = () => [addresses.editor('here'), addresses.editor('others'), addresses.webhooks];
    // Before it listens, as for commands without a server, the settings decide.
    expect(match()).toEqual([forHere, forOthers, webhooks]);
    addresses.listensOn({ host, port: 7070 });
    expect(match()).toEqual([forHere, forOthers, webhooks]);
  },
);

function twice(address: object): [object, object, object] {
  return [address, address, address];
}

it.each([
  ['127.0.0.1', 'http://localhost:7070/rest/'],
  ['0.0.0.0', 'http://localhost:7070/rest/'],
  ['127.0.0.2', 'http://127.0.0.2:7070/rest/'],
  ['10.0.0.3', undefined],
])('a server at %s redeems links at %s, and services redirect to an address that works there', (host, rest) => {
  const addresses = new InstanceAddresses(readSettings({}, {}), interfaces);
  addresses.listensOn({ host, port: 7070 });
  expect(addresses.localLinkUrl).toBe(rest === undefined ? undefined : `${rest}local-access`);
  expect(addresses.oauthRedirectUrl('oauth2')).toBe(`${rest ?? 'http://10.0.0.3:7070/rest/'}oauth2-credential/callback`);
});

it('without a network, links lead to this computer', () => {
  const addresses = new InstanceAddresses(readSettings({}, {}), () => ({ lo: [info('127.0.0.1', true)] }));
  addresses.listensOn({ host: '0.0.0.0', port: 5678 });
  expect([addresses.editor('others'), addresses.webhooks]).toEqual([local, local]);
});

// Which addresses other computers can use, and what their networks are.
import type { NetworkInterfaceInfo } from 'node:os';
import { expect, it } from 'vitest';
import { allInterfaces, lanAddresses } from './lan-addresses.ts';

const info = (address: string, internal = false): NetworkInterfaceInfo =>
  ({ address, internal, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo;

const interfaces = {
  lo: [info('127.0.0.1', true), info('::1', true)],
  docker0: [info('172.17.0.1')],
  wg0: [info('100.64.3.2')],
  wlan0: [info('192.168.1.7'), info('fe80::1'), info('2001:db8::10'), info('2001:db8::11'), info('fd12:3456::7'), info('fd12:3456::8')],
  usb0: [info('169.254.3.4')],
};

it('are those of all networks, without addresses that only this computer can use', () => {
  expect(lanAddresses('::', interfaces).map(({ host, kind, isGlobal }) => `${host} ${kind}${isGlobal ? ' global' : ''}`)).toEqual([
    '192.168.1.7 wifi',
    '[2001:db8::10] wifi global',
    '[fd12:3456::7] wifi',
    '100.64.3.2 vpn',
    '172.17.0.1 virtual',
  ]);
});

it('are those of IPv4 for a server that listens there only', () =>
  expect(lanAddresses('0.0.0.0', interfaces).map(({ host }) => host)).toEqual(['192.168.1.7', '100.64.3.2', '172.17.0.1']));

it('are listened at with IPv6 if there is an address of it', () => {
  expect(allInterfaces(interfaces)).toBe('::');
  expect(allInterfaces({ eth0: [info('10.0.0.3'), info('fe80::1')] })).toBe('0.0.0.0');
  expect(allInterfaces({})).toBe('0.0.0.0');
});

it.each([
  ['eth0', 'ethernet'],
  ['enp3s0', 'ethernet'],
  ['eno1', 'ethernet'],
  ['Ethernet 2', 'ethernet'],
  ['wlp2s0', 'wifi'],
  ['Wi-Fi', 'wifi'],
  ['en0', 'network'],
  ['utun4', 'vpn'],
  ['tailscale0', 'vpn'],
  ['vEthernet (WSL)', 'virtual'],
  ['br-0f3c', 'virtual'],
  ['bridge100', 'virtual'],
  ['usb0', 'network'],
])('the interface %s is of the kind %s', (name, kind) =>
  expect(lanAddresses('::', { [name]: [info('10.0.0.3')] })).toMatchObject([{ kind, interfaceName: name }]),
);

it('are the one of the host, if the server listens at one address only', () => {
  expect(lanAddresses('192.168.1.7', interfaces).map(({ host }) => host)).toEqual(['192.168.1.7']);
  expect(lanAddresses('fd12:3456::7', interfaces).map(({ host }) => host)).toEqual(['[fd12:3456::7]']);
});

// Addresses of this computer in its networks, with the kind of network if the name of the interface reveals it.
import { BlockList } from 'node:net';
import type { networkInterfaces } from 'node:os';
import type { LanAddress, NetworkKind } from '../contract/desktop.ts';

type Interfaces = ReturnType<typeof networkInterfaces>;

/** Hosts that mean all interfaces; the first one means those of IPv4 only. */
const EVERYWHERE_4 = '0.0.0.0';
const everywhere = new Set([EVERYWHERE_4, '::', '']);

/** Whether a server that listens at this host can be reached through all interfaces. */
export const isEverywhere = (host: string): boolean => everywhere.has(host);

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/i;

/** Whether a host name or address means this computer only. */
export const isLoopback = (host: string): boolean => loopback.test(host);

/** Addresses that a computer assigns itself if the network has no server for them. They work only with the name of an interface, or on one link. */
const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16);
linkLocal.addSubnet('fe80::', 10, 'ipv6');

/** Networks that the internet does not route (RFC 1918, RFC 6598, RFC 4193). */
const inner = new BlockList();
for (const [network, length] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  inner.addSubnet(network, length);
inner.addSubnet('fc00::', 7, 'ipv6');

/** Beginnings of interface names. On macOS, `en0` may be either Wi-Fi or Ethernet. */
const kinds: readonly (readonly [NetworkKind, RegExp])[] = [
  ['virtual', /^(?:docker|br-|bridge|veth|vethernet|virbr|vmnet|vboxnet|vmware|lxc|lxd|podman|cni|flannel)/i],
  ['vpn', /^(?:tun|tap|utun|wg|ppp|ipsec|tailscale|zt|nordlynx)/i],
  ['wifi', /^(?:wl|wi-?fi)/i],
  ['ethernet', /^(?:eth|en(?:o|p|s|x)\w)/i],
];

const kindOf = (name: string): NetworkKind => kinds.find(([, pattern]) => pattern.test(name))?.[0] ?? 'network';

/** Virtual networks and VPNs come last. */
const rank = (kind: NetworkKind): number => (kind === 'virtual' ? 2 : kind === 'vpn' ? 1 : 0);

/**
 * Returns the addresses at which other computers reach a server that listens at `host`, an address or all interfaces. Of the IPv6 addresses of an
 * interface, only the first private and the first global one are returned, since the others change for privacy.
 */
export function lanAddresses(host: string, interfaces: Interfaces): readonly LanAddress[] {
  return Object.entries(interfaces)
    .flatMap(([interfaceName, infos = []]) => {
      const kind = kindOf(interfaceName);
      const seen = new Set<string>();
      return infos.flatMap(({ address, family, internal }) => {
        const version = family === 'IPv6' ? 'ipv6' : 'ipv4';
        if (internal || linkLocal.check(address, version) || (version === 'ipv6' && host === EVERYWHERE_4)) return [];
        if (!isEverywhere(host) && host !== address) return [];
        const isGlobal = !inner.check(address, version);
        const same = version === 'ipv4' ? address : `ipv6 ${isGlobal}`;
        if (seen.has(same)) return [];
        seen.add(same);
        return [{ host: version === 'ipv6' ? `[${address}]` : address, interfaceName, kind, isGlobal }];
      });
    })
    .toSorted((a, b) => rank(a.kind) - rank(b.kind));
}

/** Returns the host to listen at for all addresses of this computer. Sockets of IPv6 accept IPv4 too, but not every computer has IPv6. */
export const allInterfaces = (interfaces: Interfaces): string =>
  lanAddresses('::', interfaces).some(({ host }) => host.startsWith('[')) ? '::' : EVERYWHERE_4;

// Addresses that are not the open internet: of this computer, of the networks around it, and those kept for special purposes (RFC 6890).
import { BlockList, isIP } from 'node:net';

const inner = new BlockList();

const networks4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3`;

/** Besides those of IPv6: what stands for an address of IPv4 and so may lead anywhere (compatible, translated, NAT64, Teredo, 6to4). */
const networks6 =
  '::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 fc00::/7 fe80::/10 fec0::/10 ff00::/8';

for (const [family, list] of [
  ['ipv4', networks4],
  ['ipv6', networks6],
] as const) {
  for (const network of list.split(/\s+/)) {
    const [address = '', bits = ''] = network.split('/');
    inner.addSubnet(address, Number(bits), family);
  }
}

/** Whether an address leads to this computer or into its networks. What is no address is not trusted either. */
export function isInner(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(bare);
  return family === 0 || inner.check(bare, family === 6 ? 'ipv6' : 'ipv4');
}

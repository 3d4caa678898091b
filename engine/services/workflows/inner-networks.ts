// Addresses outside the public internet: this computer, private networks, and special-purpose addresses (RFC 6890).
import { BlockList, isIP } from 'node:net';

const inner = new BlockList();

const networks4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3`;

/**
 * Ranges within 2000::/3 that are not public: protocol assignments such as Teredo, documentation, and 6to4. Teredo and 6to4 embed an IPv4
 * address, which may be private.
 */
const networks6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20';

for (const [family, list] of [
  ['ipv4', networks4],
  ['ipv6', networks6],
] as const) {
  for (const network of list.split(/\s+/)) {
    const [address = '', bits = ''] = network.split('/');
    inner.addSubnet(address, Number(bits), family);
  }
}

/** Whether an address belongs to this computer or a private network. Text that is not an IP address counts as private. */
export function isInner(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(bare);
  if (family === 4) return inner.check(bare, 'ipv4');
  return family === 0 || isInner6(groupsOf(bare), bare);
}

function isInner6(groups: readonly number[], address: string): boolean {
  const [first = 0, , , , fifth = 0, sixth = 0, seventh = 0, eighth = 0] = groups;
  const isMapped = sixth === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped) return inner.check([seventh >> 8, seventh & 255, eighth >> 8, eighth & 255].join('.'), 'ipv4');
  // All public addresses are within 2000::/3. Outside of it are loopback, unique local, link-local and multicast addresses, and addresses that
  // embed an IPv4 address (compatible, translated, NAT64).
  if ((first & 0xe000) !== 0x2000) return true;
  // ISATAP: an IPv4 address after 0:5efe or 200:5efe, within any network (RFC 5214).
  if (sixth === 0x5efe && (fifth & ~0x0300) === 0) return true;
  return inner.check(address, 'ipv6');
}

/** Returns the eight groups of a valid IPv6 address as numbers. */
function groupsOf(address: string): readonly number[] {
  // The URL parser writes a trailing IPv4 address as two groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const numbers = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const front = numbers(head);
  const back = numbers(tail ?? '');
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
}

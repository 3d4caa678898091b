// A name server over UDP (RFC 1035) that returns the attack's addresses, with a new list for each query.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** Addresses of a name for successive queries; the last list repeats. */
export type Names = Readonly<Record<string, readonly (readonly string[])[]>>;

const A = 1;
const AAAA = 28;

export interface DnsServer {
  /** Received queries, as `name type`. */
  readonly queries: readonly string[];
  close(): void;
}

/** Listens on port 53 of an address of this computer. Rejects if that is not permitted. */
export async function dnsServer(address: string, names: Names): Promise<DnsServer> {
  const queries: string[] = [];
  const socket: Socket = createSocket('udp4');
  socket.on('message', (question, from) => {
    const { name, type, end } = questionOf(question);
    const turn = queries.filter((one) => one === `${name} ${type}`).length;
    queries.push(`${name} ${type}`);
    const lists = names[name] ?? [];
    const all = lists[Math.min(turn, lists.length - 1)] ?? [];
    const records = all.filter((one) => (type === AAAA) === one.includes(':') && (type === A || type === AAAA)).map(recordOf);
    const head = Buffer.from([
      question[0] ?? 0,
      question[1] ?? 0,
      0x81,
      lists.length === 0 ? 0x83 : 0x80,
      0,
      1,
      0,
      records.length,
      0,
      0,
      0,
      0,
    ]);
    socket.send(Buffer.concat([head, question.subarray(12, end), ...records]), from.port, from.address);
  });
  socket.bind(53, address);
  await once(socket, 'listening');
  return { queries, close: () => void socket.close() };
}

function questionOf(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** Returns a record for the queried name that must not be cached (TTL 0). */
function recordOf(address: string): Buffer {
  const isSix = address.includes(':');
  const bytes = isSix ? bytesOfSix(address) : address.split('.').map(Number);
  return Buffer.from([0xc0, 12, 0, isSix ? AAAA : A, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]);
}

function bytesOfSix(address: string): number[] {
  const [left = '', right = ''] = address.split('::').map((half) => half);
  const groups = (half: string): number[] => (half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16)));
  const [first, last] = [groups(left), groups(right)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last].flatMap((group) => [group >> 8, group & 255]);
}

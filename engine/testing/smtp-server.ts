// A mail server for tests on a free local port: it receives messages, records them, and rejects commands as the test requests.
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Header lines, unfolded. */
  readonly headers: readonly string[];
  /** Decoded text and HTML part. */
  readonly text: string;
  readonly html: string;
}

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** Every command line, in order. */
  readonly commands: readonly string[];
  close(): Promise<void>;
}

interface Conversation {
  from: string;
  to: string[];
  /** Lines of the message being received; undefined between messages. */
  lines: string[] | undefined;
}

/** `refuse` returns the reply to a command that should fail, such as `550 no such mailbox`. */
export async function smtpServer(reject: (command: string) => string | undefined = () => undefined): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const session: Conversation = { from: '', to: [], lines: undefined };
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    let rest = '';
    socket.setEncoding('latin1');
    socket.on('data', (part) => {
      const lines = (rest + String(part)).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (session.lines === undefined) {
          commands.push(line);
          say(reject(line) ?? replyTo(line, session));
          if (/^quit/i.test(line)) socket.end();
        } else if (line === '.') {
          received.push(mailOf(session));
          session.lines = undefined;
          say('250 taken');
        } else {
          session.lines.push(line.replace(/^\./, ''));
        }
      }
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    say('220 test server');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    received,
    commands,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function replyTo(line: string, session: Conversation): string {
  const [command = ''] = line.toUpperCase().split(/[ :]/, 1);
  const address = /<(.*)>/.exec(line)?.[1] ?? '';
  switch (command) {
    case 'EHLO':
      return '250-test server\r\n250-AUTH PLAIN\r\n250 8BITMIME';
    case 'AUTH':
      return '235 welcome';
    case 'MAIL':
      Object.assign(session, { from: address, to: [] });
      return '250 ok';
    case 'RCPT':
      session.to.push(address);
      return '250 ok';
    case 'DATA':
      session.lines = [];
      return '354 go on';
    case 'QUIT':
      return '221 bye';
    default:
      return '250 ok';
  }
}

function mailOf({ from, to, lines = [] }: Conversation): ReceivedMail {
  const raw = lines.join('\r\n');
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  return { from, to: [...to], headers: head.split('\r\n'), text: partOf(raw, 'text/plain'), html: partOf(raw, 'text/html') };
}

/** Returns the part of this type, with its transfer encoding decoded. */
function partOf(raw: string, type: string): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1];
  const parts = boundary === undefined ? [raw] : raw.split(`--${boundary}`).slice(1);
  const part = parts.find((text) => text.includes(`Content-Type: ${type}`)) ?? '';
  const body = part.slice(part.indexOf('\r\n\r\n') + 4);
  const encoding = /Content-Transfer-Encoding: ([\w-]+)/i.exec(part)?.[1];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString();
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

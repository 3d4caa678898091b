// Sends e-mail over SMTP. The library is loaded with the first message. Errors do not contain the server's credentials.
import { AppError } from '../../contract/errors.ts';

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  readonly user?: string;
  readonly pass?: string;
  /** `Name <address>` or an address. Default: the user. */
  readonly sender?: string;
  /** Whether the connection uses TLS from the start; if not, STARTTLS is used when the server offers it. */
  readonly ssl: boolean;
}

export interface Message {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Time limit for sending a message, in milliseconds. */
const TIME_LIMIT = 15_000;

const loopback = new Set(['localhost', '127.0.0.1', '::1']);

const reasons: Readonly<Record<string, string>> = {
  EAUTH: 'the mail server refused the sign-in. Check user and password of the SMTP settings',
  ENOAUTH: 'the mail server wants a sign-in. Set user and password in the SMTP settings',
  EENVELOPE: 'the mail server refused the sender or the recipient',
  EREQUIRETLS: 'the mail server offers no encryption, without which no password is sent to it',
  ETLS: 'no encrypted connection to the mail server came about. Check port and SSL of the SMTP settings',
  EMESSAGE: 'the mail server refused the message',
};

/** Error codes of an unreachable server: further messages would fail too. */
const unreachable = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EREQUIRETLS', 'EAUTH', 'ENOAUTH']);

/** Sends one message. Throws EMAIL_FAILED, with the parameter `isUnreachable` if further messages would fail too. */
export async function sendMail(settings: MailSettings, message: Message): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const { host, port, ssl, user, pass } = settings;
  const hasSignIn = user !== undefined && user !== '';
  const transport = createTransport({
    host,
    port,
    secure: ssl,
    // Passwords are sent only over TLS or to this computer.
    requireTLS: hasSignIn && !ssl && !loopback.has(host),
    ...(hasSignIn ? { auth: { user, pass: pass ?? '' } } : {}),
    connectionTimeout: TIME_LIMIT,
    greetingTimeout: TIME_LIMIT,
    socketTimeout: TIME_LIMIT,
    dnsTimeout: TIME_LIMIT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const { to, ...content } = message;
    // An object, since text would be parsed as a list of addresses.
    await transport.sendMail({ ...content, from: sender(settings), to: { name: '', address: to } });
  } catch (error) {
    throw mailFailed(error);
  } finally {
    transport.close();
  }
}

/** Settings from the environment may be empty strings. */
const sender = (settings: MailSettings): string => [settings.sender, settings.user].find((name) => name) ?? 'millrace@localhost';

/** Explains the failure by its error code: the server's own message may repeat the input. */
function mailFailed(error: unknown): AppError {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const name = typeof code === 'string' ? code : '';
  const reason =
    reasons[name] ??
    (unreachable.has(name)
      ? 'the mail server cannot be reached under its host and port, or its certificate is not trusted'
      : 'the mail server refused it');
  const response = typeof responseCode === 'number' ? ` (it answered ${responseCode})` : '';
  return new AppError('EMAIL_FAILED', `The e-mail could not be sent: ${reason}${response}.`, {
    params: { reason, isUnreachable: unreachable.has(name) },
    hint: 'Check the SMTP settings of this instance.',
  });
}

// E-mails as a mail server receives them: recipients, contents, and reported failures.
import { afterEach, describe, expect, it } from 'vitest';
import { smtpServer, type SmtpServer } from '../../testing/smtp-server.ts';
import { AccountMail } from './account-mail.ts';
import type { MailSettings } from './mailer.ts';

const servers: SmtpServer[] = [];

async function start(reject?: (command: string) => string | undefined): Promise<SmtpServer> {
  const server = await smtpServer(reject);
  servers.push(server);
  return server;
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const settingsOf = ({ host, port }: SmtpServer, changed: Partial<MailSettings> = {}): MailSettings => ({
  host,
  port,
  user: 'mill',
  pass: 'S3cret-of-smtp',
  sender: 'Millrace <flows@example.com>',
  ssl: false,
  ...changed,
});

const link = 'https://flows.example/signup?inviterId=a&inviteeId=b';

describe('an invitation', () => {
  it('arrives as text and as HTML, from the sender of the settings', async () => {
    const server = await start();
    await new AccountMail(settingsOf(server)).sendInvitation({ to: 'bea@example.com', inviter: 'Anna Öst', link });
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: 'flows@example.com', to: ['bea@example.com'] });
    expect(mail?.headers).toContainEqual('From: Millrace <flows@example.com>');
    expect(mail?.headers).toContainEqual('To: bea@example.com');
    expect(mail?.text).toContain(`Anna Öst invited you to work together`);
    expect(mail?.text.split(/\r?\n/)).toContain(link);
    expect(mail?.html).toContain('<a href="https://flows.example/signup?inviterId=a&amp;inviteeId=b">');
    expect(server.commands.some((command) => command.startsWith('AUTH PLAIN'))).toBe(true);
  });

  it('treats no part of a name as HTML or as a header', async () => {
    const server = await start();
    const inviter = '<script>x</script>{link}\r\nBcc: all@example.com';
    await new AccountMail(settingsOf(server)).sendInvitation({ to: 'bea@example.com', inviter, link });
    const [mail] = server.received;
    expect(mail?.to).toEqual(['bea@example.com']);
    expect(mail?.headers.filter((line) => /^bcc/i.test(line))).toEqual([]);
    expect(mail?.html).not.toContain('<script>');
    expect(mail?.html).toContain('&lt;script&gt;x&lt;/script&gt;{link}');
  });

  it('is sent without authentication if no user is set', async () => {
    const server = await start();
    const settings = settingsOf(server, { user: '', pass: '', sender: 'flows@example.com' });
    await new AccountMail(settings).sendInvitation({ to: 'bea@example.com', inviter: 'Anna', link });
    expect(server.received[0]?.from).toBe('flows@example.com');
    expect(server.commands.filter((command) => command.startsWith('AUTH'))).toEqual([]);
  });
});

it('a password link names its recipient', async () => {
  const server = await start();
  await new AccountMail(settingsOf(server)).sendPasswordLink({ to: 'bea@example.com', name: 'Bea Berg', link });
  expect(server.received[0]?.text).toContain('Hello Bea Berg,');
  expect(server.received[0]?.headers).toContainEqual('Subject: Reset your Millrace password');
});

describe('a failure', () => {
  it.each([
    ['rejected authentication', /^AUTH/, '535 5.7.8 bad credentials for mill', 'refused the sign-in', true],
    ['a rejected recipient', /^RCPT/, '550 no such mailbox', 'refused the sender or the recipient', false],
    ['a rejected message', /^DATA/, '554 S3cret-of-smtp', 'refused', false],
  ])('%s is told by its kind, without what the server said', async (_, command, response, reason, isUnreachable) => {
    const server = await start((line) => (command.test(line) ? response : undefined));
    const sending = new AccountMail(settingsOf(server)).sendInvitation({ to: 'bea@example.com', inviter: 'Anna', link });
    const error = await sending.then(
      () => undefined,
      (failure: unknown) => failure,
    );
    expect(error).toMatchObject({ code: 'EMAIL_FAILED', params: { isUnreachable } });
    expect((error as Error).message).toContain(reason);
    const errorText = JSON.stringify(error) + String((error as Error).stack) + String((error as Error).cause);
    expect(errorText).not.toMatch(/S3cret-of-smtp|mailbox|bad credentials/);
    expect(server.received).toEqual([]);
  });

  it('an unreachable server is reported', async () => {
    const server = await start();
    await server.close();
    const sending = new AccountMail(settingsOf(server)).sendInvitation({ to: 'bea@example.com', inviter: 'Anna', link });
    await expect(sending).rejects.toMatchObject({ code: 'EMAIL_FAILED', params: { isUnreachable: true } });
  });

  it('nothing is sent without a mail server', async () => {
    const mail = new AccountMail(undefined);
    expect(mail.isSetUp).toBe(false);
    await expect(mail.sendInvitation({ to: 'bea@example.com', inviter: 'Anna', link })).rejects.toMatchObject({
      code: 'EMAIL_NOT_SET_UP',
    });
  });
});

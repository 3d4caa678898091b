// E-mails about accounts: invitations, and links to reset passwords.
import texts from '../../../locales/en/mail.json' with { type: 'json' };
import { AppError } from '../../contract/errors.ts';
import { escapeHtml } from '../../sdk/html.ts';
import { sendMail, type MailSettings, type Message } from './mailer.ts';

export class AccountMail {
  readonly #settings: MailSettings | undefined;

  /** `settings`: undefined if e-mail is not set up. */
  constructor(settings: MailSettings | undefined) {
    this.#settings = settings;
  }

  get isSetUp(): boolean {
    return this.#settings !== undefined;
  }

  /** Returns the settings. Throws EMAIL_NOT_SET_UP. */
  requireSetUp(): MailSettings {
    if (this.#settings !== undefined) return this.#settings;
    throw new AppError('EMAIL_NOT_SET_UP', 'This instance sends no e-mail, since no mail server is set up.', {
      hint: 'Set the SMTP settings of this instance (MILLRACE_SMTP_HOST and the others), and start it again.',
    });
  }

  /** Throws EMAIL_NOT_SET_UP or EMAIL_FAILED. */
  async sendInvitation({ to, inviter, link }: { readonly to: string; readonly inviter: string; readonly link: string }): Promise<void> {
    await this.#send(buildMessage('invitation', to, { inviter, link }));
  }

  /** Throws EMAIL_NOT_SET_UP or EMAIL_FAILED. */
  async sendPasswordLink({ to, name, link }: { readonly to: string; readonly name: string; readonly link: string }): Promise<void> {
    await this.#send(buildMessage('password', to, { name, link }));
  }

  async #send(message: Message): Promise<void> {
    await sendMail(this.requireSetUp(), message);
  }
}

type MessageName = 'invitation' | 'password';

/** Builds a message with `{names}` replaced; `link` is on a line of its own. */
function buildMessage(name: MessageName, to: string, values: Readonly<Record<string, string>> & { readonly link: string }): Message {
  const { subject, lines, action, footer } = texts[name];
  const plain = [...lines.map((line) => fill(line, values)), `${action}\n${values.link}`, footer];
  const html = [
    ...lines.map((line) => `<p>${escapeHtml(fill(line, values))}</p>`),
    `<p><a href="${escapeHtml(values.link)}">${escapeHtml(action)}</a></p>`,
    `<p><small>${escapeHtml(footer)}</small></p>`,
  ];
  return {
    to,
    subject: fill(subject, values),
    text: `${plain.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${html.join('\n')}</body></html>`,
  };
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : whole));

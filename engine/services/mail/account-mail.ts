// E-mails about accounts: invitations, and links to reset passwords.
import { AppError } from '../../contract/errors.ts';
import { sendMail, type MailSettings, type Message } from './mailer.ts';
import { buildMessage } from './messages.ts';

export class AccountMail {
  readonly #settings: MailSettings | undefined;

  /** Undefined if e-mail is not set up. */
  constructor(settings: MailSettings | undefined) {
    this.#settings = settings;
  }

  get isSetUp(): boolean {
    return this.#settings !== undefined;
  }

  /** The settings. Throws EMAIL_NOT_SET_UP. */
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

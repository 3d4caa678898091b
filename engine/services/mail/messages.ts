// The texts of e-mails, from locales/en/mail.json, as plain text and as simple HTML.
import texts from '../../../locales/en/mail.json' with { type: 'json' };
import type { Message } from './mailer.ts';
import { escapeHtml } from '../../nodes/_shared/form-html.ts';

type MessageName = 'invitation' | 'password';

/** Builds a message with `{names}` filled in; `link` is on a line of its own. */
export function buildMessage(name: MessageName, to: string, values: Readonly<Record<string, string>> & { readonly link: string }): Message {
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

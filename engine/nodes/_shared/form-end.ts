// The end of a form: a text or a redirect.
import { ownValue } from '../../workflow/own-properties.ts';
import type { WebhookReply } from '../../sdk/index.ts';
import { endPage } from './form-answer.ts';
import { redirectReply } from './form-page.ts';
import { textOf } from './text-of.ts';

/** Reads the option `respondWithOptions`: `{ respondWith, formSubmittedText, redirectUrl }`. */
export function endReply(values: unknown): WebhookReply {
  const read = (name: string): string => (typeof values === 'object' ? textOf(ownValue(values, name)) : '');
  if (read('respondWith') === 'redirect') return redirectReply(read('redirectUrl'));
  return endPage(read('formSubmittedText') || undefined);
}

// Sanitized HTML of node descriptions and errors: a few harmless tags are kept, and links open in a new tab.
import DOMPurify from 'dompurify';
import { useMemo, type ReactNode } from 'react';
import { inertHtml } from '../lib/inert-html.ts';

const purifier = DOMPurify();

purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A') return;
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer');
});

/** Removes all tags and attributes except those that notices may have. */
export function sanitized(html: string): string {
  return purifier.sanitize(inertHtml(html), {
    ALLOWED_TAGS: ['p', 'strong', 'b', 'code', 'a', 'br', 'i', 'em', 'small'],
    ALLOWED_ATTR: ['href', 'name', 'target', 'title', 'class', 'id'],
    ALLOW_DATA_ATTR: true,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|#|\/(?!\/))/i,
    SANITIZE_NAMED_PROPS: true,
  });
}

export function SafeHtml({ html }: { readonly html: string }): ReactNode {
  const __html = useMemo(() => sanitized(html), [html]);
  // oxlint-disable-next-line react/no-danger -- sanitized above
  return <span dangerouslySetInnerHTML={{ __html }} />;
}

// Sanitizes the HTML of node descriptions and errors: a few harmless tags are kept, and links open in a new tab.
import DOMPurify from 'dompurify';
import { useMemo, type ReactNode } from 'react';

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

const opening = /<[a-z][^\s/>]*/gi;
/** Whitespace between attributes, or an attribute with its value. */
const part = /[\s/]+|[^\s/>][^\s/>=]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?/gy;

/** Removes event handlers and `<base>`. This is not a sanitizer: the sanitizer reads its result. */
export function inertHtml(html: string): string {
  const output: string[] = [];
  let at = 0;
  for (;;) {
    opening.lastIndex = at;
    const tag = opening.exec(html);
    if (tag === null) break;
    const attributes: string[] = [];
    let end = opening.lastIndex;
    part.lastIndex = end;
    for (let match = part.exec(html); match !== null; match = part.exec(html)) {
      end = part.lastIndex;
      if (!/^on/i.test(match[0])) attributes.push(match[0]);
    }
    // An unclosed tag creates no element.
    if (end === html.length) break;
    const isBase = tag[0].toLowerCase() === '<base';
    output.push(html.slice(at, tag.index), isBase ? '' : `${tag[0]}${attributes.join('')}>`);
    at = end + 1;
  }
  return output.join('') + html.slice(at);
}

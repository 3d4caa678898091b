// Renders the Markdown of replies of workflows and models. Replies may contain what others wrote, so images and other content that would be loaded are left out.
import './reply-html.css';
import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import { inertHtml } from './safe-html.tsx';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Tags in the text are shown as text, and images as their description. */
const renderer = {
  html: ({ text }: { readonly text: string }): string => escaped(text),
  image: ({ text, href }: { readonly text: string; readonly href: string }): string => escaped(text === '' ? href : text),
};

interface Tools {
  readonly marked: Marked;
  readonly purifier: ReturnType<typeof DOMPurify>;
}

let tools: Tools | undefined;

/** Made when the first reply is shown: a bundle may run this file before the libraries that it imports. */
const replyTools = (): Tools => (tools ??= { marked: new Marked({ gfm: true, breaks: true, renderer }), purifier: newPurifier() });

function newPurifier(): Tools['purifier'] {
  const purifier = DOMPurify();
  purifier.addHook('afterSanitizeAttributes', (element) => {
    if (element.tagName !== 'A') return;
    element.setAttribute('target', '_blank');
    element.setAttribute('rel', 'noopener noreferrer');
  });
  return purifier;
}

const tags = 'p br hr strong em del code pre blockquote ul ol li a h1 h2 h3 h4 h5 h6 table thead tbody tr th td'.split(' ');

/** Maximum number of characters that are parsed; longer replies are shown as their source. */
const LONGEST = 100_000;

/** Returns sanitized HTML; undefined if the text is to be shown as its source. */
export function replyHtml(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  try {
    const { marked, purifier } = replyTools();
    const html = marked.parse(text, { async: false });
    return purifier.sanitize(inertHtml(html), {
      ALLOWED_TAGS: tags,
      ALLOWED_ATTR: ['href', 'target', 'start'],
      ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
    });
  } catch {
    return undefined;
  }
}

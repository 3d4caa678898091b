// Markdown of notes, made harmless. It is loaded when the first note is shown.
import DOMPurify, { type DOMPurify as Purifier } from 'dompurify';
import { Marked } from 'marked';

const marked = new Marked({ gfm: true, breaks: true });

/** Forms and styles have no business in a note; pictures from elsewhere are not told where they are shown. */
function makePurifier(): Purifier {
  const purifier = DOMPurify(window);
  purifier.addHook('afterSanitizeAttributes', (element) => {
    if (element.tagName === 'A') {
      element.setAttribute('target', '_blank');
      element.setAttribute('rel', 'noopener noreferrer');
    }
    if (element.tagName === 'IMG') {
      element.setAttribute('referrerpolicy', 'no-referrer');
      element.setAttribute('loading', 'lazy');
      element.setAttribute('draggable', 'false');
    }
  });
  return purifier;
}

let purifier: Purifier | undefined;

/** HTML that may be put into a page. */
export function renderMarkdown(text: string): string {
  purifier ??= makePurifier();
  return purifier.sanitize(marked.parse(text, { async: false }), {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'option', 'video', 'audio', 'dialog'],
    FORBID_ATTR: ['style', 'class', 'id', 'name'],
    ALLOW_DATA_ATTR: false,
  });
}

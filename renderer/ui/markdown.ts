// Renders and sanitizes the Markdown of notes. Loaded with the first note.
import DOMPurify, { type DOMPurify as Purifier } from 'dompurify';
import { Marked } from 'marked';
import { inertHtml } from './safe-html.tsx';

const marked = new Marked({ gfm: true, breaks: true });

/** Creates the sanitizer. Notes need no forms and no styles; images send no referrer. */
function makePurifier(): Purifier {
  const purifier = DOMPurify(window);
  purifier.addHook('afterSanitizeAttributes', (element) => {
    if (element.tagName === 'A') {
      element.setAttribute('target', '_blank');
      element.setAttribute('rel', 'noopener noreferrer');
    }
    if (element.tagName === 'IMG') {
      leaveOut(element, 'http:');
      element.setAttribute('referrerpolicy', 'no-referrer');
      element.setAttribute('loading', 'lazy');
      element.setAttribute('draggable', 'false');
    }
  });
  return purifier;
}

/** Replaces an image with this protocol by its alternative text or URL. */
function leaveOut(image: Element, protocol: string): void {
  const src = image.getAttribute('src') ?? '';
  if (!URL.canParse(src) || new URL(src).protocol !== protocol) return;
  image.removeAttribute('src');
  if ((image.getAttribute('alt') ?? '') === '') image.setAttribute('alt', src);
}

let purifier: Purifier | undefined;

const forbiddenTags = 'style form input button textarea select option video audio dialog map area picture source template slot'.split(' ');

/** `background` and `srcset` load images like `src`, but would bypass its rules. */
const forbiddenAttributes = ['style', 'class', 'id', 'name', 'background', 'srcset', 'is'];

/** Returns sanitized HTML. Text that is nested too deeply to render is shown as its source. */
export function renderMarkdown(text: string): string {
  purifier ??= makePurifier();
  return purifier.sanitize(inertHtml(parseMarkdown(text)), {
    USE_PROFILES: { html: true },
    FORBID_TAGS: forbiddenTags,
    FORBID_ATTR: forbiddenAttributes,
    ALLOW_DATA_ATTR: false,
  });
}

function parseMarkdown(text: string): string {
  try {
    return marked.parse(text, { async: false });
  } catch {
    const paragraph = document.createElement('p');
    paragraph.textContent = text;
    return paragraph.outerHTML;
  }
}

// Turns the Markdown of the help into HTML with anchors, and lists its headings.
import { renderMarkdown } from '../../ui/markdown.ts';

export interface HelpHeading {
  readonly id: string;
  readonly text: string;
  /** 2 or 3. */
  readonly level: number;
}

export interface HelpHtml {
  readonly html: string;
  readonly headings: readonly HelpHeading[];
}

/** Returns the anchor of a heading, such as `run-it-once`. */
export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

interface HtmlOptions {
  /** Returns the URL of a path of the editor. */
  readonly urlOf: (path: string) => string;
  /** Accessible name of a table, which can be scrolled. */
  readonly tableLabel: string;
}

/** Links to paths of the editor get `data-to`, so that they can be followed without loading the page again. */
export function helpHtml(markdown: string, { urlOf, tableLabel }: HtmlOptions): HelpHtml {
  const template = document.createElement('template');
  template.innerHTML = renderMarkdown(markdown);
  const { content } = template;
  const headings: HelpHeading[] = [];
  for (const heading of content.querySelectorAll('h2, h3')) {
    const text = heading.textContent;
    const first = anchorOf(text);
    const others = headings.filter(({ id }) => id === first || id.startsWith(`${first}--`)).length;
    heading.id = others === 0 ? first : `${first}--${others + 1}`;
    headings.push({ id: heading.id, text, level: Number(heading.tagName.slice(1)) });
  }
  for (const link of content.querySelectorAll('a')) {
    const to = link.getAttribute('href') ?? '';
    if (!to.startsWith('/')) continue;
    link.dataset['to'] = to;
    link.setAttribute('href', urlOf(to));
  }
  for (const table of content.querySelectorAll('table')) {
    const frame = document.createElement('div');
    frame.className = 'help-table';
    frame.tabIndex = 0;
    frame.role = 'region';
    frame.ariaLabel = tableLabel;
    table.replaceWith(frame);
    frame.append(table);
  }
  for (const code of content.querySelectorAll('pre')) code.tabIndex = 0;
  return { html: template.innerHTML, headings };
}

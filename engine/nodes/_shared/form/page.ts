// Pages shown to people: the frame, messages, texts from locales/en/form.json, and the policy that allows only our own script on them.
import texts from '../../../../locales/en/form.json' with { type: 'json' };
import { cspHash, escapeHtml, textsOf, type WebhookReply } from '../../../sdk/index.ts';
import { script, style } from './style.ts';

/** Returns the text at a dotted key of form.json, with `{names}` replaced. */
export const formText = textsOf(texts, 'form.json');

export interface PageFrame {
  readonly title: string;
  /** Sanitized markup. */
  readonly content: string;
  readonly customCss?: string;
  readonly attribution?: boolean;
  /** Seconds after which the page reloads. */
  readonly refresh?: number;
  readonly status?: number;
  /** Whether a file embedded in the page is downloaded automatically. */
  readonly hasDownload?: boolean;
}

const ownHashes = { style: cspHash(style), script: cspHash(script) };

/** Returns a complete page as a response. It has an opaque origin, so that nothing on it can access the product's cookies or API. */
export function pageReply({ title, content, customCss = '', attribution = false, refresh, status = 200 }: PageFrame): WebhookReply {
  const css = safeCss(customCss);
  const policy = [
    "default-src 'none'",
    `style-src ${ownHashes.style}${css === '' ? '' : ` ${cspHash(css)}`}`,
    `script-src ${ownHashes.script}`,
    'img-src https: data:',
    'font-src https: data:',
    "base-uri 'none'",
    'sandbox allow-forms allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads allow-top-navigation-by-user-activation',
  ];
  const body = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    refresh === undefined ? '' : `<meta http-equiv="refresh" content="${refresh}">`,
    `<title>${escapeHtml(title)}</title><style>${style}</style>${css === '' ? '' : `<style>${css}</style>`}</head>`,
    `<body><main>${content}</main>${attribution ? `<footer>${escapeHtml(formText('attribution'))}</footer>` : ''}`,
    `<script>${script}</script></body></html>`,
  ].join('');
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
    body,
  };
}

/** Escapes characters that could end the style element in an author's CSS. */
const safeCss = (css: string): string => css.replaceAll('<', String.raw`\3c `).trim();

/** Returns a page with a heading and a text. `html`: sanitized markup that replaces `text`. */
export function messagePage(
  status: number,
  {
    title,
    text = '',
    html,
    ...frame
  }: { readonly title: string; readonly text?: string; readonly html?: string } & Partial<
    Pick<PageFrame, 'refresh' | 'customCss' | 'attribution'>
  >,
): WebhookReply {
  const inner = html ?? escapeHtml(text);
  const lead = inner === '' ? '' : `<div class="lead" role="status">${inner}</div>`;
  return pageReply({ ...frame, status, title, content: `<h1>${escapeHtml(title)}</h1>${lead}` });
}

/** Redirects to a web URL; if the URL is invalid, returns a page that says so. */
export function redirectReply(url: string): WebhookReply {
  const location = URL.canParse(url) ? new URL(url) : undefined;
  if (location === undefined || !['http:', 'https:'].includes(location.protocol)) {
    return messagePage(200, { title: formText('end.title'), text: formText('end.text') });
  }
  return { status: 303, headers: { location: location.href, 'cache-control': 'no-store' } };
}

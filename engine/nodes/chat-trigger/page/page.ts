// The page of a chat: one document with its own style and script, and nothing from elsewhere.
import texts from '../../../../locales/en/hostedChat.json' with { type: 'json' };
import { cspHash, escapeHtml, textsOf, type WebhookContext, type WebhookReply } from '../../../sdk/index.ts';
import { tokenOf, type Caller } from '../admission.ts';
import { script } from './script.ts';
import { style } from './style.ts';

/** Returns the text at a dotted key of hostedChat.json. */
export const chatText = textsOf(texts, 'hostedChat.json');

const ownHashes = { style: cspHash(style), script: cspHash(script) };

/**
 * Returns the page. It has an opaque origin, so that nothing on it can access the product's cookies or API. `isFramed`: whether it is shown within
 * another page, by the widget.
 */
export function chatPage(ctx: WebhookContext, caller: Caller, isFramed: boolean): WebhookReply {
  const { origin } = new URL(ctx.request.url);
  const css = ctx
    .param('options.customCss', 0, '')
    .replaceAll('<', String.raw`\3c `)
    .trim();
  const title = ctx.param('options.title', 0, 'Hi there! 👋');
  const policy = [
    "default-src 'none'",
    `style-src ${ownHashes.style}${css === '' ? '' : ` ${cspHash(css)}`}`,
    `script-src ${ownHashes.script}`,
    `connect-src ${origin}`,
    'img-src https: data:',
    'font-src https: data:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${isFramed ? framingOrigins(ctx) : "'none'"}`,
    'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads',
  ];
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title><style>${style}</style>${css === '' ? '' : `<style>${css}</style>`}</head>`,
    `<body${isFramed ? ' class="framed"' : ''}>`,
    `<header class="chat-header"><div><h1>${escapeHtml(title)}</h1><p>${escapeHtml(subtitleOf(ctx))}</p></div>`,
    `<button type="button" id="new" class="quiet">${escapeHtml(chatText('newConversation'))}</button></header>`,
    `<main id="messages" class="chat-messages" role="log" aria-live="polite" aria-label="${escapeHtml(chatText('messages'))}" tabindex="0"></main>`,
    `<script type="application/json" id="settings">${scriptSafe(settingsOf(ctx, caller))}</script>`,
    `<script>${script}</script></body></html>`,
  ].join('');
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
    body: html,
  };
}

const subtitleOf = (ctx: WebhookContext): string => ctx.param('options.subtitle', 0, "Start a chat. We're here to help you 24/7.");

/** Returns the origins of the pages that may show the chat, for the policy. */
function framingOrigins(ctx: WebhookContext): string {
  const origins = ctx
    .param('options.allowedOrigins', 0, '*')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text === '*' || /^https?:\/\/[\w.:-]+$/i.test(text));
  return origins.length === 0 ? "'none'" : origins.join(' ');
}

function settingsOf(ctx: WebhookContext, caller: Caller): object {
  const mode = ctx.param('options.responseMode', 0, ctx.param('availableInChat', 0, false) ? 'streaming' : 'lastNode');
  const names = ['send', 'attach', 'remove', 'failed', 'again', 'empty', 'writing'] as const;
  return {
    url: ctx.webhookUrl('default') ?? ctx.request.url.replace(/[?#].*$/s, ''),
    token: tokenOf(ctx, caller),
    isStreaming: mode === 'streaming' || mode === 'responseNodes',
    initialMessages: ctx
      .param('initialMessages', 0, '')
      .split('\n')
      .filter((line) => line.trim() !== ''),
    loadsPrevious: ctx.param('options.loadPreviousSession', 0, 'notSupported') !== 'notSupported',
    welcome: ctx.param('options.showWelcomeScreen', 0, false) ? ctx.param('options.getStarted', 0, 'New Conversation') : '',
    accept: ctx.param('options.allowFileUploads', 0, false) ? acceptOf(ctx.param('options.allowedFilesMimeTypes', 0, '*')) : null,
    texts: {
      ...Object.fromEntries(names.map((name) => [name, chatText(name)])),
      placeholder: ctx.param('options.inputPlaceholder', 0, 'Type your question..'),
    },
  };
}

const acceptOf = (types: string): string => (types.trim() === '*' ? '' : types);

/** JSON that cannot end its element. */
const scriptSafe = (value: object): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

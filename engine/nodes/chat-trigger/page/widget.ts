// The script that puts a chat in another page: a button that opens the chat's page in a frame. `<script src="…/chat?widget" async></script>`
import type { WebhookContext, WebhookReply } from '../../../sdk/index.ts';
import { chatText } from './page.ts';

/** Everything is in a shadow root, so that the page and the widget do not change each other's looks. */
const widget = String.raw`
(() => {
  const { address, texts } = SETTINGS;
  const key = 'chat-session ' + address;
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const style = new CSSStyleSheet();
  style.replaceSync(
    'button{position:fixed;right:20px;bottom:20px;width:56px;height:56px;border:0;border-radius:50%;background:#0b7a75;color:#fff;cursor:pointer;box-shadow:0 4px 16px rgb(0 0 0/.25);z-index:2147483646}' +
    'button:focus-visible{outline:3px solid #45c4b8;outline-offset:2px}' +
    'iframe{position:fixed;right:20px;bottom:88px;width:min(400px,calc(100vw - 40px));height:min(620px,calc(100vh - 108px));border:1px solid rgb(0 0 0/.15);border-radius:12px;box-shadow:0 8px 32px rgb(0 0 0/.25);background:#fff;z-index:2147483646;color-scheme:light dark}' +
    '[hidden]{display:none}'
  );
  root.adoptedStyleSheets = [style];
  const button = document.createElement('button');
  button.type = 'button';
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [name, value] of Object.entries({ viewBox: '0 0 24 24', width: '26', height: '26', fill: 'none', stroke: 'currentColor', 'stroke-width': '1.75', 'aria-hidden': 'true' })) shape.setAttribute(name, value);
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', 'M21 11.5a8.5 8.5 0 0 1-12.5 7.5L3 21l2-5.5A8.5 8.5 0 1 1 21 11.5z');
  shape.append(line);
  button.append(shape);
  let frame;
  const session = () => { try { return localStorage.getItem(key) ?? ''; } catch { return ''; } };
  const label = (isOpen) => {
    button.setAttribute('aria-label', isOpen ? texts.close : texts.open);
    button.setAttribute('aria-expanded', String(isOpen));
  };
  label(false);
  button.addEventListener('click', () => {
    if (!frame) {
      frame = document.createElement('iframe');
      frame.title = texts.title;
      frame.hidden = true;
      frame.src = address + '?framed' + (/^[\w-]+$/.test(session()) ? '#session=' + session() : '');
      root.append(frame);
    }
    frame.hidden = !frame.hidden;
    label(!frame.hidden);
    if (!frame.hidden) frame.focus();
  });
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !frame || frame.hidden) return;
    frame.hidden = true;
    label(false);
    button.focus();
  });
  addEventListener('message', ({ source, data }) => {
    if (!frame || source !== frame.contentWindow || typeof data?.chatSession !== 'string') return;
    try { localStorage.setItem(key, data.chatSession); } catch { /* The session ends with the page. */ }
  });
  root.append(button);
  document.body.append(host);
})();
`.trim();

export function widgetScript(ctx: WebhookContext): WebhookReply {
  const address = ctx.webhookUrl('setup') ?? ctx.request.url.replace(/[?#].*$/s, '');
  const settings = { address, texts: { open: chatText('open'), close: chatText('close'), title: chatText('frame') } };
  return {
    status: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    },
    body: widget.replace('SETTINGS', () => JSON.stringify(settings)),
  };
}

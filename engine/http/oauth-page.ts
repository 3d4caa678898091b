// The page to which services redirect the browser after sign-in. It reports the outcome to the editor and closes itself.
import type { FastifyReply, FastifyRequest } from 'fastify';
import texts from '../../locales/en/oauth.json' with { type: 'json' };
import { OAUTH_CHANNEL } from '../contract/rest/constants.ts';
import { cspHash, escapeHtml } from '../sdk/html.ts';
import { textsOf } from '../sdk/texts.ts';
import type { OAuthOutcome } from '../services/credentials/oauth-connections.ts';
import { securityHeaders } from './guard.ts';

const pageText = textsOf(texts, 'oauth.json');

const style = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:15vh auto;padding:0 1.5rem}
h1{font-size:1.5rem;margin:0 0 .5rem}
p{margin:0 0 1rem;overflow-wrap:anywhere}`;

/**
 * The script is the same for all outcomes, so that the policy can contain its hash. The service's own page may have cut the link to the opener,
 * so a BroadcastChannel and the storage are used as well.
 */
const script = `{
  const { outcome, credential, origin } = document.body.dataset;
  const report = { credentialId: credential, outcome };
  try { new BroadcastChannel(${JSON.stringify(OAUTH_CHANNEL)}).postMessage(report); } catch {}
  try {
    localStorage.setItem(${JSON.stringify(OAUTH_CHANNEL)}, JSON.stringify({ ...report, at: Date.now() }));
    localStorage.removeItem(${JSON.stringify(OAUTH_CHANNEL)});
  } catch {}
  if (outcome === 'success') {
    if (window.opener !== null && origin) window.opener.postMessage('success', origin);
    window.close();
  }
}`;

const headers: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'content-security-policy': `default-src 'none'; script-src ${cspHash(script)}; style-src ${cspHash(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  // Any other value would cut the link to the editor that opened this window.
  'cross-origin-opener-policy': 'unsafe-none',
  // The URL contains the authorization code.
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

export function sendOAuthPage(reply: FastifyReply, { isConnected, problem, credentialId, origin }: OAuthOutcome): void {
  const title = pageText(isConnected ? 'connected.title' : 'failed.title');
  const message = isConnected ? pageText('connected.text') : (problem ?? '');
  // If the state is invalid, the editor window is unknown, so nothing is reported.
  const report =
    credentialId === undefined
      ? ''
      : ` data-outcome="${isConnected ? 'success' : 'failure'}" data-credential="${escapeHtml(credentialId)}" data-origin="${escapeHtml(origin ?? '')}"`;
  const body = `<body${report}>\n<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(message)}</p>\n${report === '' ? '' : `<script>${script}</script>\n`}</body>`;
  void reply
    .code(isConnected ? 200 : 400)
    .headers(headers)
    .type('text/html; charset=utf-8')
    .send(page(title, '', body));
}

/** Reloads the page: browsers send a SameSite=Strict cookie only with requests from this site's own pages. */
export function sendOAuthReload({ url }: Pick<FastifyRequest, 'url'>, reply: FastifyReply, mark: string): void {
  const refresh = `<meta http-equiv="refresh" content="0; url=${escapeHtml(`${url}&${mark}=1`)}">\n`;
  void reply
    .headers(headers)
    .type('text/html; charset=utf-8')
    .send(page(pageText('reload.title'), refresh, '<body>\n</body>'));
}

const page = (title: string, head: string, body: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<title>${escapeHtml(title)}</title>
<style>${style}</style>
${body}
</html>
`;

// Webhook responses as scripts of the editor: requests that browsers send for its page, and a policy that allows no file of the origin.
import { Tally, type Attack } from './attack.ts';
import { activate, fan } from './runs.ts';
import type { Call } from './client.ts';

const active = ['script', 'style', 'worker', 'sharedworker', 'serviceworker', 'audioworklet', 'paintworklet', 'xslt'];
const methods = ['GET', 'POST', 'HEAD', 'OPTIONS'];

export const webhookScripts: Attack = {
  area: 'Webhooks as scripts',
  run: async (target) => {
    const tally = new Tally();
    const { member } = target;
    const nodes = (fan('script', []) as { nodes: { parameters: object }[] }).nodes.map((node) => ({
      ...node,
      parameters: {
        path: 'script',
        options: {
          responseData: 'globalThis.hasRun = true',
          responseHeaders: {
            entries: [
              { name: 'Content-Type', value: 'text/javascript' },
              { name: 'X-Content-Type-Options', value: 'none' },
            ],
          },
        },
      },
    }));
    await activate(member, { name: 'script', nodes, connections: {} });
    const paths = ['webhook/script', 'webhook/script?x', '%77ebhook/script', 'webhook-test/script', 'webhook-waiting/1', 'form/script', 'form-waiting/1', 'form-test/x']; // oxfmt-ignore
    for (const path of paths) {
      for (const dest of active) {
        for (const method of methods) {
          const call: Call = {
            method,
            path: `/${path}`,
            headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': dest, 'sec-fetch-mode': 'no-cors' },
          };
          const { status, text, headers } = await target.send(call);
          // An address that is spelled otherwise is one of the editor, whose page is no script.
          const isPage = String(headers['content-type']).startsWith('text/html');
          const isPrevented = (status >= 400 || isPage) && !text.includes('hasRun') && headers['x-content-type-options'] === 'nosniff';
          tally.check(isPrevented, `A page of the product loads it as a ${dest}: ${status} ${text.slice(0, 80)}`, target.curl(call));
        }
      }
    }
    const legitimate = await target.send({
      path: '/webhook/script',
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script' },
    });
    if (!legitimate.text.includes('hasRun')) throw new Error('A page of another site cannot load the script of a webhook.');
    tally.check(legitimate.headers['x-content-type-options'] === 'nosniff', 'A response is sniffed', 'curl /webhook/script');
    const nonces = new Set<string>();
    for (const path of [
      '/',
      '/index.html',
      '/index%2ehtml',
      '/workflow/1',
      '/%69ndex.html',
      '//index.html',
      '/settings/users?x=<script>',
    ]) {
      const call: Call = { path, headers: { accept: 'text/html' } };
      const { text, headers } = await target.send(call);
      if (!text.includes('id="root"')) continue;
      const policy = String(headers['content-security-policy']);
      const [, nonce = ''] = /script-src 'nonce-([^']{24})'(?:;|$)/.exec(policy) ?? [];
      tally.check(
        nonce !== '' && text.includes(`nonce="${nonce}"`) && !nonces.has(nonce),
        `The editor runs other scripts: ${policy}`,
        target.curl(call),
      );
      nonces.add(nonce);
    }
    if (nonces.size === 0) throw new Error('The editor is not served.');
    return tally;
  },
};

// Pages of webhooks: whatever headers an author sets, the product's sandbox is sent, and no header affects the whole origin.
import { Tally, type Attack } from './attack.ts';
import { activate } from './runs.ts';

const headers: readonly (readonly [name: string, value: string])[] = [
  ['content-type', 'text/html'], ['content-type', 'text/plain;,text/html'], ['content-type', 'text/plain, text/html'], ['content-type', 'multipart/x-mixed-replace; boundary=a'], ['content-type', 'image/svg+xml'], ['content-type', 'application/xhtml+xml'],
  ['content-security-policy', 'sandbox allow-same-origin allow-scripts'], ['content-security-policy', 'sandbox-x'], ['content-security-policy', "default-src *; sandbox allow-same-origin"], ['Content-Security-Policy-Report-Only', 'sandbox'],
  ['set-cookie', 'millrace-auth=stolen; path=/'], ['set-cookie', ' millrace-auth =stolen'], ['set-cookie', 'a=b\r\nset-cookie: millrace-auth=stolen'], ['set-cookie', '__Host-millrace-auth=stolen; Secure; Path=/'],
  ['clear-site-data', '"*"'], ['service-worker-allowed', '/'], ['strict-transport-security', 'max-age=1'], ['alt-svc', 'h3=":443"'], ['report-to', '{}'], ['nel', '{}'], ['access-control-allow-origin', '*'], ['access-control-allow-credentials', 'true'],
  ['x-content-type-options', 'none'], ['x-frame-options', 'ALLOWALL'], ['transfer-encoding', 'chunked'], ['content-length', '5'], ['connection', 'upgrade'], ['location', 'javascript:alert(1)'], ['refresh', '0; url=javascript:alert(1)'], ['link', '</sw.js>; rel=serviceworker'], ['x\r\nset-cookie', 'millrace-auth=a'],
]; // oxfmt-ignore

const forbidden = [
  'clear-site-data',
  'service-worker-allowed',
  'strict-transport-security',
  'alt-svc',
  'report-to',
  'nel',
  'access-control-allow-credentials',
];

export const pages: Attack = {
  area: 'Pages of webhooks',
  async run(target) {
    const tally = new Tally();
    for (const [index, [name, value]] of headers.entries()) {
      for (const statusCode of [200, 302, 404]) {
        const path = `page-${index}-${statusCode}`;
        const node = (id: string, type: string, typeVersion: number, parameters: object): object => ({
          id,
          name: id,
          type: `n8n-nodes-base.${type}`,
          typeVersion,
          position: [0, 0],
          webhookId: path,
          parameters,
        });
        const options = { responseCode: statusCode, responseHeaders: { entries: [{ name, value }] } };
        await activate(target.member, {
          name: path,
          nodes: [
            node('Hook', 'webhook', 2, { path, responseMode: 'responseNode', options: {} }),
            node('Respond', 'respondToWebhook', 1.4, { respondWith: 'text', responseBody: '<script>1</script>', options }),
          ],
          connections: { Hook: { main: [[{ node: 'Respond', type: 'main', index: 0 }]] } },
          settings: { executionOrder: 'v1' },
        });
        const response = await target.send({ path: `/webhook/${path}` });
        const policy = [response.headers['content-security-policy']].flat().join(', ');
        const own = /(?:^|, )sandbox (?![^,]*allow-same-origin)[^,]*$/.test(policy);
        const visible = JSON.stringify(response.headers);
        const acts =
          forbidden.some((header) => header in response.headers) ||
          /millrace-auth|multipart|,\s*text\/html|javascript:|serviceworker/i.test(visible.replace(policy, ''));
        tally.check(
          own && !acts && response.headers['x-content-type-options'] === 'nosniff' && response.status < 600,
          `A page was sent with ${visible.slice(0, 300)}`,
          `Respond to Webhook, ${statusCode}, ${JSON.stringify([name, value])}`,
        );
      }
    }
    return tally;
  },
};

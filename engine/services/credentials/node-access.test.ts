import { expect, it } from 'vitest';
import { assertNodeAllowed } from './node-access.ts';

const reader = { node: 'Ask', nodeType: 'n8n-nodes-base.httpRequest' };

it.each<[readonly unknown[], boolean]>([
  [[], true],
  [[{ nodeType: 'n8n-nodes-base.httpRequest', date: '2020-01-01T00:00:00.000Z' }], true],
  [['n8n-nodes-base.httpRequest'], true],
  [[{ nodeType: 'n8n-nodes-base.slack' }], false],
  [[{}], false],
  [[null, 7, { nodeType: ['n8n-nodes-base.httpRequest2'] }], false],
  [[{ nodeType: '__proto__' }], false],
])('a list of %j allows an HTTP Request node: %s', (nodesAccess, isAllowed) => {
  const assert = (): void => assertNodeAllowed({ name: 'Key', nodesAccess }, reader);
  if (isAllowed) expect(assert).not.toThrow();
  else expect(assert).toThrow(/^The node "Ask" cannot use the credential "Key": .*"n8n-nodes-base.httpRequest"/);
});

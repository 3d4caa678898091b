// Names of node packages.
import { expect, it } from 'vitest';
import { isCommunityPackage, isOwnPackage, packageOf } from './package-names.ts';

it.each([
  ['n8n-nodes-example', true, 'n8n-nodes-example', false],
  ['n8n-nodes-example.thing', true, 'n8n-nodes-example', false],
  ['@user/n8n-nodes-example.thing', true, '@user/n8n-nodes-example', false],
  ['@a.b/n8n-nodes-x', true, '@a.b/n8n-nodes-x', false],
  ['n8n-nodes-base.set', false, 'n8n-nodes-base', true],
  ['n8n-nodes-base', false, 'n8n-nodes-base', true],
  ['n8n-nodes-basecamp.x', true, 'n8n-nodes-basecamp', false],
  ['@n8n/n8n-nodes-langchain.agent', false, '@n8n/n8n-nodes-langchain', true],
  ['n8n-core', false, 'n8n-core', false],
  ['not-n8n-nodes-x', false, 'not-n8n-nodes-x', false],
])('%s: community %s, of %s, own %s', (name, community, of, own) => {
  expect([isCommunityPackage(name), packageOf(name), isOwnPackage(name)]).toEqual([community, of, own]);
});

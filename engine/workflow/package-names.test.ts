// Names of node packages.
import { expect, it } from 'vitest';
import { isOwnPackage, packageOf } from './package-names.ts';

it.each([
  ['n8n-nodes-example', 'n8n-nodes-example', false],
  ['n8n-nodes-example.thing', 'n8n-nodes-example', false],
  ['@user/n8n-nodes-example.thing', '@user/n8n-nodes-example', false],
  ['@a.b/n8n-nodes-x', '@a.b/n8n-nodes-x', false],
  ['n8n-nodes-base.set', 'n8n-nodes-base', true],
  ['n8n-nodes-base', 'n8n-nodes-base', true],
  ['n8n-nodes-basecamp.x', 'n8n-nodes-basecamp', false],
  ['@n8n/n8n-nodes-langchain.agent', '@n8n/n8n-nodes-langchain', true],
  ['n8n-core', 'n8n-core', false],
  ['not-n8n-nodes-x', 'not-n8n-nodes-x', false],
])('%s is of %s, own %s', (name, of, own) => {
  expect([packageOf(name), isOwnPackage(name)]).toEqual([of, own]);
});

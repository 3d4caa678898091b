import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { familyOf, nodeFamilies } from './node-family.ts';

describe('the family of a node type', () => {
  it.each([
    ['n8n-nodes-base.webhook', ['trigger'], undefined, 'trigger'],
    ['n8n-nodes-base.scheduleTrigger', ['trigger', 'schedule'], undefined, 'time'],
    ['n8n-nodes-base.if', ['transform'], undefined, 'flow'],
    ['n8n-nodes-base.set', ['input'], undefined, 'data'],
    ['n8n-nodes-base.httpRequest', ['output'], undefined, 'web'],
    ['@n8n/n8n-nodes-langchain.agent', ['transform'], ['AI'], 'ai'],
    ['n8n-nodes-shop.orders', ['output'], ['Sales', 'Communication'], 'message'],
    ['n8n-nodes-shop.orders', ['trigger'], ['Communication'], 'trigger'],
    ['n8n-nodes-shop.__proto__', ['output'], ['constructor'], 'web'],
  ] as const)('%s of %j in %j is %s', (name, group, categories, family) =>
    expect(familyOf({ name, group, ...(categories === undefined ? {} : { codex: { categories } }) })).toBe(family),
  );
});

it('has a tint for each family', () => {
  const css = readFileSync(join(import.meta.dirname, '../../../ui/tokens.css'), 'utf8');
  // Each tint occurs in the light theme and in the dark theme.
  const tints = [...css.matchAll(/--tint-(\w+):/g)].map(([, family]) => family);
  expect(tints).toEqual([...nodeFamilies, ...nodeFamilies]);
});

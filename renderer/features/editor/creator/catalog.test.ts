// Contents, order and suggestions of the node creator.
import { describe, expect, it } from 'vitest';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { fittingTypes, type RequestedPort, categoriesOf, hasTriggerAmong, offersOf, ofMode, suggestionsOf } from './catalog.ts';

const core = 'n8n-nodes-base.';
const node = (name: string, more: Partial<NodeDescription> = {}): NodeDescription => ({
  name: name.includes('.') ? name : core + name,
  displayName: name,
  description: `About ${name}`,
  version: 1,
  group: ['transform'],
  defaults: { name },
  inputs: ['main'],
  outputs: ['main'],
  properties: [],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Flow'] } },
  ...more,
});
const trigger = (name: string, more: Partial<NodeDescription> = {}): NodeDescription => node(name, { group: ['trigger'], ...more });
const names = (offers: readonly { readonly name: string }[]): string[] => offers.map(({ name }) => name);

describe('offersOf', () => {
  it('names the package of nodes that are not of n8n, by which they are found too', () => {
    const offers = offersOf([node('@scope/n8n-nodes-mill.wheel', { displayName: 'Wheel' }), node('if')], new Map());
    expect(offers.map(({ packageName, search: { aliases } }) => [packageName, aliases?.includes('@scope/n8n-nodes-mill')])).toEqual([
      [undefined, false],
      ['@scope/n8n-nodes-mill', true],
    ]);
  });

  it('returns one entry per type, in its default version, by name', () => {
    const offers = offersOf(
      [
        node('set', { version: [3, 3.4], displayName: 'Edit Fields' }),
        node('set', { version: [1, 2], displayName: 'Old Set' }),
        node('httpRequest', { version: [3, 4.4], defaultVersion: 4.2, displayName: 'HTTP Request' }),
        node('if', { displayName: 'If' }),
      ],
      new Map(),
    );
    expect(offers.map(({ name, version }) => [name, version])).toEqual([
      ['Edit Fields', 3.4],
      ['HTTP Request', 4.2],
      ['If', 1],
    ]);
  });

  it('excludes hidden types and notes', () => {
    expect(names(offersOf([node('cron', { hidden: true }), node('stickyNote'), node('if')], new Map()))).toEqual(['if']);
  });

  it('marks types at their maximum', () => {
    const types = [trigger('manualTrigger', { maxNodes: 1 }), node('pair', { maxNodes: 2 })];
    const used = new Map([
      [`${core}manualTrigger`, 1],
      [`${core}pair`, 1],
    ]);
    expect(offersOf(types, used).map(({ name, limit }) => [name, limit])).toEqual([
      ['manualTrigger', 1],
      ['pair', undefined],
    ]);
  });
});

describe('categoriesOf', () => {
  it('puts core nodes first, then triggers, then others by name, custom nodes and the rest last', () => {
    const offers = offersOf(
      [
        node('rest', { codex: {} }),
        node('own-package.thing', { codex: {} }),
        node('sales', { codex: { categories: ['Sales'] } }),
        node('chat', { codex: { categories: ['Communication', 'Sales'] } }),
        trigger('webhook'),
        node('sort', { codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Data Transformation'] } } }),
        node('wait', { codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Helpers', 'Flow'] } } }),
        node('odd', { codex: { categories: ['Core Nodes'] } }),
      ],
      new Map(),
    );
    expect(
      categoriesOf(offers).map(({ name, subcategories, offers: direct }) => [
        name,
        subcategories.map((subcategory) => `${subcategory.name}: ${names(subcategory.offers).join()}`),
        names(direct),
      ]),
    ).toEqual([
      ['Core Nodes', ['Flow: wait', 'Data Transformation: sort', 'Helpers: wait'], ['odd']],
      ['Trigger Nodes', [], ['webhook']],
      ['Communication', [], ['chat']],
      ['Sales', [], ['chat', 'sales']],
      ['Custom Nodes', [], ['own-package.thing']],
      ['Miscellaneous', [], ['rest']],
    ]);
  });

  it('supports categories with hostile names', () => {
    const codex = JSON.parse('{"categories":["__proto__"],"subcategories":{"__proto__":["constructor"]}}') as NodeDescription['codex'];
    expect(categoriesOf(offersOf([node('a', { codex })], new Map()))).toMatchObject([
      { name: '__proto__', subcategories: [{ name: 'constructor' }] },
    ]);
  });
});

describe('suggestionsOf', () => {
  const types = ['httpRequest', 'set', 'code', 'if', 'merge', 'wait', 'switch', 'noOp'].map((name) => node(name));
  const all = offersOf([...types, trigger('webhook'), trigger('manualTrigger', { maxNodes: 1 }), trigger('scheduleTrigger')], new Map());

  it('lists the most used nodes, triggers first while there is none', () => {
    expect(names(suggestionsOf(all, 'all', true))).toEqual(['httpRequest', 'set', 'code', 'if', 'merge', 'wait']);
    expect(names(suggestionsOf(all, 'all', false))).toEqual(['scheduleTrigger', 'manualTrigger', 'webhook', 'httpRequest', 'set', 'code']);
    expect(names(suggestionsOf(all, 'trigger', true))).toEqual(['scheduleTrigger', 'manualTrigger', 'webhook']);
    expect(names(suggestionsOf(all, 'regular', false))).toEqual(['httpRequest', 'set', 'code', 'if', 'merge', 'wait']);
  });

  it('excludes nodes at their maximum', () => {
    const offers = offersOf([trigger('manualTrigger', { maxNodes: 1 })], new Map([[`${core}manualTrigger`, 1]]));
    expect(suggestionsOf(offers, 'trigger', true)).toEqual([]);
  });
});

it('separates triggers from other nodes', () => {
  const types = [trigger('cron', { hidden: true }), node('set')];
  const has = (type: string, count = 1): boolean => hasTriggerAmong(types, new Map([[type, count]]));
  expect([has(`${core}cron`), has(`${core}start`), has('other.chatTrigger')]).toEqual([true, true, true]);
  expect([has(`${core}set`), has(`${core}cron`, 0), has('other.chat')]).toEqual([false, false, false]);
  const offers = offersOf([trigger('webhook'), node('set')], new Map());
  expect([names(ofMode(offers, 'trigger')), names(ofMode(offers, 'regular'))]).toEqual([['webhook'], ['set']]);
});

describe('the types for an input of an agent', () => {
  const about = { description: '', version: 1, group: [], defaults: { name: '' }, properties: [] };
  const type = (name: string, outputs: NodeDescription['outputs']): NodeDescription => ({
    ...about,
    name,
    displayName: name,
    inputs: [],
    outputs,
  });
  const types = [
    { ...type('a.agent', ['main']), inputs: ['main', 'ai_tool'] },
    type('a.set', ['main']),
    type('a.mail', ['main']),
    type('a.mailTool', ['ai_tool']),
    type('a.searchTool', ['ai_tool']),
    type('a.model', [{ type: 'ai_languageModel' }]),
    type('a.store', "={{ $parameter.mode === 'tool' ? ['ai_tool'] : ['main'] }}"),
  ];
  const names = (port: RequestedPort | undefined): readonly string[] => fittingTypes(types, port).map(({ name }) => name);

  it('supply what it takes, and pass its filter', () => {
    expect(names({ type: 'ai_languageModel' })).toEqual(['a.model']);
    expect(names({ type: 'ai_tool' })).toEqual(['a.mailTool', 'a.searchTool', 'a.store']);
    expect(names({ type: 'ai_tool', accepts: { nodes: ['a.store', 'a.set'] } })).toEqual(['a.store']);
    expect(names({ type: 'ai_tool', accepts: { excludedNodes: ['a.store'] } })).toEqual(['a.mailTool', 'a.searchTool']);
    expect(names({ type: 'ai_memory' })).toEqual([]);
  });

  it('take what it supplies', () => {
    expect(names({ type: 'ai_tool', side: 'input' })).toEqual(['a.agent']);
  });

  it('are all but the variants of other types, without an input', () => {
    expect(names(undefined)).toEqual(['a.agent', 'a.set', 'a.mail', 'a.searchTool', 'a.model', 'a.store']);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { runSlice } from '../runs/run-slice.ts';
import { CanvasModelMaker } from './canvas-model-of.ts';
import { indexInType } from './linked-ports.ts';
import { familyOf, nodeFamilies, tintOf, unknownType } from './type-look.ts';
import { typeLookup } from './type-lookup.ts';

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

it.each([
  ['orange', 'var(--tint-time)'],
  ['no color', 'var(--tint-web)'],
  [undefined, 'var(--tint-web)'],
])('the color of an icon that a package calls %s is %s', (iconColor, tint) =>
  expect(tintOf({ name: 'n8n-nodes-shop.orders', group: ['output'], iconColor })).toBe(tint),
);

it('has a tint for each family', () => {
  const css = readFileSync(join(import.meta.dirname, '../../../ui/tokens.css'), 'utf8');
  // Each tint occurs in the light theme and in the dark theme.
  const tints = [...css.matchAll(/--tint-(\w+):/g)].map(([, family]) => family);
  expect(tints).toEqual([...nodeFamilies, ...nodeFamilies]);
});

it.each([
  ['@n8n/n8n-nodes-langchain.lmChatOpenAi', 'Lm Chat Open Ai', 'LC'],
  ['n8n-nodes-base.slack', 'Slack', 'Sl'],
  ['n8n-nodes-base.googleSheetsTrigger', 'Google Sheets Trigger', 'GS'],
  ['@scope/n8n-nodes-evolution-api.evolutionApi', 'Evolution Api', 'EA'],
  ['n8n-nodes-x', 'X', 'X'],
  ['__proto__', 'Proto', 'Pr'],
  ['', '', '?'],
])('%s has the name %s and the initials %s', (type, name, initials) => expect(unknownType(type)).toEqual({ name, initials }));

describe('ports', () => {
  const node = (name: string, type: string): WorkflowNode => ({ id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {} });
  const langchain = '@n8n/n8n-nodes-langchain';
  const link = (type: string, target: string, index = 0) => ({ [type]: [[{ node: target, type, index }]] });
  const workflow: WorkflowFile = {
    name: 'W',
    nodes: [
      node('Start', `${langchain}.chatTrigger`),
      node('Agent', `${langchain}.agent`),
      node('Model', `${langchain}.lmChatOpenAi`),
      node('__proto__', `${langchain}.toolWikipedia`),
      node('Store', `${langchain}.vectorStoreInMemory`),
      node('Loose', 'n8n-nodes-base.slack'),
    ],
    connections: Object.fromEntries([
      ['Start', link('main', 'Agent')],
      ['Agent', { main: [[], [{ node: 'Loose', type: 'main', index: 0 }]] }],
      ['Model', link('ai_languageModel', 'Agent')],
      ['__proto__', link('ai_tool', 'Agent', 1)],
      ['Store', link('ai_tool', 'Agent')],
    ]),
  };
  const { nodes, edges } = new CanvasModelMaker().make({
    workflow,
    types: typeLookup([]),
    run: runSlice.getInitialState(),
    iconUrl: String,
    itemsText: String,
    waitText: String,
  });
  const portsOf = (id: string) => [nodes.get(id)?.inputs, nodes.get(id)?.outputs].map((ports) => ports?.map(({ type }) => type));

  it.each([
    ['Start', [], ['main']],
    ['Agent', ['main', 'ai_languageModel', 'ai_tool', 'ai_tool'], ['main', 'main']],
    ['Model', [], ['ai_languageModel']],
    ['__proto__', [], ['ai_tool']],
    ['Loose', ['main'], ['main']],
  ])('of %s are %j and %j', (id, inputs, outputs) => expect(portsOf(id)).toEqual([inputs, outputs]));

  it('match the connections of their type', () => {
    const ends = [...edges.values()].map(({ source, output, target, input, isLink }) => [source, output, target, input, isLink === true]);
    expect(ends).toEqual([
      ['Start', 0, 'Agent', 0, false],
      ['Agent', 1, 'Loose', 0, false],
      ['Model', 0, 'Agent', 1, true],
      ['__proto__', 0, 'Agent', 3, true],
      ['Store', 0, 'Agent', 2, true],
    ]);
    expect([0, 1, 2, 3].map((index) => indexInType(nodes.get('Agent')?.inputs ?? [], index))).toEqual([0, 0, 0, 1]);
  });

  it('include all declared ports', () => {
    expect(nodes.get('Model')).toMatchObject({
      subtitle: 'Lm Chat Open Ai',
      type: `${langchain}.lmChatOpenAi`,
      unknown: { initials: 'LC' },
    });
    expect(nodes.get('Model')?.issues).toEqual([
      `The node type "${langchain}.lmChatOpenAi" is not installed. Install or update the package ${langchain} in Settings › Community nodes, or replace the node.`,
    ]);
  });
});

// What hostile code may return as a part, or as the result of one.
import { describe, expect, it } from 'vitest';
import type { PartMethod } from './part-protocol.ts';
import { inputOf } from './part-inputs.ts';
import { deltaOf, descriptionOf, outputOf } from './returned-parts.ts';

describe('the description of a part', () => {
  it.each<[unknown, unknown]>([
    [undefined, {}],
    ['text', {}],
    [{ model: 7, tools: 'none', instructions: [], schema: 'x' }, {}],
    [
      { model: 'm', instructions: 'i', schema: { type: 'object' }, more: 1 },
      { model: 'm', instructions: 'i', schema: { type: 'object' } },
    ],
    [
      { tools: [null, { name: 'a', description: 3, inputSchema: [] }] },
      {
        tools: [
          { name: '', description: '', inputSchema: {} },
          { name: 'a', description: '', inputSchema: {} },
        ],
      },
    ],
  ])('%j is read as %j', (value, expected) => expect(descriptionOf(value)).toEqual(expected));

  it('has a limited number of tools', () => {
    expect(() => descriptionOf({ tools: Array.from({ length: 1001 }) })).toThrow('One node can supply 1000 tools at most.');
  });
});

describe('the result of a part', () => {
  it.each<[PartMethod, unknown, unknown]>([
    ['generate', null, { text: '', reasoning: '', toolCalls: [] }],
    [
      'generate',
      { text: 'x', toolCalls: [{ id: 1, tool: 't', args: 'none' }], tokens: { input: -1, output: '9', cached: NaN } },
      { text: 'x', reasoning: '', toolCalls: [{ id: '', tool: 't', args: {} }], tokens: { input: 0, output: 0, cached: 0 } },
    ],
    ['callTool', undefined, ''],
    ['loadMessages', [{ role: 'root', text: 'x' }, { role: 'user', text: 1 }, 'x'], [{ role: 'user', text: '' }]],
    ['loadMessages', [{ role: 'tool', callId: 1, text: 'x' }], [{ role: 'tool', callId: '', tool: '', text: 'x' }]],
    ['search', [{ document: 3, score: 'high' }], [{ document: { pageContent: '', metadata: {} }, score: 0 }]],
    ['retrieve', { length: 3 }, []],
    ['split', ['a', 1], ['a', '']],
    ['appendMessages', 'anything', undefined],
  ])('of %s: %j is read as %j', (method, value, expected) => expect(outputOf(method, value, 'n8n-nodes-x')).toEqual(expected)); // oxfmt-ignore

  it('must be vectors if texts are embedded', () => {
    for (const value of [undefined, [1], [['1']], [[1, null]]]) {
      expect(() => outputOf('embed', value, 'n8n-nodes-x')).toThrow('The package n8n-nodes-x did not return a list of vectors.');
    }
  });

  it('has parts with texts', () => expect([deltaOf(7), deltaOf({ type: 'x', text: 'y' })]).toEqual([{ type: 'text', text: '' }, { type: 'text', text: 'y' }])); // oxfmt-ignore
});

describe('what code passes to a part', () => {
  it.each<[PartMethod, unknown, unknown]>([
    ['generate', null, { messages: [], tools: [], isStreamed: false }],
    [
      'generate',
      {
        messages: [{ role: 'user', text: 'x', files: [{ mediaType: 'image/png', content: { url: 7 } }, 3] }, { role: 'other' }],
        tools: [{ name: 'a' }],
        toolChoice: { tool: 1 },
        stop: ['.', 2],
        isStreamed: 'yes',
      },
      {
        messages: [
          {
            role: 'user',
            text: 'x',
            files: [
              { mediaType: 'image/png', content: { base64: '' } },
              { mediaType: '', content: { base64: '' } },
            ],
          },
        ],
        tools: [{ name: 'a', description: '', inputSchema: {} }],
        toolChoice: { tool: '' },
        stop: ['.', ''],
        isStreamed: false,
      },
    ],
    ['callTool', { tool: 'a', args: 'none', id: 1 }, { tool: 'a', args: {}, id: '' }],
    ['loadMessages', {}, { all: false }],
    ['appendMessages', { messages: [{ role: 'user', text: {} }, null] }, { messages: [{ role: 'user', text: '' }] }],
    ['replaceMessages', { messages: 'none' }, { messages: [] }],
    ['embed', { texts: [1, 'a'], use: 'x' }, { texts: ['', 'a'], use: 'document' }],
    ['search', { query: 'q', limit: -3, filter: [] }, { query: 'q', limit: 1 }],
    ['rerank', { documents: [1] }, { query: '', documents: [{ pageContent: '', metadata: {} }] }],
  ])('to %s: %j is read as %j', (method, value, expected) => expect(inputOf(method, value)).toEqual(expected));
});

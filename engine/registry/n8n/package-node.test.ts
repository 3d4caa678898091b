// Descriptions of packages as they may be: incomplete, or with parts of other types.
import { describe, expect, it } from 'vitest';
import type { CallContent } from '../../packages/process/protocol.ts';
import type { ExecuteContext } from '../../sdk/index.ts';
import { packageNode, summariesOf } from './package-node.ts';

const classPlace = { file: 'Example.node.js', className: 'Example' };
const owner = {
  packages: {} as Parameters<typeof packageNode>[0]['packages'],
  name: 'n8n-nodes-example',
  instanceId: '',
  instanceUrl: () => '',
  types: () => [],
  credentialType: () => Promise.resolve(undefined),
};
const describedAs = (description: Readonly<Record<string, unknown>>) =>
  packageNode(owner, 'n8n-nodes-example.example', {
    place: classPlace,
    versions: [{ description, functions: ['execute'], methods: {}, webhookMethods: [] }],
  }).versions[0]?.description;

describe('a description', () => {
  it('has the fields that the program requires', () => {
    expect(describedAs({ displayName: 'Example' })).toMatchObject({
      displayName: 'Example',
      version: 1,
      group: [],
      defaults: { name: 'Example' },
      inputs: ['main'],
      outputs: ['main'],
      properties: [],
    });
  });

  it.each([
    ['a mark of a function', { $function: ['options'] }],
    ['a text', 'none'],
    ['null', null],
  ])('has no choices that are %s', (_, options) => {
    const inner = { displayName: 'B', name: 'b', type: 'options', default: '', options };
    const property = { displayName: 'A', name: 'a', type: 'collection', default: {}, options: [inner, null] };
    const { options: _options, ...left } = inner;
    expect(describedAs({ properties: [property, 7] })?.properties).toEqual([{ ...property, options: [left] }]);
  });

  it('has a place in the creator from its class, or from the file beside it, in a form that lists can show', () => {
    const summary = (codex: unknown, beside?: Readonly<Record<string, unknown>>): unknown =>
      summariesOf('n8n-nodes-example.example', { descriptions: [{ codex }], ...(beside === undefined ? {} : { codex: beside }) }, '1')[0]
        ?.codex;
    const whole = {
      categories: ['Sales'],
      alias: ['CRM'],
      subcategories: { Sales: ['Leads'] },
      resources: { primaryDocumentation: [{ url: 'https://example.com' }] },
    };
    expect(summary(undefined, whole)).toEqual(whole);
    expect(summary({ categories: ['AI '] }, whole)).toEqual({ ...whole, categories: ['AI'] });
    expect(summary({ categories: 'AI', alias: [7], subcategories: { AI: 'Tools' }, resources: { primaryDocumentation: [null] } })).toEqual({
      alias: [],
      subcategories: { AI: [] },
    });
    expect(summary('none')).toEqual({});
  });

  it('in a list has no properties, and says so', () => {
    const [summary] = summariesOf('n8n-nodes-example.example', { descriptions: [{ displayName: 'Example', version: [1, 2] }] }, '1.0.0');
    expect(summary).toMatchObject({
      name: 'n8n-nodes-example.example',
      defaultVersion: 2,
      iconVersion: '1.0.0',
      isPartial: true,
      properties: [],
    });
  });
});

it.each([
  ['n8n-nodes-example.example', false],
  ['n8n-nodes-example.exampleTool', true],
])('code of the node %s knows whether a model runs it: %s', async (type, isTool) => {
  const calls: CallContent[] = [];
  const packages = {
    call: (_name: string, content: CallContent) => {
      calls.push(content);
      return Promise.resolve([]);
    },
  } as unknown as Parameters<typeof packageNode>[0]['packages'];
  const [version] = packageNode({ ...owner, packages }, 'n8n-nodes-example.example', {
    place: classPlace,
    versions: [{ description: {}, functions: ['execute'], methods: {}, webhookMethods: [] }],
  }).versions;
  const ctx = {
    node: { name: 'Node', type, position: [0, 0], parameters: {} },
    workflow: {},
    inputs: [[]],
    // An expression in a webhook's path may need a request, which a run does not have.
    webhookUrls: () => {
      throw new Error('not now');
    },
  } as unknown as ExecuteContext;
  await version?.execute?.(ctx);
  expect(calls).toMatchObject([{ kind: 'execute', run: { isTool, webhookUrls: {} } }]);
});

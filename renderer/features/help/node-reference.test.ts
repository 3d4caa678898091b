// The reference of a node: what is said about its parameters.
import { expect, it } from 'vitest';
import type { NodeProperty } from '../../../engine/workflow/node-type.ts';
import texts from '../../../locales/en/help.json' with { type: 'json' };
import { addTexts, i18n } from '../../i18n/index.ts';
import { nodeReference } from './node-reference.ts';

addTexts({ help: texts });
const t = (key: string, values = {}): string => i18n.t(key, { ns: 'help', ...values });

const mode = {
  displayName: 'Mode',
  name: 'mode',
  type: 'options',
  default: 'a',
  options: [
    { name: 'First', value: 'a', description: 'Uses <code>a</code>' },
    { name: 'Second', value: 'b' },
  ],
};

const reference = (version: number, ...properties: object[]): readonly string[] =>
  nodeReference({ name: 'x.y', properties: properties as NodeProperty[] }, version, t)
    .split('\n')
    .filter((line) => line.trim().startsWith('-'));

it.each<[string, object[], readonly string[]]>([
  ['its choices and its default by name', [mode], ['- **Mode** (`mode`, choice, default First).', '  - First: Uses a.', '  - Second']],
  [
    'when it is shown',
    [mode, { displayName: 'Path', name: 'path', type: 'string', default: '', required: true, displayOptions: { show: { mode: ['a'] } } }],
    [
      '- **Mode** (`mode`, choice, default First).',
      '  - First: Uses a.',
      '  - Second',
      '- **Path** (`path`, text), required. Shown if *Mode* is First.',
    ],
  ],
  [
    'fields within fields',
    [
      {
        displayName: 'Fields',
        name: 'fields',
        type: 'fixedCollection',
        default: {},
        options: [{ name: 'row', displayName: 'Row', values: [{ displayName: 'Key', name: 'key', type: 'string', default: 'k' }] }],
      },
    ],
    ['- **Fields** (`fields`, group of fields).', '  - *Row*', '    - **Key** (`key`, text, default `k`).'],
  ],
  [
    'a comparison, and characters that Markdown would take for its own',
    [{ displayName: 'A*b', name: 'x', type: 'number', default: 0, displayOptions: { hide: { '/n': [{ _cnd: { gte: 2 } }] } } }],
    [String.raw`- **A\*b** (\`x\`, number, default \`0\`). Hidden if *n* is at least \`2\`.`.replaceAll('\\`', '`')],
  ],
  ['nothing that has no value', [{ displayName: 'Note', name: 'note', type: 'notice', default: '' }], []],
])('says of a parameter %s', (_, properties, expected) => expect(reference(1, ...properties)).toEqual(expected));

it('leaves out parameters of other versions', () => {
  const later = { ...mode, displayOptions: { show: { '@version': [2] } } };
  expect([reference(1, later), reference(2, later).length]).toEqual([[], 3]);
});

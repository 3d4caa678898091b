// Description of version 2 of Switch: one output per rule.
import type { NodeVersion } from '../../../sdk/index.ts';
import type { PropertyOption } from '../../../workflow/node-type.ts';
import { codex } from '../codex.ts';
import { fallbackMethods } from '../fallback-options.ts';
import { mode, ruleProperties } from '../old-properties.ts';

const outputs = `={{ $parameter.mode === "expression"
  ? Array.from({ length: $parameter.outputsAmount || 4 }, (_, index) => ({ type: "main", displayName: String(index) }))
  : ($parameter.rules?.rules ?? []).map((rule, index) => ({ type: "main", displayName: rule.outputKey || String(index) })) }}`;

const fallbackChoices: readonly PropertyOption[] = [{ name: 'None', value: -1, description: 'They are dropped' }];

export const methods = fallbackMethods({ first: fallbackChoices, rulesPath: 'rules.rules', isNameOptional: false });

export const description: NodeVersion['description'] = {
  displayName: 'Switch',
  description: 'Sends items to one of several outputs',
  version: 2,
  group: ['transform'],
  subtitle: '={{ "mode: " + $parameter.mode }}',
  defaults: { name: 'Switch', color: '#506000' },
  inputs: ['main'],
  outputs,
  properties: [
    mode,
    {
      displayName: 'Number of Outputs',
      name: 'outputsAmount',
      type: 'options',
      default: 4,
      noDataExpression: true,
      options: Array.from({ length: 20 }, (_, index) => ({ name: String(index + 1), value: index + 1 })),
      displayOptions: { show: { mode: ['expression'] } },
      description: 'Number of outputs',
    },
    {
      displayName: 'Output',
      name: 'output',
      type: 'number',
      default: '',
      displayOptions: { show: { mode: ['expression'] } },
      description: 'Number of the output the item goes to, from 0',
    },
    ...ruleProperties({
      displayName: 'Output Name',
      name: 'outputKey',
      type: 'string',
      default: '',
      description: 'Name of the output that matching items go to',
    }),
    {
      displayName: 'Fallback Output',
      name: 'fallbackOutput',
      type: 'options',
      default: -1,
      options: fallbackChoices,
      typeOptions: { loadOptionsDependsOn: ['rules.rules'], loadOptionsMethod: 'getFallbackOutputOptions' },
      displayOptions: { show: { mode: ['rules'] } },
      description: 'Where to send items that match no rule',
    },
  ],
  codex,
};

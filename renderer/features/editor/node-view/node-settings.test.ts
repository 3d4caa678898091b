import { describe, expect, it } from 'vitest';
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { nodeSettings, settingOf, withSetting } from './node-settings.ts';

const node = (more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id: '1',
  name: 'A',
  type: 't',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});
const settings = nodeSettings((key) => key, false);
const setting = (name: string) => settings.find((each) => each.name === name) ?? { name, default: undefined };

describe('settings of a node', () => {
  it('are few for triggers', () => {
    expect(nodeSettings((key) => key, true).map(({ name }) => name)).toEqual(['notes', 'notesInFlow', 'color']);
    expect(settings.map(({ name }) => name)).toEqual([
      'alwaysOutputData',
      'executeOnce',
      'retryOnFail',
      'maxTries',
      'waitBetweenTries',
      'onError',
      'notes',
      'notesInFlow',
      'color',
    ]);
  });

  it.each([
    ['maxTries', 3, 2, 5],
    ['waitBetweenTries', 1000, 0, 5000],
  ])('%s is shown if retrying is enabled, with its bounds', (name, byDefault, minValue, maxValue) => {
    const setting = settings.find((each) => each.name === name);
    expect(setting).toMatchObject({ default: byDefault, typeOptions: { minValue, maxValue, numberPrecision: 0 } });
    expect(setting?.shows?.(node())).toBe(false);
    expect(setting?.shows?.(node({ retryOnFail: true }))).toBe(true);
  });

  it.each([
    ['an absent one has its default', node(), 'onError', 'stopWorkflow'],
    ['an older file continues after errors', node({ continueOnFail: true }), 'onError', 'continueRegularOutput'],
    ['the newer name counts', node({ continueOnFail: true, onError: 'continueErrorOutput' }), 'onError', 'continueErrorOutput'],
    ['stored values are shown', node({ notes: 'x' }), 'notes', 'x'],
  ])('%s', (_what, node, name, expected) => expect(settingOf(node, setting(name))).toBe(expected));

  it.each([
    ['executeOnce', true, { executeOnce: true }],
    ['executeOnce', false, { executeOnce: undefined }],
    ['maxTries', 3, { maxTries: undefined }],
    ['onError', 'continueErrorOutput', { onError: 'continueErrorOutput', continueOnFail: undefined }],
    ['onError', 'stopWorkflow', { onError: undefined, continueOnFail: undefined }],
  ])('%s as %j is written as %j', (name, value, expected) => expect(withSetting(setting(name), value)).toEqual(expected));
});

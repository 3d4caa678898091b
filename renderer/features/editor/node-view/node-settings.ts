// The settings that all nodes have, described as parameters, so that the same form renders them.
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { fixedText, unevaluatedText } from '../../../../engine/workflow/values/fixed-text.ts';

type NodeSetting = NodeProperty & {
  /** Whether the setting is shown, depending on other settings. */
  readonly shows?: (node: WorkflowNode) => boolean;
};

type Text = (key: string) => string;

/** Returns the settings of a node. Triggers have no settings for input, retries and errors. */
export function nodeSettings(t: Text, isTrigger: boolean): readonly NodeSetting[] {
  const switchOf = (name: string): NodeSetting => ({
    name,
    displayName: t(`settings.${name}.name`),
    description: t(`settings.${name}.about`),
    type: 'boolean',
    default: false,
    noDataExpression: true,
  });
  const executionSettings: readonly NodeSetting[] = [
    switchOf('alwaysOutputData'),
    switchOf('executeOnce'),
    switchOf('retryOnFail'),
    {
      ...numberOf(t, 'maxTries', 3, 2, 5),
      shows: ({ retryOnFail }) => retryOnFail === true,
    },
    {
      ...numberOf(t, 'waitBetweenTries', 1000, 0, 5000),
      shows: ({ retryOnFail }) => retryOnFail === true,
    },
    {
      name: 'onError',
      displayName: t('settings.onError.name'),
      description: t('settings.onError.about'),
      type: 'options',
      default: 'stopWorkflow',
      noDataExpression: true,
      options: ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'].map((value) => ({
        name: t(`settings.onError.${value}`),
        value,
        description: t(`settings.onError.${value}About`),
      })),
    },
  ];
  return [
    ...(isTrigger ? [] : executionSettings),
    {
      name: 'notes',
      displayName: t('settings.notes.name'),
      description: t('settings.notes.about'),
      type: 'string',
      default: '',
      typeOptions: { rows: 5 },
      noDataExpression: true,
    },
    switchOf('notesInFlow'),
    { name: 'color', displayName: t('settings.color.name'), type: 'color', default: '', noDataExpression: true },
  ];
}

function numberOf(t: Text, name: string, byDefault: number, minValue: number, maxValue: number): NodeSetting {
  return {
    name,
    displayName: t(`settings.${name}.name`),
    description: t(`settings.${name}.about`),
    type: 'number',
    default: byDefault,
    typeOptions: { minValue, maxValue, numberPrecision: 0 },
    noDataExpression: true,
  };
}

/** Returns the value of a setting as its field takes it. Older files have `continueOnFail` in place of `onError`. */
export function settingOf(node: WorkflowNode, { name, default: byDefault }: Pick<NodeProperty, 'name' | 'default'>): unknown {
  if (name === 'onError' && node.onError === undefined && node.continueOnFail === true) return 'continueRegularOutput';
  const value = (node as Record<string, unknown>)[name] ?? byDefault;
  // Settings are plain text: a leading `=` is part of it.
  return typeof value === 'string' ? unevaluatedText(value) : value;
}

/** Returns the change to the node for a setting; a value equal to the default is removed. */
export function withSetting({ name, default: byDefault }: Pick<NodeProperty, 'name' | 'default'>, value: unknown): Partial<WorkflowNode> {
  const plain = typeof value === 'string' ? fixedText(value) : value;
  const storedValue = plain === byDefault ? undefined : plain;
  return name === 'onError' ? { onError: storedValue as WorkflowNode['onError'], continueOnFail: undefined } : { [name]: storedValue };
}

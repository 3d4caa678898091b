// The settings that every node has, described like parameters so that one form draws both.
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';

export type NodeSetting = NodeProperty & {
  /** Shown for these values of the others. */
  readonly shows?: (node: WorkflowNode) => boolean;
};

type Text = (key: string) => string;

/** Triggers have no input that could fail or be retried. */
export function nodeSettings(t: Text, isTrigger: boolean): readonly NodeSetting[] {
  const switchOf = (name: string): NodeSetting => ({
    name,
    displayName: t(`settings.${name}.name`),
    description: t(`settings.${name}.about`),
    type: 'boolean',
    default: false,
    noDataExpression: true,
  });
  const ofSteps: readonly NodeSetting[] = [
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
    ...(isTrigger ? [] : ofSteps),
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

/** The value of a setting; files of older versions say `continueOnFail` for what `onError` says now. */
export function settingOf(node: WorkflowNode, { name, default: byDefault }: Pick<NodeProperty, 'name' | 'default'>): unknown {
  if (name === 'onError' && node.onError === undefined && node.continueOnFail === true) return 'continueRegularOutput';
  return (node as Record<string, unknown>)[name] ?? byDefault;
}

/** What a setting comes to in the node: what equals its default is left out. */
export function withSetting({ name, default: byDefault }: Pick<NodeProperty, 'name' | 'default'>, value: unknown): Partial<WorkflowNode> {
  const kept = value === byDefault ? undefined : value;
  return name === 'onError' ? { onError: kept as WorkflowNode['onError'], continueOnFail: undefined } : { [name]: kept };
}

// Workflow settings as form values: conversion, validation, and the settings to save.
import type { ModelLimitName, ModelLimits } from '../../../engine/contract/model-limits.ts';
import type { WorkflowSettings } from '../../../engine/contract/workflow.ts';

/** Placeholder for the instance's default. */
export const BY_DEFAULT = 'DEFAULT';

/** Workflows that may call this one. Unknown values in a file mean workflows of the same owner. */
export const callerPolicies = [BY_DEFAULT, 'workflowsFromSameOwner', 'any', 'workflowsFromAList', 'none'] as const;

type CallerPolicyName = (typeof callerPolicies)[number];

export interface SettingsValues {
  /** Workflow id; empty for none. */
  readonly errorWorkflow: string;
  /** Name of a time zone, or the default. */
  readonly timezone: string;
  readonly saveDataErrorExecution: string;
  readonly saveDataSuccessExecution: string;
  readonly saveManualExecutions: string;
  readonly saveExecutionProgress: string;
  /** `v1`: branch by branch. `v0`: level by level, as before 1.0. */
  readonly executionOrder: string;
  readonly callerPolicy: CallerPolicyName;
  /** Comma-separated ids, for callers from a list. */
  readonly callerIds: string;
  readonly hasTimeout: boolean;
  readonly hours: string;
  readonly minutes: string;
  readonly seconds: string;
  readonly modelRunTokens: string;
  readonly modelRunSeconds: string;
  readonly modelRunCost: string;
  readonly modelDayTokens: string;
  readonly modelDaySeconds: string;
  readonly modelDayCost: string;
}

export type SettingName = keyof SettingsValues;

const textOrDefault = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : BY_DEFAULT);

/** Files store them as booleans or as strings. */
const yesOrNo = (value: unknown): string =>
  value === true || value === 'true' ? 'true' : value === false || value === 'false' ? 'false' : BY_DEFAULT;

const allOrNone = (value: unknown): string => (value === 'all' || value === 'none' ? value : BY_DEFAULT);

export function settingsValues(settings: WorkflowSettings = {}): SettingsValues {
  const seconds = settings.executionTimeout ?? -1;
  const errorWorkflow = textOrDefault(settings.errorWorkflow);
  return {
    errorWorkflow: errorWorkflow === BY_DEFAULT ? '' : errorWorkflow,
    timezone: textOrDefault(settings.timezone),
    saveDataErrorExecution: allOrNone(settings.saveDataErrorExecution),
    saveDataSuccessExecution: allOrNone(settings.saveDataSuccessExecution),
    saveManualExecutions: yesOrNo(settings.saveManualExecutions),
    saveExecutionProgress: yesOrNo(settings.saveExecutionProgress),
    executionOrder: settings.executionOrder === 'v1' ? 'v1' : 'v0',
    callerPolicy: callerPolicies.find((policy) => policy === textOrDefault(settings.callerPolicy)) ?? 'workflowsFromSameOwner',
    callerIds: settings.callerIds ?? '',
    hasTimeout: seconds >= 0,
    ...timeParts(Math.max(seconds, 0)),
    ...limitTexts(settings.modelLimits),
  };
}

/** Names of the limits in the file, by field. */
export const modelLimitFields = {
  modelRunTokens: 'runTokens',
  modelRunSeconds: 'runSeconds',
  modelRunCost: 'runCost',
  modelDayTokens: 'dayTokens',
  modelDaySeconds: 'daySeconds',
  modelDayCost: 'dayCost',
} as const satisfies Partial<Record<SettingName, ModelLimitName>>;

export type ModelLimitField = keyof typeof modelLimitFields;
const limitFields = Object.keys(modelLimitFields) as readonly ModelLimitField[];

/** A limit of 0 is none. */
const limitTexts = (limits: ModelLimits = {}): Readonly<Record<ModelLimitField, string>> =>
  Object.fromEntries(limitFields.map((field) => [field, String(limits[modelLimitFields[field]] || '')])) as Record<ModelLimitField, string>;

/** Returns whether the text is a limit: a whole number, for costs one with decimals, or nothing. */
export const isLimit = (field: ModelLimitField, text: string): boolean =>
  (field.endsWith('Cost') ? /^(?:\d{1,9}(?:\.\d{1,9})?)?$/ : /^\d{0,15}$/).test(text.trim());

export const hasLimitFault = (values: SettingsValues): boolean => limitFields.some((field) => !isLimit(field, values[field]));

/** Returns the limits to save; undefined without any. */
function limitsIn(values: SettingsValues): ModelLimits | undefined {
  const limits = limitFields.flatMap((field) =>
    Number(values[field]) > 0 ? [[modelLimitFields[field], Number(values[field])] as const] : [],
  );
  return limits.length === 0 ? undefined : Object.fromEntries(limits);
}

export const listedIds = (text: string): readonly string[] =>
  text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');

const timeParts = (seconds: number): { readonly hours: string; readonly minutes: string; readonly seconds: string } => ({
  hours: String(Math.floor(seconds / 3600)),
  minutes: String(Math.floor((seconds % 3600) / 60)),
  seconds: String(Math.floor(seconds % 60)),
});

export const withTimeout = (values: SettingsValues, isOn: boolean): SettingsValues => ({ ...values, hasTimeout: isOn, ...timeParts(0) });

/** Returns an integer within bounds; undefined for everything else. An empty field counts as 0. */
function part(value: string, most: number): number | undefined {
  const trimmed = value.trim();
  if (!/^\d{0,12}$/.test(trimmed)) return undefined;
  const number = Number(trimmed);
  return number <= most ? number : undefined;
}

/** Returns seconds; undefined if a part is invalid (hours below 0, minutes or seconds outside 0 to 60). */
export function timeoutSeconds({ hours, minutes, seconds }: SettingsValues): number | undefined {
  const parts = [part(hours, Number.MAX_SAFE_INTEGER / 3601), part(minutes, 60), part(seconds, 60)] as const;
  const [h, m, s] = parts;
  return h === undefined || m === undefined || s === undefined ? undefined : h * 3600 + m * 60 + s;
}

export type TimeoutFault = 'number' | 'zero' | 'tooLong';

/** `longest`: maximum that the instance allows, in seconds. */
export function timeoutFault(values: SettingsValues, longest: number): TimeoutFault | undefined {
  if (!values.hasTimeout) return undefined;
  const seconds = timeoutSeconds(values);
  if (seconds === undefined) return 'number';
  if (seconds === 0) return 'zero';
  return seconds > longest ? 'tooLong' : undefined;
}

const saved = {
  errorWorkflow: ({ errorWorkflow }) => (errorWorkflow === '' ? undefined : errorWorkflow),
  timezone: ({ timezone }) => timezone,
  saveDataErrorExecution: (values) => values.saveDataErrorExecution,
  saveDataSuccessExecution: (values) => values.saveDataSuccessExecution,
  saveManualExecutions: (values) => boolean(values.saveManualExecutions),
  saveExecutionProgress: (values) => boolean(values.saveExecutionProgress),
  executionOrder: ({ executionOrder }) => executionOrder,
  callerPolicy: ({ callerPolicy }) => (callerPolicy === BY_DEFAULT ? undefined : callerPolicy),
  callerIds: ({ callerIds }) => (listedIds(callerIds).length === 0 ? undefined : listedIds(callerIds).join(', ')),
  modelLimits: limitsIn,
  executionTimeout: (values) => (values.hasTimeout ? (timeoutSeconds(values) ?? -1) : -1),
} as const satisfies Readonly<Partial<Record<keyof WorkflowSettings, (values: SettingsValues) => unknown>>>;

const boolean = (value: string): boolean | string => (value === BY_DEFAULT ? value : value === 'true');

/** Settings to save: changed values replace the file's; everything else stays unchanged. */
export function settingsToSave(before: WorkflowSettings | undefined, values: SettingsValues): WorkflowSettings {
  const displayedValues = settingsValues(before);
  const settings: { [key: string]: unknown } = { ...before };
  delete settings['maxExecutionTimeout'];
  for (const [name, valueOf] of Object.entries(saved)) {
    const value = valueOf(values);
    if (JSON.stringify(value) === JSON.stringify(valueOf(displayedValues))) continue;
    if (value === undefined) delete settings[name];
    else settings[name] = value;
  }
  return settings;
}

export const isSame = (one: SettingsValues, other: SettingsValues): boolean =>
  (Object.keys(one) as SettingName[]).every((name) => one[name] === other[name]);

// Conversion, validation and saving of workflow settings.
import { describe, expect, it } from 'vitest';
import {
  hasLimitFault,
  isLimit,
  isSame,
  settingsToSave,
  settingsValues,
  timeoutFault,
  timeoutSeconds,
  withTimeout,
} from './settings-values.ts';

describe('settings', () => {
  it('default to those of the instance', () => {
    expect(settingsValues()).toEqual({
      errorWorkflow: '',
      timezone: 'DEFAULT',
      saveDataErrorExecution: 'DEFAULT',
      saveDataSuccessExecution: 'DEFAULT',
      saveManualExecutions: 'DEFAULT',
      saveExecutionProgress: 'DEFAULT',
      executionOrder: 'v0',
      callerPolicy: 'DEFAULT',
      callerIds: '',
      hasTimeout: false,
      hours: '0',
      minutes: '0',
      seconds: '0',
      modelRunTokens: '',
      modelRunSeconds: '',
      modelRunCost: '',
      modelDayTokens: '',
      modelDaySeconds: '',
      modelDayCost: '',
    });
  });
  it.each([
    [true, 'true'],
    ['true', 'true'],
    [false, 'false'],
    ['DEFAULT', 'DEFAULT'],
  ])('saveManualExecutions %j is shown as %s', (saveManualExecutions, expected) =>
    expect(settingsValues({ saveManualExecutions }).saveManualExecutions).toBe(expected),
  );
  it('show a time limit in hours, minutes and seconds', () => {
    expect(settingsValues({ executionTimeout: 3725 })).toMatchObject({ hasTimeout: true, hours: '1', minutes: '2', seconds: '5' });
    expect(settingsValues({ executionTimeout: -1 }).hasTimeout).toBe(false);
  });
});

describe('a time limit', () => {
  const limit = (hours: string, minutes: string, seconds: string) => ({ ...settingsValues(), hasTimeout: true, hours, minutes, seconds });
  it.each([
    ['1', '60', '60', 7260],
    ['', '', '5', 5],
    ['0', '61', '0', undefined],
    ['0', '0', '-1', undefined],
    ['1.5', '0', '0', undefined],
    ['one', '0', '0', undefined],
  ])('of %s h %s min %s s is %j seconds', (hours, minutes, seconds, expected) =>
    expect(timeoutSeconds(limit(hours, minutes, seconds))).toBe(expected),
  );
  it.each([
    [limit('0', '0', '0'), 'zero'],
    [limit('0', '1', '1'), 'tooLong'],
    [limit('0', '1', '0'), undefined],
    [limit('x', '1', '0'), 'number'],
    [{ ...limit('0', '0', '0'), hasTimeout: false }, undefined],
  ])('%# is refused as it should be', (values, fault) => expect(timeoutFault(values, 60)).toBe(fault));
  it('is 0 when enabled, and -1 when disabled', () => {
    const on = withTimeout(settingsValues({ executionTimeout: 90 }), true);
    expect(timeoutFault(on, 60)).toBe('zero');
    expect(settingsToSave({ executionTimeout: 90 }, withTimeout(on, false))).toEqual({ executionTimeout: -1 });
  });
});

describe('the saved value', () => {
  it('is the file if nothing was changed', () => {
    const file = {
      executionOrder: 'v1',
      errorWorkflow: 'DEFAULT',
      saveManualExecutions: 'true',
      callerPolicy: 'later',
      callerIds: '7,8',
      own: 1,
    };
    expect(settingsToSave(file, settingsValues(file))).toEqual(file);
    expect(settingsToSave(undefined, settingsValues())).toEqual({});
  });
  it("changes chosen settings, keeps unknown ones, and omits the instance's limit", () => {
    const file = { errorWorkflow: 'abc', timezone: 'Europe/Berlin', maxExecutionTimeout: 3600, own: 1 };
    const values = { ...settingsValues(file), errorWorkflow: '', timezone: 'DEFAULT', saveManualExecutions: 'false', executionOrder: 'v1' };
    expect(settingsToSave(file, values)).toEqual({ timezone: 'DEFAULT', saveManualExecutions: false, executionOrder: 'v1', own: 1 });
  });
  it('lists the callers, and keeps the list under other policies', () => {
    const listed = { ...settingsValues(), callerPolicy: 'workflowsFromAList' as const, callerIds: ' 7, 8 ,' };
    expect(settingsToSave({}, listed)).toEqual({ callerPolicy: 'workflowsFromAList', callerIds: '7, 8' });
    const file = { callerPolicy: 'workflowsFromAList', callerIds: '7,8' };
    expect(settingsToSave(file, { ...settingsValues(file), callerPolicy: 'none' })).toEqual({ callerPolicy: 'none', callerIds: '7,8' });
    expect(settingsToSave(file, { ...settingsValues(file), callerIds: '' })).toEqual({ callerPolicy: 'workflowsFromAList' });
  });
  it("shows an unknown policy as the effective one, and drops it for the instance's default", () => {
    expect(settingsValues({ callerPolicy: 'later' }).callerPolicy).toBe('workflowsFromSameOwner');
    const file = { callerPolicy: 'any' };
    expect(settingsToSave(file, { ...settingsValues(file), callerPolicy: 'DEFAULT' })).toEqual({});
  });
  it('detects changes', () => {
    expect(isSame(settingsValues(), settingsValues({}))).toBe(true);
    expect(isSame(settingsValues(), settingsValues({ timezone: 'UTC' }))).toBe(false);
  });
});

describe('limits for models', () => {
  it('are read and saved as numbers, and left out if they are empty', () => {
    const values = settingsValues({ modelLimits: { runTokens: 1000, dayCost: 0.5, runSeconds: 0 } });
    expect(values).toMatchObject({ modelRunTokens: '1000', modelDayCost: '0.5', modelRunSeconds: '', modelDayTokens: '' });
    expect(settingsToSave({}, { ...settingsValues({}), modelRunCost: ' 0.25 ' })).toEqual({ modelLimits: { runCost: 0.25 } });
    expect(settingsToSave({ modelLimits: { runTokens: 5 } }, { ...settingsValues({}), modelRunTokens: '' })).toEqual({});
    const before = { modelLimits: { runTokens: 5 } };
    expect(settingsToSave(before, settingsValues(before))).toEqual(before);
  });

  it.each([
    ['modelRunTokens', '10', true],
    ['modelRunTokens', '1.5', false],
    ['modelRunCost', '1.5', true],
    ['modelRunCost', '1e3', false],
    ['modelDayCost', '', true],
  ] as const)('%s may be "%s": %s', (field, text, expected) => {
    expect(isLimit(field, text)).toBe(expected);
    expect(hasLimitFault({ ...settingsValues({}), [field]: text })).toBe(!expected);
  });
});

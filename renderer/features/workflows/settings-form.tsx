// Fields of the workflow settings, each with a description.
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { editorApi } from '../../api/editor.ts';
import { workflowsApi } from '../../api/workflows.ts';
import { useSettings } from '../../state/settings.ts';
import { Switch } from '../../ui/fields/field.tsx';
import { HelpTip } from '../../ui/floating/tooltip.tsx';
import { SearchSelect } from '../../ui/fields/search-select.tsx';
import { Select, type SelectOption } from '../../ui/fields/select.tsx';
import { CallerPolicy } from './caller-policy.tsx';
import { ModelLimitFields } from './model-limits.tsx';
import { BY_DEFAULT, withTimeout, type SettingsValues, type TimeoutFault } from './settings-values.ts';
import './settings-form.css';

export interface SettingsFormProps {
  /** The workflow's own id, since it may be its own error workflow. */
  readonly ownId: string;
  readonly values: SettingsValues;
  readonly fault: TimeoutFault | undefined;
  readonly onChange: (values: SettingsValues) => void;
}

export function SettingsForm({ ownId, values, fault, onChange }: SettingsFormProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { executionTimeout } = useSettings();
  return (
    <>
      <Row name="errorWorkflow">
        <ErrorWorkflow ownId={ownId} value={values.errorWorkflow} onChange={(errorWorkflow) => onChange({ ...values, errorWorkflow })} />
      </Row>
      <Row name="timezone">
        <TimeZone value={values.timezone} onChange={(timezone) => onChange({ ...values, timezone })} />
      </Row>
      <Choices values={values} onChange={onChange} />
      <Row name="callerPolicy">
        <CallerPolicy values={values} onChange={(callers) => onChange({ ...values, ...callers })} />
      </Row>
      <Row name="executionTimeout">
        <span className="row setting-switch">
          <Switch
            label={t('settings.executionTimeout.label')}
            isOn={values.hasTimeout}
            onChange={(isOn) => onChange(withTimeout(values, isOn))}
          />
          <span className="quiet-text">
            {values.hasTimeout
              ? t('settings.executionTimeout.on')
              : executionTimeout > 0
                ? t('settings.executionTimeout.offInstance', { count: executionTimeout })
                : t('settings.executionTimeout.off')}
          </span>
        </span>
        {values.hasTimeout ? <TimeLimit values={values} fault={fault} onChange={onChange} /> : null}
      </Row>
      <Row name="modelLimits">
        <ModelLimitFields values={values} onChange={onChange} />
      </Row>
    </>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  const { t } = useTranslation('workflows');
  return (
    <div className="setting">
      <span className="setting-label">
        {t(`settings.${name}.label`)}
        <HelpTip text={t(`settings.${name}.help`)} />
      </span>
      <div className="setting-field">{children}</div>
    </div>
  );
}

/** Settings with few choices, and their choices in order. */
const choices = {
  saveDataErrorExecution: [BY_DEFAULT, 'all', 'none'],
  saveDataSuccessExecution: [BY_DEFAULT, 'all', 'none'],
  saveManualExecutions: [BY_DEFAULT, 'true', 'false'],
  saveExecutionProgress: [BY_DEFAULT, 'true', 'false'],
  executionOrder: ['v1', 'v0'],
} as const satisfies Readonly<Partial<Record<keyof SettingsValues, readonly string[]>>>;

function Choices({ values, onChange }: Pick<SettingsFormProps, 'values' | 'onChange'>): ReactNode {
  const { t } = useTranslation('workflows');
  const settings = useSettings();
  /** The instance's defaults, by setting. */
  const byDefault: Readonly<Record<string, string>> = {
    saveDataErrorExecution: settings.saveDataErrorExecution,
    saveDataSuccessExecution: settings.saveDataSuccessExecution,
    saveManualExecutions: String(settings.saveManualExecutions),
    saveExecutionProgress: String(settings.saveExecutionProgress),
  };
  const labelOf = (name: string, value: string): string => {
    const what = t(`settings.${name}.is.${value === BY_DEFAULT ? byDefault[name] : value}`);
    return value === BY_DEFAULT ? t('settings.default', { what }) : what;
  };
  return (Object.keys(choices) as (keyof typeof choices)[]).map((name) => (
    <Row key={name} name={name}>
      <Select
        label={t(`settings.${name}.label`)}
        isLabelHidden
        value={values[name]}
        options={choices[name].map((value) => ({ value, label: labelOf(name, value) }))}
        onChange={(value) => onChange({ ...values, [name]: value })}
      />
    </Row>
  ));
}

interface ChoiceProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ErrorWorkflow({ ownId, value, onChange }: ChoiceProps & { readonly ownId: string }): ReactNode {
  const { t } = useTranslation('workflows');
  const { data = [] } = workflowsApi.useListWorkflowsQuery({ query: {} });
  const listed = data.map(({ id, name }) => ({ value: id, label: id === ownId ? t('settings.errorWorkflow.own', { name }) : name }));
  const none: SelectOption = { value: '', label: t('settings.errorWorkflow.none') };
  const isUnknown = value !== '' && !listed.some((option) => option.value === value);
  return (
    <SearchSelect
      label={t('settings.errorWorkflow.label')}
      value={value}
      options={[none, ...(isUnknown ? [{ value, label: t('settings.errorWorkflow.unknown', { id: value }) }] : []), ...listed]}
      onChange={onChange}
      searchLabel={t('list.search')}
      nothing={t('settings.nothing')}
    />
  );
}

function TimeZone({ value, onChange }: ChoiceProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { timezone } = useSettings();
  const { data = {} } = editorApi.useTimezonesQuery();
  const zones = Object.entries(data).map(([zone, label]) => ({ value: zone, label }));
  const isUnknown = value !== BY_DEFAULT && !zones.some((option) => option.value === value);
  return (
    <SearchSelect
      label={t('settings.timezone.label')}
      value={value}
      options={[
        { value: BY_DEFAULT, label: t('settings.default', { what: timezone }) },
        ...(isUnknown ? [{ value, label: value }] : []),
        ...zones,
      ]}
      onChange={onChange}
      searchLabel={t('settings.timezone.search')}
      nothing={t('settings.nothing')}
    />
  );
}

interface TimeLimitProps {
  readonly values: SettingsValues;
  readonly fault: TimeoutFault | undefined;
  readonly onChange: (values: SettingsValues) => void;
}

/** A time limit in hours, minutes and seconds, with its error. */
function TimeLimit({ values, fault, onChange }: TimeLimitProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { maxExecutionTimeout: longest } = useSettings();
  const id = useId();
  const inWords = { hours: Math.floor(longest / 3600), minutes: Math.floor((longest % 3600) / 60), seconds: longest % 60 };
  return (
    <>
      <div className="row time-limit">
        {(['hours', 'minutes', 'seconds'] as const).map((part) => (
          <label key={part} className="row">
            <input
              className="input"
              // Fields of the type "number" drop signs that they do not know: 1,5 would become 15.
              type="text"
              inputMode="numeric"
              role="spinbutton"
              aria-valuemin={0}
              aria-valuemax={part === 'hours' ? undefined : 60}
              value={values[part]}
              aria-invalid={fault !== undefined}
              aria-describedby={fault === undefined ? undefined : id}
              onChange={(event) => onChange({ ...values, [part]: event.currentTarget.value })}
            />
            <span>{t(`settings.executionTimeout.${part}`)}</span>
          </label>
        ))}
      </div>
      {fault === undefined ? null : (
        <p id={id} role="alert" className="field-error">
          {t(`settings.executionTimeout.fault.${fault}`, inWords)}
        </p>
      )}
    </>
  );
}

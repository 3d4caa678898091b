// The limits of a workflow for the use of models: per execution and per day.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/fields/field.tsx';
import { isLimit, type ModelLimitField, type SettingsValues } from './settings-values.ts';

const periods = {
  run: ['modelRunTokens', 'modelRunSeconds', 'modelRunCost'],
  day: ['modelDayTokens', 'modelDaySeconds', 'modelDayCost'],
} as const satisfies Readonly<Record<string, readonly ModelLimitField[]>>;

const kinds = ['tokens', 'seconds', 'cost'] as const;

interface ModelLimitsProps {
  readonly values: SettingsValues;
  readonly onChange: (values: SettingsValues) => void;
}

export function ModelLimitFields({ values, onChange }: ModelLimitsProps): ReactNode {
  const { t } = useTranslation('workflows');
  return (
    <>
      {(['run', 'day'] as const).map((period) => (
        <fieldset key={period} className="model-limits">
          <legend>{t(`settings.modelLimits.${period}`)}</legend>
          {periods[period].map((field, index) => (
            <TextField
              key={field}
              label={t(`settings.modelLimits.${kinds[index] ?? 'tokens'}`)}
              value={values[field]}
              onChange={(text) => onChange({ ...values, [field]: text })}
              inputMode={field.endsWith('Cost') ? 'decimal' : 'numeric'}
              placeholder={t('settings.modelLimits.none')}
              error={
                isLimit(field, values[field])
                  ? undefined
                  : t(field.endsWith('Cost') ? 'settings.modelLimits.wrongCost' : 'settings.modelLimits.wrong')
              }
            />
          ))}
        </fieldset>
      ))}
      <p className="field-hint">{t('settings.modelLimits.hint')}</p>
    </>
  );
}

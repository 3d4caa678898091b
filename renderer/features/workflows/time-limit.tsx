// A time limit in hours, minutes and seconds, with its error.
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../state/settings.ts';
import type { SettingsValues, TimeoutFault } from './settings-values.ts';

export interface TimeLimitProps {
  readonly values: SettingsValues;
  readonly fault: TimeoutFault | undefined;
  readonly onChange: (values: SettingsValues) => void;
}

export function TimeLimit({ values, fault, onChange }: TimeLimitProps): ReactNode {
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
              type="number"
              inputMode="numeric"
              min={0}
              max={part === 'hours' ? undefined : 60}
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

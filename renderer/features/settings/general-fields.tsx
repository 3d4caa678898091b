// The fields of the general settings. A setting that the environment determines is shown, with its variable, and cannot be changed.
import { createContext, use, useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GeneralSettingsView, GeneralValues } from '../../../engine/contract/rest/general.ts';
import { editorApi } from '../../api/editor.ts';
import { Switch, TextField } from '../../ui/fields/field.tsx';
import { SearchSelect } from '../../ui/fields/search-select.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { hasDecimals, hasNoLimit, numberRules, numberText, type Draft, type NumberName } from './general-values.ts';

export interface GeneralForm {
  readonly saved: GeneralSettingsView;
  readonly draft: Draft;
  readonly faults: readonly NumberName[];
  readonly change: (changes: Draft) => void;
}

const Form = createContext<GeneralForm | undefined>(undefined);

export const GeneralFormProvider = Form;

function useForm(): GeneralForm {
  const form = use(Form);
  if (form === undefined) throw new Error('The field is outside of its form.');
  return form;
}

/** Names the variable that determines the setting. */
function Fixed({ name }: { readonly name: keyof GeneralValues }): ReactNode {
  const { t } = useTranslation('settings');
  const variable = useForm().saved.fixed[name];
  return variable === undefined ? null : <span className="field-hint">{t('general.fixed', { variable })}</span>;
}

export function TimeZoneField(): ReactNode {
  const { t } = useTranslation('settings');
  const { saved, draft, change } = useForm();
  const { data = {} } = editorApi.useTimezonesQuery();
  const { systemTimezone } = saved;
  const value = draft.timezone ?? saved.values.timezone;
  const labelOf = (zone: string): string => (zone === systemTimezone ? t('general.ofComputer', { zone }) : zone);
  const zones = [...new Set([...(systemTimezone === undefined ? [] : [systemTimezone]), value, ...Object.keys(data)])];
  return (
    <div className="field">
      <span className="field-label" aria-hidden>
        {t('general.timezone')}
      </span>
      <SearchSelect
        label={t('general.timezone')}
        value={value}
        options={zones.map((zone) => ({ value: zone, label: labelOf(zone) }))}
        onChange={(timezone) => change({ timezone })}
        searchLabel={t('general.searchZone')}
        nothing={t('general.noZone')}
        isDisabled={saved.fixed.timezone !== undefined}
      />
      <span className="field-hint">{t('general.timezoneHint')}</span>
      <Fixed name="timezone" />
    </div>
  );
}

interface ChoiceProps {
  readonly name: 'locale' | 'saveOnError' | 'saveOnSuccess';
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export function ChoiceField({ name, options }: ChoiceProps): ReactNode {
  const { t } = useTranslation('settings');
  const { saved, draft, change } = useForm();
  const value = draft[name] ?? saved.values[name];
  const isListed = options.some((option) => option.value === value);
  return (
    <div className="field">
      <Select
        label={t(`general.${name}`)}
        value={value}
        options={isListed ? options : [{ value, label: value }, ...options]}
        onChange={(next) => change({ [name]: next })}
        isDisabled={saved.fixed[name] !== undefined}
      />
      <Fixed name={name} />
    </div>
  );
}

export function SwitchField({ name }: { readonly name: 'saveManual' | 'saveProgress' | 'prune' }): ReactNode {
  const { t } = useTranslation('settings');
  const { saved, draft, change } = useForm();
  const isOn = draft[name] ?? saved.values[name];
  const isFixed = saved.fixed[name] !== undefined;
  const set = (next: boolean): void => change({ [name]: next });
  return (
    <div className="field">
      <div className="computer-switch">
        <Switch label={t(`general.${name}`)} isOn={isOn} onChange={set} isDisabled={isFixed} />
        <span aria-hidden onClick={() => (isFixed ? undefined : set(!isOn))}>
          {t(`general.${name}`)}
        </span>
      </div>
      <span className="field-hint">{t(`general.${name}Hint`)}</span>
      <Fixed name={name} />
    </div>
  );
}

/** `isOff`: whether the number has no effect now. */
export function NumberField({ name, isOff = false }: { readonly name: NumberName; readonly isOff?: boolean }): ReactNode {
  const { t } = useTranslation('settings');
  const { saved, draft, faults, change } = useForm();
  const hintId = useId();
  const isFixed = saved.fixed[name] !== undefined;
  return (
    <div className="field">
      <TextField
        label={t(`general.${name}`)}
        value={draft[name] ?? numberText(name, saved.values[name])}
        onChange={(text) => change({ [name]: text })}
        inputMode={hasDecimals(name) ? 'decimal' : 'numeric'}
        placeholder={hasNoLimit(name) ? t('general.noLimit') : undefined}
        disabled={isFixed || isOff}
        aria-describedby={isFixed ? hintId : undefined}
        error={
          faults.includes(name)
            ? t(hasDecimals(name) ? 'general.wrongAmount' : hasNoLimit(name) ? 'general.wrongLimit' : 'general.wrongNumber', {
                least: numberRules[name].least,
              })
            : undefined
        }
      />
      <span id={hintId} className="row">
        <Fixed name={name} />
      </span>
    </div>
  );
}

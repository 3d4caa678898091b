// Which workflows may call this one: a group, or a list of ids.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { workflowsApi } from '../../api/workflows.ts';
import { useSettings } from '../../state/settings.ts';
import { TextField } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { BY_DEFAULT, callerPolicies, listedIds, type SettingsValues } from './settings-values.ts';

export interface CallerPolicyProps {
  readonly values: Pick<SettingsValues, 'callerPolicy' | 'callerIds'>;
  readonly onChange: (values: Pick<SettingsValues, 'callerPolicy' | 'callerIds'>) => void;
}

export function CallerPolicy({ values, onChange }: CallerPolicyProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { workflowCallerPolicyDefaultOption: byDefault } = useSettings();
  const { callerPolicy } = values;
  const labelOf = (policy: string): string => t(`settings.callerPolicy.is.${policy}`);
  return (
    <>
      <Select
        label={t('settings.callerPolicy.label')}
        isLabelHidden
        value={callerPolicy}
        options={callerPolicies.map((value) => ({
          value,
          label: value === BY_DEFAULT ? t('settings.default', { what: labelOf(byDefault) }) : labelOf(value),
        }))}
        onChange={(value) => onChange({ ...values, callerPolicy: value })}
      />
      {(callerPolicy === BY_DEFAULT ? byDefault : callerPolicy) === 'workflowsFromAList' ? (
        <CallerIds values={values} onChange={onChange} />
      ) : null}
    </>
  );
}

/** Ids are typed, since workflows of other users cannot be listed. Known workflows are shown by name. */
function CallerIds({ values, onChange }: CallerPolicyProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { data = [] } = workflowsApi.useListWorkflowsQuery({ query: {} });
  const ids = listedIds(values.callerIds);
  const names = data.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return (
    <>
      <TextField
        label={t('settings.callerPolicy.ids')}
        hint={t('settings.callerPolicy.idsHint')}
        value={values.callerIds}
        onChange={(callerIds) => onChange({ ...values, callerIds })}
      />
      {names.length === 0 ? null : <p className="quiet-text">{t('settings.callerPolicy.known', { names: names.join(', ') })}</p>}
    </>
  );
}

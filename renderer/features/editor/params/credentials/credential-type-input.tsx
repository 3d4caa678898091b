// A select of credential types, such as in the HTTP Request node.
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PropertyOption } from '../../../../../engine/workflow/node-type.ts';
import { editorApi } from '../../../../api/editor.ts';
import { OptionPicker } from '../options/option-picker.tsx';
import type { ParameterInputProps } from '../parameter-input.tsx';

interface CredentialType {
  readonly name: string;
  readonly displayName?: string;
  readonly genericAuth?: boolean;
  /** Whether requests can be signed with it. */
  readonly canSign?: boolean;
}

export function CredentialTypeInput(props: ParameterInputProps): ReactNode {
  const { t } = useTranslation('params');
  const { data, isLoading } = editorApi.useCredentialTypesQuery();
  const isGeneric = props.property.name === 'genericAuthType';
  const options = useMemo<readonly PropertyOption[]>(
    () =>
      ((data ?? []) as readonly CredentialType[])
        .filter((type) => type.canSign === true && (type.genericAuth === true) === isGeneric)
        .map(({ name, displayName }) => ({ name: displayName ?? name, value: name })),
    [data, isGeneric],
  );
  return <OptionPicker {...props} options={options} isLoading={isLoading} emptyText={t('credential.noTypes')} />;
}

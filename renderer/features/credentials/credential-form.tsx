// The fields of a credential that its type shows with the current values.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodeProperty, PropertyOption } from '../../../engine/workflow/node-type.ts';
import type { CredentialType } from '../../api/credentials.ts';
import { Switch, TextField } from '../../ui/fields/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { CredentialTextField } from './credential-text-field.tsx';
import { changedValues, faultOf, isStored, visibleFields, type CredentialValues, type FieldFault } from './credential-values.ts';

/** Number of lines of JSON fields. */
const JSON_ROWS = 6;

export interface CredentialFormProps {
  readonly type: CredentialType;
  readonly values: CredentialValues;
  /** The values as they were opened or saved. */
  readonly savedValues: CredentialValues;
  readonly onChange: (values: CredentialValues) => void;
  /** Whether to show problems of the fields. */
  readonly showsFaults: boolean;
}

export function CredentialForm({ type, values, savedValues, onChange, showsFaults }: CredentialFormProps): ReactNode {
  return visibleFields(type, values).map((property) => (
    <CredentialField
      key={property.name}
      property={property}
      value={values[property.name]}
      isInStore={isStored(savedValues[property.name])}
      fault={faultOf(property, values[property.name])}
      showsFault={showsFaults}
      onChange={(value) => onChange(changedValues(values, property.name, value))}
    />
  ));
}

/** The fields of a credential whose values the user may not see. Switches and choices are left out, since their values are unknown. */
export function HiddenFields({ type }: { readonly type: CredentialType }): ReactNode {
  const { t } = useTranslation('credentials');
  return visibleFields(type, {})
    .filter((property) => property.type === 'string' || property.type === 'number')
    .map(({ name, displayName }) => (
      <TextField key={name} label={displayName} value="" disabled placeholder={t('form.hidden')} onChange={() => undefined} />
    ));
}

interface CredentialFieldProps {
  readonly property: NodeProperty;
  readonly value: unknown;
  /** Whether a secret value is stored. */
  readonly isInStore: boolean;
  readonly onChange: (value: unknown) => void;
  readonly fault: FieldFault | undefined;
  /** Whether to show its problem even if the field was not left yet. */
  readonly showsFault: boolean;
}

function CredentialField({ property, value, isInStore, onChange, fault, showsFault }: CredentialFieldProps): ReactNode {
  const { t } = useTranslation('credentials');
  const [wasVisited, setWasVisited] = useState(false);
  const { displayName, type, typeOptions, required, placeholder, description, options } = property;
  if (type === 'notice') return <Notice>{displayName}</Notice>;
  if (type === 'boolean') {
    return (
      <div className="credential-switch">
        <Switch label={displayName} isOn={value === true} onChange={onChange} />
        <span>
          <span aria-hidden>{displayName}</span>
          {description === undefined ? null : <span className="field-hint">{description}</span>}
        </span>
      </div>
    );
  }
  if (type === 'options') {
    const choices = (options ?? []) as readonly PropertyOption[];
    return (
      <div className="credential-select">
        <Select
          label={displayName}
          value={typeof value === 'string' ? value : null}
          options={choices.map((option) => ({ value: String(option.value), label: option.name }))}
          onChange={onChange}
        />
        {description === undefined ? null : <span className="field-hint">{description}</span>}
      </div>
    );
  }
  const rows = typeOptions?.rows ?? (type === 'json' ? JSON_ROWS : undefined);
  return (
    <CredentialTextField
      label={displayName}
      isRequired={required === true}
      rows={typeof rows === 'number' ? rows : undefined}
      {...(description === undefined ? {} : { hint: description })}
      {...(fault === undefined || !(showsFault || wasVisited) ? {} : { error: t(`form.${fault}`, { name: displayName }) })}
      placeholder={placeholder}
      value={value}
      isSecret={typeOptions?.password === true || isInStore}
      isNumber={type === 'number'}
      isInStore={isInStore}
      onChange={onChange}
      onBlur={() => setWasVisited(true)}
    />
  );
}

// The fields of a credential: those that its type shows with the current values.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { STORED_SECRET } from '../../../engine/contract/rest/credentials.ts';
import type { NodeProperty, PropertyOption } from '../../../engine/workflow/node-type.ts';
import { isVisible, scopeOf } from '../../../engine/workflow/visibility.ts';
import type { CredentialType } from '../../api/credentials.ts';
import { Switch, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';

export type CredentialValues = Readonly<Record<string, unknown>>;

/** The values with the defaults of the type. */
export const withDefaults = ({ properties }: CredentialType, values: CredentialValues): CredentialValues => ({
  ...Object.fromEntries(properties.filter(({ type }) => type !== 'hidden').map((property) => [property.name, property.default])),
  ...values,
});

/** The fields that users see with these values. */
export function visibleFields({ name, properties }: CredentialType, values: CredentialValues): readonly NodeProperty[] {
  const all = { ...Object.fromEntries(properties.map((property) => [property.name, property.default])), ...values };
  const scope = scopeOf(all, all, 1, { name });
  return properties.filter((property) => property.type !== 'hidden' && isVisible(property.displayOptions, scope));
}

/** Names of required fields without a value. */
export const missingFields = (type: CredentialType, values: CredentialValues): readonly string[] =>
  visibleFields(type, values)
    .filter(({ required, name }) => required === true && (values[name] === undefined || values[name] === ''))
    .map(({ displayName }) => displayName);

export interface CredentialFormProps {
  readonly type: CredentialType;
  readonly values: CredentialValues;
  readonly onChange: (values: CredentialValues) => void;
  /** Marks required fields without a value. */
  readonly showsMissing: boolean;
}

export function CredentialForm({ type, values, onChange, showsMissing }: CredentialFormProps): ReactNode {
  return visibleFields(type, values).map((property) => (
    <CredentialField
      key={property.name}
      property={property}
      value={values[property.name]}
      showsMissing={showsMissing}
      onChange={(value) => onChange({ ...values, [property.name]: value })}
    />
  ));
}

interface CredentialFieldProps {
  readonly property: NodeProperty;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly showsMissing: boolean;
}

function CredentialField({ property, value, onChange, showsMissing }: CredentialFieldProps): ReactNode {
  const { t } = useTranslation('credentials');
  const { displayName, type, typeOptions, required, placeholder, description, options } = property;
  if (type === 'boolean') {
    return (
      <div className="credential-switch">
        <span aria-hidden>{displayName}</span>
        <Switch label={displayName} isOn={value === true} onChange={onChange} />
      </div>
    );
  }
  if (type === 'options') {
    const choices = (options ?? []) as readonly PropertyOption[];
    return (
      <Select
        label={displayName}
        value={typeof value === 'string' ? value : null}
        options={choices.map((option) => ({ value: String(option.value), label: option.name }))}
        onChange={onChange}
      />
    );
  }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const shared = {
    label: required === true ? `${displayName} *` : displayName,
    ...(description === undefined ? {} : { hint: description }),
    ...(showsMissing && required === true && text === '' ? { error: t('form.required', { name: displayName }) } : {}),
  };
  if (typeOptions?.password === true) return <SecretField {...shared} value={text} onChange={onChange} />;
  return (
    <TextField
      {...shared}
      value={text}
      placeholder={placeholder}
      inputMode={type === 'number' ? 'numeric' : undefined}
      autoComplete="off"
      spellCheck={false}
      onChange={(next) => onChange(type === 'number' && next.trim() !== '' && !Number.isNaN(Number(next)) ? Number(next) : next)}
    />
  );
}

interface SecretFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A secret. A stored one is not sent to the browser: it stays until something is entered. */
function SecretField({ value, onChange, hint, ...shared }: SecretFieldProps): ReactNode {
  const { t } = useTranslation('credentials');
  const [isStored] = useState(value === STORED_SECRET);
  const isKept = value === STORED_SECRET;
  return (
    <TextField
      {...shared}
      type="password"
      autoComplete="new-password"
      value={isKept ? '' : value}
      placeholder={isKept ? t('form.stored') : ''}
      hint={isKept ? t('form.storedHint') : hint}
      onChange={(next) => onChange(next === '' && isStored ? STORED_SECRET : next)}
    />
  );
}

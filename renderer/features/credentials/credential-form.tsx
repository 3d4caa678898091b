// The fields of a credential that its type shows with the current values.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { STORED_SECRET } from '../../../engine/contract/rest/credentials.ts';
import type { NodeProperty, PropertyOption } from '../../../engine/workflow/node-type.ts';
import type { CredentialType } from '../../api/credentials.ts';
import { Button } from '../../ui/button.tsx';
import { Switch, TextField } from '../../ui/fields/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { SecretCompletion } from './secret-completion.tsx';
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
      fault={showsFaults ? faultOf(property, values[property.name]) : undefined}
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
}

function CredentialField({ property, value, isInStore, onChange, fault }: CredentialFieldProps): ReactNode {
  const { t } = useTranslation('credentials');
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
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const rows = typeOptions?.rows ?? (type === 'json' ? JSON_ROWS : undefined);
  const shared = {
    label: displayName,
    isRequired: required === true,
    rows: typeof rows === 'number' ? rows : undefined,
    ...(description === undefined ? {} : { hint: description }),
    ...(fault === undefined ? {} : { error: t(`form.${fault}`, { name: displayName }) }),
  };
  if (typeOptions?.password === true || isInStore)
    return <SecretField {...shared} value={text} isInStore={isInStore} onChange={onChange} />;
  return (
    <SecretCompletion
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
  readonly isRequired: boolean;
  readonly rows: number | undefined;
  readonly hint?: string;
  readonly error?: string;
  readonly value: string;
  readonly isInStore: boolean;
  readonly onChange: (value: string) => void;
}

/** A secret. A stored one is not sent to the browser: it stays until something else is entered, or until it is removed. */
function SecretField({ value, onChange, hint, isInStore, ...shared }: SecretFieldProps): ReactNode {
  const { t } = useTranslation('credentials');
  const { label: name, isRequired } = shared;
  const isKept = isStored(value);
  const isRemoved = isInStore && value === '';
  return (
    <div className="credential-secret">
      <SecretCompletion
        {...shared}
        // An expression is not secret, and could not be edited unseen.
        type={value.startsWith('=') ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        value={isKept ? '' : value}
        placeholder={isKept ? t('form.stored') : ''}
        hint={isKept ? t('form.storedHint') : isRemoved ? t('form.removedHint') : hint}
        onChange={(next) => onChange(next === '' && isInStore ? STORED_SECRET : next)}
      />
      {isInStore && !isRequired ? (
        <Button
          size="small"
          kind="quiet"
          aria-label={t(isRemoved ? 'form.keepOf' : 'form.removeOf', { name })}
          onClick={() => onChange(isRemoved ? STORED_SECRET : '')}
        >
          {t(isRemoved ? 'form.keep' : 'form.remove')}
        </Button>
      ) : null}
    </div>
  );
}

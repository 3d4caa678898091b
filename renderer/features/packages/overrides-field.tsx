// Versions that are used instead of those that packages ask for, as text: `name=version, name=version`.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/fields/field.tsx';

/** Undefined if the text is something else. */
export function overridesIn(text: string): Record<string, string> | undefined {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => /^([^\s=]+)=([^\s=]+)$/.exec(entry));
  return entries.includes(null) ? undefined : Object.fromEntries(entries.map((match) => [match?.[1] ?? '', match?.[2] ?? '']));
}

export const textOfOverrides = (overrides: Readonly<Record<string, string>>): string =>
  Object.entries(overrides)
    .map((entry) => entry.join('='))
    .join(', ');

export interface OverridesFieldProps {
  readonly value: string;
  readonly isDisabled?: boolean;
  /** Whether the label stands elsewhere already. */
  readonly isLabelHidden?: boolean;
  readonly onChange: (value: string) => void;
}

export function OverridesField({ value, isDisabled = false, isLabelHidden = false, onChange }: OverridesFieldProps): ReactNode {
  const { t } = useTranslation('packages');
  return (
    <TextField
      label={t('overrides')}
      isLabelHidden={isLabelHidden}
      hint={t('overridesHint')}
      error={overridesIn(value) === undefined ? t('overridesInvalid') : undefined}
      value={value}
      disabled={isDisabled}
      onChange={onChange}
    />
  );
}

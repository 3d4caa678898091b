// Package versions that override the requested ones, as text: `name=version, name=version`.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isDependencyName } from '../../../engine/workflow/node-type.ts';
import { TextField } from '../../ui/fields/field.tsx';

/** Returns names and versions, or undefined for each entry that is something else. */
const entriesOf = (text: string): readonly (readonly [name: string, version: string] | undefined)[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, name, version] = /^([^\s=]+)=([\w.+~^*-]+)$/.exec(entry) ?? [];
      return name === undefined || version === undefined ? undefined : [name, version];
    });

/** Returns versions by name; undefined if the text is something else, or a name cannot be that of a package. */
export function overridesIn(text: string): Record<string, string> | undefined {
  const entries = entriesOf(text).map((entry) => (entry !== undefined && isDependencyName(entry[0]) ? entry : undefined));
  return entries.includes(undefined) ? undefined : Object.fromEntries(entries.filter((entry) => entry !== undefined));
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
  const entries = entriesOf(value);
  const [other] = entries.find((entry) => entry !== undefined && !isDependencyName(entry[0])) ?? [];
  const error = entries.includes(undefined) ? t('overridesInvalid') : other === undefined ? undefined : t('notPackage', { name: other });
  return (
    <TextField
      label={t('overrides')}
      isLabelHidden={isLabelHidden}
      hint={t('overridesHint')}
      error={error}
      value={value}
      disabled={isDisabled}
      onChange={onChange}
    />
  );
}

// Validates user data by the engine's rules before it is sent.
import type { TFunction } from 'i18next';
import type { FieldRule } from '../../ui/fields/use-fields.ts';

const NAME_LENGTH = 32;
const EMAIL_LENGTH = 254;
const PASSWORD_LENGTH = { least: 8, most: 64 } as const;

const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i;

export function isEmail(text: string): boolean {
  const email = text.trim();
  return email.length <= EMAIL_LENGTH && emailPattern.test(email);
}

export type PasswordFault = 'short' | 'long' | 'noNumber' | 'noCapital';

/** Returns all rules that a password breaks. */
export function passwordFaults(password: string): readonly PasswordFault[] {
  const { length } = Array.from(password);
  return [
    ...(length < PASSWORD_LENGTH.least ? (['short'] as const) : []),
    ...(length > PASSWORD_LENGTH.most ? (['long'] as const) : []),
    ...(/\p{Nd}/u.test(password) ? [] : (['noNumber'] as const)),
    ...(/\p{Lu}/u.test(password) ? [] : (['noCapital'] as const)),
  ];
}

type T = TFunction<'account'>;

export const requiredRule =
  (t: T): FieldRule<string> =>
  (value) =>
    value.trim() === '' ? t('rule.required') : undefined;

export const nameRule =
  (t: T): FieldRule<string> =>
  (value) => {
    if (value.trim() === '') return t('rule.required');
    return Array.from(value.trim()).length > NAME_LENGTH ? t('rule.nameLength', { most: NAME_LENGTH }) : undefined;
  };

export const emailRule =
  (t: T): FieldRule<string> =>
  (value) => {
    if (value.trim() === '') return t('rule.required');
    return isEmail(value) ? undefined : t('rule.email');
  };

export const passwordRule =
  (t: T): FieldRule<string> =>
  (value) => {
    const faults = passwordFaults(value);
    if (faults.length === 0) return undefined;
    return t('rule.password', { faults: faults.map((fault) => t(`rule.fault.${fault}`, PASSWORD_LENGTH)).join(', ') });
  };

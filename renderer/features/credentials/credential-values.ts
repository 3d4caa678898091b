// The values of a credential in its dialog: defaults, visible fields, problems, and whether they can be tested.
import { isDomainField, STORED_SECRET } from '../../../engine/contract/rest/constants.ts';
import type { NodeProperty } from '../../../engine/workflow/node-type.ts';
import { isInexact } from '../../../engine/contract/exact-numbers.ts';
import { credentialExpression, namesSecretsOnly } from '../../../engine/workflow/values/credential-text.ts';
import { isVisible, scopeOf } from '../../../engine/workflow/parameters/visibility.ts';
import type { CredentialType } from '../../api/credentials.ts';

export type CredentialValues = Readonly<Record<string, unknown>>;

/** Returns the values with the defaults of the type. Of fields with the same name, the visible one sets the default. */
export function withDefaults(type: CredentialType, values: CredentialValues): CredentialValues {
  const visibleProperties = type.properties.filter((property) => property.type !== 'hidden');
  return { ...defaultsOf(visibleProperties), ...defaultsOf(visibleFields(type, values)), ...values };
}

const defaultsOf = (properties: readonly NodeProperty[]): CredentialValues =>
  Object.fromEntries(properties.map((property) => [property.name, property.default]));

/**
 * Returns the values after a field has changed. Tokens are dropped, since they belong to the values with which the account was connected, unless
 * the field only limits where the credential is used.
 */
export function changedValues(values: CredentialValues, name: string, value: unknown): CredentialValues {
  if (isDomainField(name)) return { ...values, [name]: value };
  const { oauthTokenData: _dropped, ...remainingValues } = values;
  return { ...remainingValues, [name]: value };
}

/** Returns the fields that users see with these values. */
export function visibleFields({ name, properties }: CredentialType, values: CredentialValues): readonly NodeProperty[] {
  const all = { ...defaultsOf(properties), ...values };
  const scope = scopeOf(all, all, 1, { name });
  return properties.filter((property) => property.type !== 'hidden' && isVisible(property.displayOptions, scope));
}

const isExpression = (value: unknown): boolean => credentialExpression(value) !== undefined;

/** `missing`: a required value; `number`: a number; `digits`: fewer digits, since a number cannot keep these. */
export type FieldFault = 'missing' | 'number' | 'digits';

/** Returns the problem of a visible field's value; undefined if there is none. */
export function faultOf({ type, required }: NodeProperty, value: unknown): FieldFault | undefined {
  if (isExpression(value)) return undefined;
  const isEmpty = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  if (isEmpty) return required === true ? 'missing' : undefined;
  if (type !== 'number' || typeof value === 'number') return undefined;
  return isInexact(String(value)) ? 'digits' : 'number';
}

export const hasFaults = (type: CredentialType, values: CredentialValues): boolean =>
  visibleFields(type, values).some((property) => faultOf(property, values[property.name]) !== undefined);

/** Whether these values can be tested: expressions have values only while a node runs, except for external secrets. */
export const isTestable = (type: CredentialType, values: CredentialValues): boolean =>
  type.isTestable &&
  !hasFaults(type, values) &&
  Object.values(values)
    .map(credentialExpression)
    .every((expression) => expression === undefined || namesSecretsOnly(expression));

/** Whether a value is the placeholder of a stored secret. */
export const isStored = (value: unknown): boolean => value === STORED_SECRET;

/** Types whose credentials are not named after the type, since they can be used for any service. */
const plainlyNamed: ReadonlySet<string> = new Set(['httpBasicAuth', 'httpDigestAuth', 'oAuth1Api', 'oAuth2Api']);

export const isNamedAfterType = (type: string): boolean => !plainlyNamed.has(type);

/** Whether credentials with these values need a connected account to work. */
export const needsAccount = (type: CredentialType, values: CredentialValues): boolean =>
  type.connects !== undefined && withDefaults(type, values)['grantType'] !== 'clientCredentials';

/** Whether an account is connected with these values. Changing one of them ends the connection. */
export const isConnected = (values: CredentialValues): boolean => values['oauthTokenData'] !== undefined;

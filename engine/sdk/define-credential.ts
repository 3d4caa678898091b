// Declares a credential type: its fields, how it signs requests, and how it is tested.
import type { NodeProperty, DisplayRules } from '../workflow/node-type.ts';
import type { HttpRequest } from './http-port.ts';

/** Decrypted data of a credential, completed with the defaults of its type. */
export type CredentialData = Readonly<Record<string, unknown>>;

/** What a credential adds to a request. Names and values may be expressions over `$credentials`. */
export interface SigningRule {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Basic authentication. */
  readonly basic?: { readonly user: string; readonly password: string };
}

/** A request whose success shows that a credential works. Texts may be expressions over `$credentials`. */
export interface CredentialTest {
  readonly url: string;
  /** Defaults to GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface CredentialDefinition {
  /** Type name used in workflow files, such as `httpBasicAuth`. */
  readonly name: string;
  readonly displayName: string;
  /** Types whose fields, signing and test this one inherits. */
  readonly extends?: readonly string[];
  /** Whether it is for any service, by the HTTP Request node's generic credentials. */
  readonly isGeneric?: boolean;
  readonly documentationUrl?: string;
  readonly fields: readonly NodeProperty[];
  readonly sign?: SigningRule | ((data: CredentialData, request: HttpRequest) => HttpRequest | Promise<HttpRequest>);
  readonly test?: CredentialTest;
}

/** Declares a credential type; the only export of `credentials/<name>.ts`. */
export function defineCredential(definition: CredentialDefinition): CredentialDefinition {
  return definition;
}

/** The value of an Authorization header for Basic authentication (RFC 7617). */
export const basicAuthorization = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

export interface FieldOptions {
  readonly required?: boolean;
  readonly default?: unknown;
  readonly description?: string;
  readonly placeholder?: string;
  /** Number of lines of a text. */
  readonly rows?: number;
  /** Values of other fields with which the field is shown. */
  readonly when?: DisplayRules;
}

/** A field for text. */
export const text = (name: string, displayName: string, options: FieldOptions = {}): NodeProperty =>
  field('string', name, displayName, { default: '', ...options });

/** A field for a secret: its value never returns to the browser. */
export const secret = (name: string, displayName: string, options: FieldOptions = {}): NodeProperty => {
  const property = text(name, displayName, options);
  return { ...property, typeOptions: { ...property.typeOptions, password: true } };
};

export const number = (name: string, displayName: string, options: FieldOptions = {}): NodeProperty =>
  field('number', name, displayName, { default: 0, ...options });

export const toggle = (name: string, displayName: string, options: FieldOptions = {}): NodeProperty =>
  field('boolean', name, displayName, { default: false, ...options });

export const json = (name: string, displayName: string, options: FieldOptions = {}): NodeProperty =>
  field('json', name, displayName, { default: '', ...options });

/** A field that users do not see, such as a fixed address. */
export const hidden = (name: string, value: unknown = '', options: FieldOptions = {}): NodeProperty =>
  field('hidden', name, name, { ...options, default: value });

/** A choice; `values` maps each value to its label. The default is the first one. */
export const choice = (
  name: string,
  displayName: string,
  values: Readonly<Record<string, string>>,
  options: FieldOptions = {},
): NodeProperty => ({
  ...field('options', name, displayName, { default: Object.keys(values)[0], ...options }),
  options: Object.entries(values).map(([value, label]) => ({ name: label, value })),
});

function field(
  type: NodeProperty['type'],
  name: string,
  displayName: string,
  { when, rows, default: value, ...options }: FieldOptions,
): NodeProperty {
  return {
    displayName,
    name,
    type,
    default: value,
    ...options,
    ...(rows === undefined ? {} : { typeOptions: { rows } }),
    ...(when === undefined ? {} : { displayOptions: { show: when } }),
  };
}

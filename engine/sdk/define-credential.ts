// Declares a credential type: its fields, how it signs requests, and how it is tested.
import type { JsonObject } from '../contract/json.ts';
import type { NodeProperty, DisplayRules } from '../workflow/node-type.ts';
import type { HttpPort, HttpRequest } from './http-port.ts';

/** Decrypted data of a credential, completed with the defaults of its type. */
export type CredentialData = Readonly<Record<string, unknown>>;

/** What a credential adds to a request. Names and values may be expressions with `$credentials`. */
export interface SigningRule {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Basic authentication. */
  readonly basic?: { readonly user: string; readonly password: string };
}

/** A request that succeeds if the credential is valid. Texts may be expressions with `$credentials`. */
export interface TestRequest {
  readonly url: string;
  /** Default: GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Objects are sent as JSON. */
  readonly body?: string | JsonObject;
  /** A text is an expression. Default: false. */
  readonly allowsUnauthorizedCerts?: boolean | string;
  /** Whether only the rules decide, whatever the status of the response. Default: false. */
  readonly ignoresStatus?: boolean;
  readonly rules?: readonly TestRule[];
}

/** A response that means that the credential is invalid, and the message for the user. */
export type TestRule = { readonly message: string } & (
  | { readonly type: 'responseCode'; readonly value: number }
  /** A field of the JSON response has this value, or is absent if there is no value. */
  | { readonly type: 'responseSuccessBody'; readonly key: string; readonly value?: unknown }
);

/** Tests a credential by code. `data` is complete and without expressions. What it rejects with is shown as the reason. */
export interface TestCode {
  readonly run: (data: JsonObject, call: TestCall) => Promise<TestResult>;
}

export interface TestCall extends CredentialCall {
  /** Absent until the credential is saved. */
  readonly id?: string;
  /** Name of the credential's type. */
  readonly type: string;
  /** Aborted when the test has taken too long. */
  readonly signal: AbortSignal;
}

export interface TestResult {
  readonly status: 'OK' | 'Error';
  readonly message: string;
}

export type CredentialTest = TestRequest | TestCode;

/** Functions that credential types use to call their service. */
export interface CredentialCall {
  readonly http: HttpPort;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Name of the credential, for messages. */
  readonly name: string;
}

/** Fields that must be fetched before requests can be signed, such as an access token. They are stored with the credential. */
export interface PreAuthentication {
  /** Names of the fetched fields. Their values come from the service, so they are never evaluated as expressions. */
  readonly fields: readonly string[];
  /** Whether the fields in `data` are still valid at `now`, in milliseconds since the epoch. */
  readonly isValid: (data: CredentialData, now: number) => boolean;
  /** Returns new values of the fields. Throws NodeError CREDENTIAL_NOT_CONNECTED if the user has to connect the account again. */
  readonly fetch: (data: CredentialData, call: CredentialCall) => Promise<JsonObject>;
  /** Status of responses after which the fields are fetched again, once. Default: 401. */
  readonly rejectedStatus?: (data: CredentialData) => number;
}

/** Connects an account: the user signs in to the service in the browser (OAuth). */
export interface AccountConnection {
  readonly protocol: 'oauth1' | 'oauth2';
  /** Returns the URL to open in the browser, and the data that `finish` needs. Throws NodeError. */
  readonly begin: (
    data: CredentialData,
    call: CredentialCall & { readonly redirectUrl: string; readonly state: string },
  ) => Promise<{ readonly url: string; readonly memory: Readonly<Record<string, string>> }>;
  /** Returns the fields to store. `query`: parameters of the redirect from the service. Throws NodeError. */
  readonly finish: (
    data: CredentialData,
    call: CredentialCall & {
      readonly redirectUrl: string;
      readonly query: Readonly<Record<string, string>>;
      readonly memory: Readonly<Record<string, string>>;
    },
  ) => Promise<JsonObject>;
}

/** How one request is signed with a token, where that differs from the rule of the credential type. Package code chooses the values. */
export interface TokenUse {
  /** Scheme of the Authorization header, instead of the token's own type. */
  readonly tokenType?: string;
  /** Path of the token in the token data, such as `authed_user.access_token`. If it is missing there, the access token is used. */
  readonly property?: string;
  /** Whether the Authorization header contains the scheme. Default: true. */
  readonly keepBearer?: boolean;
  /** Name of a header that contains the token, in addition to Authorization. */
  readonly keyToIncludeInAccessTokenHeader?: string;
  /** Status of responses after which the token is renewed. Default: that of the credential. */
  readonly tokenExpiredStatusCode?: number;
}

export interface CredentialDefinition {
  /** Type name used in workflow files, such as `httpBasicAuth`. */
  readonly name: string;
  readonly displayName: string;
  /** Types whose fields, signing and test this one inherits. */
  readonly extends?: readonly string[];
  /** Whether it can be used for any service, as generic credential of the HTTP Request node. */
  readonly isGeneric?: boolean;
  readonly documentationUrl?: string;
  readonly fields: readonly NodeProperty[];
  readonly sign?: SigningRule | ((data: CredentialData, request: HttpRequest, use?: TokenUse) => HttpRequest | Promise<HttpRequest>);
  readonly test?: CredentialTest;
  readonly preAuthentication?: PreAuthentication;
  readonly connection?: AccountConnection;
}

/** Declares a credential type: an export of a file in `credentials`. */
export function defineCredential(definition: CredentialDefinition): CredentialDefinition {
  return definition;
}

/** Returns the value of an Authorization header for Basic authentication (RFC 7617). */
export const basicAuthorization = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Sets parameters in the query of a URL. Other parameters keep their spelling, since services may sign or compare them as text. */
export function withQuery(address: string, query: readonly (readonly [name: string, value: string])[]): string {
  if (query.length === 0) return address;
  const url = new URL(address);
  const names = new Set(query.map(([name]) => name));
  const isOther = (pair: string): boolean => pair !== '' && ![...new URLSearchParams(pair).keys()].some((name) => names.has(name));
  const added = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
  url.search = [...url.search.slice(1).split('&').filter(isOther), added].join('&');
  return url.href;
}

/** Sets the Authorization header of a request, and replaces any existing one, whatever its case. */
export const withAuthorization = (request: HttpRequest, value: string): HttpRequest => withHeader(request, 'Authorization', value);

/** Sets a header in place of one of the same name in any letter case. */
export function withHeader(request: HttpRequest, name: string, value: string): HttpRequest {
  const otherHeaders = Object.entries(request.headers ?? {}).filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  return { ...request, headers: Object.fromEntries([...otherHeaders, [name, value]]) };
}

export interface FieldOptions {
  readonly required?: boolean;
  readonly default?: unknown;
  readonly description?: string;
  readonly placeholder?: string;
  /** Number of lines of the input. */
  readonly rows?: number;
  /** Display rules: values of other fields for which this field is shown. */
  readonly when?: DisplayRules;
}

/** A text field. */
export const text = (name: string, displayName: string, options: FieldOptions = {}): NodeProperty =>
  field('string', name, displayName, { default: '', ...options });

/** A secret field, whose value is never returned to the browser. */
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

/** A field that users do not see, such as a fixed URL. */
export const hidden = (name: string, value: unknown = '', options: FieldOptions = {}): NodeProperty =>
  field('hidden', name, name, { ...options, default: value });

/** A choice. `values` maps each value to its label; the first is the default. */
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

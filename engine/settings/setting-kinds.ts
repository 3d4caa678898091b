// The kinds of settings, and a function per kind that declares one.

export type Kind =
  | 'text'
  | 'segment'
  | 'url'
  | 'timezone'
  | 'integer'
  | 'amount'
  | 'boolean'
  | 'list'
  | 'saving'
  | 'missedRuns'
  | 'durability'
  | 'database'
  | 'files'
  | 'callerPolicy'
  | 'folders'
  | 'choice'
  | 'logLevel';

export interface SettingSpec<K extends Kind = Kind, D = unknown> {
  readonly kind: K;
  /** Environment variable; with the suffix `_FILE` it contains the path of a file with the value. */
  readonly variable: string;
  /** Equivalent variable of n8n, used if the other one is not set. */
  readonly fallback?: string;
  /** Whether the fallback has the opposite meaning (`…_DISABLED`). */
  readonly isInverted?: boolean;
  readonly default: D;
  readonly least?: number;
  readonly most?: number;
  /** Allowed values of a choice. */
  readonly values?: readonly string[];
  /** Whether the value is a secret, which is taken out of the environment when the program starts. */
  readonly isSecret?: boolean;
  readonly about: string;
}

export const textOf =
  <K extends 'text' | 'segment' | 'url' | 'timezone'>(kind: K) =>
  (variable: string, byDefault: string, about: string, fallback?: string): SettingSpec<K, string> => ({
    kind,
    variable,
    default: byDefault,
    about,
    fallback,
  });
export const text = textOf('text');
/** A secret text. */
export const secret = (variable: string, about: string, fallback?: string): SettingSpec<'text', string> => ({
  ...text(variable, '', about, fallback),
  isSecret: true,
});
/** One path segment without slashes. */
export const segment = textOf('segment');
/** An HTTP or HTTPS URL. */
export const url = textOf('url');
export const integer = (
  variable: string,
  byDefault: number,
  about: string,
  fallback?: string,
  { least = 0, most = Number.MAX_SAFE_INTEGER }: { least?: number; most?: number } = {},
): SettingSpec<'integer', number> => ({ kind: 'integer', variable, default: byDefault, about, fallback, least, most });
/** A number with decimals, from 0. */
export const amount = (variable: string, byDefault: number, about: string): SettingSpec<'amount', number> => ({
  kind: 'amount',
  variable,
  default: byDefault,
  about,
});
export const onOff = (
  variable: string,
  byDefault: boolean,
  about: string,
  fallback?: string,
  isInverted = false,
): SettingSpec<'boolean', boolean> => ({
  kind: 'boolean',
  variable,
  default: byDefault,
  about,
  fallback,
  isInverted,
});
export const list = (variable: string, about: string, fallback?: string): SettingSpec<'list', readonly string[]> => ({
  kind: 'list',
  variable,
  default: [],
  about,
  fallback,
});
/** One of several values; the first is the default. */
export const choice = <const V extends readonly [string, ...string[]]>(
  variable: string,
  values: V,
  about: string,
  fallback?: string,
): SettingSpec<'choice', V[number]> => ({ kind: 'choice', variable, values, default: values[0], about, fallback });
export const saving = (variable: string, about: string, fallback: string): SettingSpec<'saving', 'all' | 'none'> => ({
  kind: 'saving',
  variable,
  default: 'all',
  about,
  fallback,
});

/** A size in MiB. */
export const anySize = { least: 1, most: 1_048_576 };

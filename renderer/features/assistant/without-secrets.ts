// Removes secrets from what is proposed to be sent to a model: by the names of fields, and by the forms that keys and tokens have.
import { isRecord } from '../../../engine/workflow/values/own-properties.ts';

/** Stands for a removed value. */
export const REMOVED = '[removed]';

const secretName =
  /passw(?:or)?d|passphrase|secret|token(?!s)|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|authorization|cookie|bearer|credential|session[-_ ]?id|signature|^(?:auth|pwd|pin)$/i;

/** Each replaces what follows the parts that it captures. */
const secretForms: readonly (readonly [form: RegExp, replacement: string])[] = [
  [/\b(Bearer|Basic|Token)\s+[\w.~+/=-]{8,}/gi, `$1 ${REMOVED}`],
  // User and password of a URL.
  [/\b([a-z][a-z\d+.-]*:\/\/)[^\s/@:]+:[^\s/@]+@/gi, `$1${REMOVED}@`],
  [/([?&;](?:[\w-]*(?:token|key|secret|password|signature|auth|code))=)[^\s&#"']+/gi, `$1${REMOVED}`],
  [
    /((?:"|')?(?:[\w-]*(?:password|secret|token|api[-_]?key|authorization))(?:"|')?\s*[:=]\s*(?:"|')?)(?!\s|Bearer|Basic|Token|\[removed\]|\{\{)[^\s"',;}&]{4,}/gi,
    `$1${REMOVED}`,
  ],
  // Keys with a prefix, and JSON Web Tokens.
  [/\b(?:sk|pk|rk|ghp|gho|ghs|xox[abprs]|glpat|AKIA|AIza|ya29)[-_.]?[\w-]{12,}/g, REMOVED],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, REMOVED],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, REMOVED],
];

/** Returns the text with everything removed that has the form of a secret. */
export const withoutSecretText = (text: string): string =>
  secretForms.reduce((current, [form, replacement]) => current.replace(form, replacement), text);

/** Maximum number of levels that are visited. */
const DEEPEST = 40;

/**
 * Returns a copy of JSON data without secrets: values of fields with telling names, or that stand beside a telling name (as headers do), and texts
 * with the form of a secret. `secretFields`: further names of fields. Expressions stay, since they name data and do not contain it.
 */
export function withoutSecrets(value: unknown, secretFields: ReadonlySet<string> = new Set(), depth = 0): unknown {
  if (typeof value === 'string') return withoutSecretText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return REMOVED;
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, secretFields, depth + 1));
  if (!isRecord(value)) return REMOVED;
  const isNamedSecret = ['name', 'key'].some((field) => typeof value[field] === 'string' && secretName.test(value[field]));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const isSecret = secretFields.has(name) || secretName.test(name) || (isNamedSecret && name === 'value');
      return [name, isSecret && !isHarmless(each) ? REMOVED : withoutSecrets(each, secretFields, depth + 1)];
    }),
  );
}

/** Whether a value says nothing of a secret: switches, nothing, expressions that only read data, and choices such as "oAuth2Api". */
const isHarmless = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  value === null ||
  value === '' ||
  (typeof value === 'string' &&
    (/^=\s*\{\{[^'"`]*\}\}\s*$/.test(value) || /^[a-z][A-Za-z\d]*(?:Api|Auth|Credential|CredentialType)$/.test(value)));

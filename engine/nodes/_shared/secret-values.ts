// Hides the secrets of a signed request in texts that services return.

export const HIDDEN = '[hidden]';

/** Hides secret values in a text, including their forms in URLs and JSON. */
export function withoutSecretValues(secrets: readonly string[], text: string): string {
  const forms = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams({ secret }).toString().slice('secret='.length),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
  ]);
  // Longest first, since a secret may contain another one.
  return forms.toSorted((one, other) => other.length - one.length).reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
}

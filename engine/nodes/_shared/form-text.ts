// Texts of form pages, from locales/en/form.json.
import texts from '../../../locales/en/form.json' with { type: 'json' };

/** The text at a dotted key, `{names}` filled in. With a `count`, a key that has the forms `one` and `other` is chosen by it. */
export function formText(key: string, params: Readonly<Record<string, string | number>> = {}): string {
  let found: unknown = texts;
  for (const part of key.split('.')) found = (found as Record<string, unknown> | undefined)?.[part];
  if (typeof found === 'object' && found !== null && 'other' in found) {
    found = (found as Record<string, unknown>)[params['count'] === 1 ? 'one' : 'other'];
  }
  if (typeof found !== 'string') throw new Error(`There is no text "${key}" in locales/en/form.json`);
  return found.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : whole));
}

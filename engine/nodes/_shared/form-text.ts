// Texts of form pages, from locales/en/form.json.
import texts from '../../../locales/en/form.json' with { type: 'json' };

/** Returns the text at a dotted key, with `{names}` replaced. `count` selects between the forms `one` and `other` of a key. */
export function formText(key: string, params: Readonly<Record<string, string | number>> = {}): string {
  let found: unknown = texts;
  for (const part of key.split('.')) found = (found as Record<string, unknown> | undefined)?.[part];
  if (typeof found === 'object' && found !== null && 'other' in found) {
    found = (found as Record<string, unknown>)[params['count'] === 1 ? 'one' : 'other'];
  }
  if (typeof found !== 'string') throw new Error(`There is no text "${key}" in locales/en/form.json`);
  return found.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : whole));
}

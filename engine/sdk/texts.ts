// Texts of the product for pages and messages that the engine writes, from locales/en.

export type TextParams = Readonly<Record<string, string | number>>;

/**
 * Returns a function that looks up a text by its dotted key, with `{names}` replaced by `params`. `count` selects between the forms `one` and `other`
 * of a key. `texts`: the content of `file` in locales/en; `shown` prepares inserted texts.
 */
export function textsOf(
  texts: object,
  file: string,
  visible: (text: string) => string = String,
): (key: string, params?: TextParams) => string {
  return (key, params = {}) => {
    let match: unknown = texts;
    for (const part of key.split('.')) match = (match as Record<string, unknown> | undefined)?.[part];
    if (typeof match === 'object' && match !== null && 'other' in match) {
      match = (match as Record<string, unknown>)[params['count'] === 1 ? 'one' : 'other'];
    }
    if (typeof match !== 'string') throw new Error(`There is no text "${key}" in locales/en/${file}`);
    return match.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(params, name) ? visible(String(params[name])) : whole));
  };
}

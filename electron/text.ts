// Texts of menus, dialogs and notifications, from locales/en/desktop.json.
import texts from '../locales/en/desktop.json' with { type: 'json' };

type Keys<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Keys<T[K]>}` }[keyof T & string];

export type TextKey = Keys<typeof texts>;

/** Returns the text with a dotted key, with `{names}` replaced by `params`. */
export function text(key: TextKey, params: Readonly<Record<string, string | number>> = {}): string {
  let value: unknown = texts;
  for (const part of key.split('.')) value = (value as Record<string, unknown>)[part];
  return (value as string).replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : whole));
}

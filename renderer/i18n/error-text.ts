// Errors of the engine in the language of the editor.
import { i18n } from './index.ts';

/** Language of the engine's messages, which say more than the texts of `errors.json`. */
const ENGINE_LANGUAGE = 'en';

/** An error of a response. */
export interface ErrorInResponse {
  readonly code: string;
  readonly message: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/**
 * Returns the text of an error in the editor's language. It is the engine's message if the language is English, if the language has no text for
 * the error's code, or if the error lacks a value of the text.
 */
export function errorText({ code, message, params = {} }: ErrorInResponse): string {
  const key = textKeyOf(code);
  for (const language of i18n.languages) {
    if (language === ENGINE_LANGUAGE) break;
    const text: unknown = i18n.getResource(language, 'errors', key);
    if (typeof text !== 'string') continue;
    const names = Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
    if (names.every((name) => Object.hasOwn(params, name))) return i18n.t(key, { ns: 'errors', lng: language, replace: params });
  }
  return message;
}

/** Returns the key of a code's text: `TAG_EXISTS` → `tagExists`. */
export const textKeyOf = (code: string): string => code.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

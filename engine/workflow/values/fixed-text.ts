// Fixed texts that begin with `=`, which the file format takes for expressions.

/** An expression whose result is a quoted text that begins with `=` and contains braces. */
const quoted = /^=\{\{ ("=(?:[^"\\]|\\.)*") \}\}$/s;

/**
 * Returns the fixed text that a stored value stands for, if the text begins with `=`: it is written as an expression without code, whose result is
 * the text itself (`==SUM(A1)`), or as one with the text in quotes, if it contains braces. Undefined for other values.
 */
function textThatIsMarked(value: string): string | undefined {
  if (value.startsWith('==') && !value.includes('{{')) return value.slice(1);
  const [, json = ''] = quoted.exec(value) ?? [];
  if (!json.includes('{{')) return undefined;
  try {
    return JSON.parse(json.replaceAll(String.raw`\}}`, '}}')) as string;
  } catch {
    return undefined;
  }
}

/** Whether a stored value is a fixed text that begins with `=`. */
export const isMarkedText = (value: unknown): value is string => typeof value === 'string' && textThatIsMarked(value) !== undefined;

/** Returns the text that a fixed field shows for a stored value. */
export const fixedText = (stored: string): string => textThatIsMarked(stored) ?? stored;

/** Returns the stored value of a fixed text, also if it begins with `=`. */
export function storedText(text: string): string {
  if (!text.startsWith('=')) return text;
  return text.includes('{{') ? `={{ ${JSON.stringify(text).replaceAll('}}', String.raw`\}}`)} }}` : `=${text}`;
}

/** Returns the stored value of a text in a parameter that allows no expressions. A leading `=` is doubled, because reading removes one. */
export const unevaluatedText = (text: string): string => (text.startsWith('=') ? `=${text}` : text);

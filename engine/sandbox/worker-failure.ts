// An error of user code as plain data: its message and the line of the user's own code. Errors are user data too: reading them must not throw here.
import type { FailureData } from './protocol.ts';

/** Name of user code in stack traces. */
export const sourceName = 'millrace-code.js';

/** Maximum length of an error's text. */
const longestText = 10_000;
const place = new RegExp(`${sourceName}:(\\d+)`);

/** The failure that a thrown value represents. */
export function failureData(error: unknown, itemIndex?: number): FailureData {
  const item = itemIndex === undefined ? {} : { itemIndex };
  try {
    return { ...described(error), ...item };
  } catch {
    return { name: 'Error', message: 'An error that cannot be shown', ...item };
  }
}

function described(error: unknown): FailureData {
  if (typeof error !== 'object' || error === null || !('message' in error)) return { name: 'Error', message: textOf(error) };
  const { name, message, stack, description, code } = error as Partial<
    Record<'name' | 'message' | 'stack' | 'description' | 'code', unknown>
  >;
  // The frames come last, after a message of any length.
  const line = typeof stack === 'string' ? place.exec(stack.slice(-longestText))?.[1] : undefined;
  return {
    name: typeof name === 'string' ? cut(name) : 'Error',
    message: textOf(message),
    ...(typeof code === 'string' ? { code: cut(code) } : {}),
    ...(typeof description === 'string' ? { description: cut(description) } : {}),
    ...(line === undefined ? {} : { line: Number(line) }),
  };
}

function textOf(value: unknown): string {
  return cut(typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)));
}

const cut = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);

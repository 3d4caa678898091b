// The error of a Stop and Error node, from its parameters.
import { parseAsWritten, stringifyExactly } from '../../contract/exact-numbers.ts';
import { ExactNumber, takeFrom } from '../../contract/exact-values.ts';
import type { JsonObject } from '../../contract/json.ts';

export interface DeclaredError {
  readonly message: string;
  /** Absent for a plain message. */
  readonly options?: {
    readonly description?: string;
    /** The object's own `type`. */
    readonly type?: string;
    /** The whole object, for error workflows. */
    readonly metadata?: JsonObject;
  };
}

/**
 * Returns the error for a plain message (`errorMessage`) or a JSON object (`errorObject`, as text or as an object): its `message`, `description`
 * or `error`, whichever is the first non-empty text, otherwise the object itself. Throws SyntaxError if the text is not a JSON object.
 */
export function declaredError(errorType: string, value: unknown): DeclaredError {
  if (errorType !== 'errorObject') return { message: typeof value === 'string' ? value : (stringifyExactly(value) ?? '') };
  const errorValue: unknown = typeof value === 'string' ? parseAsWritten(value) : value;
  if (typeof errorValue !== 'object' || errorValue === null || Array.isArray(errorValue))
    throw new SyntaxError('The text is not a JSON object.');
  const metadata = errorValue as JsonObject;
  const description = messageText(takeFrom(metadata, 'description'));
  return {
    message:
      messageText(takeFrom(metadata, 'message')) ??
      description ??
      messageText(takeFrom(metadata, 'error')) ??
      `Error: ${stringifyExactly(metadata)}`,
    options: { description, type: messageText(takeFrom(metadata, 'type')), metadata },
  };
}

function messageText(value: unknown): string | undefined {
  if (typeof value === 'number' || value instanceof ExactNumber) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

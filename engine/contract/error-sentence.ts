// A one-sentence message for the error of a node.
import type { ErrorData } from './run-data.ts';

/** Maximum length of a service's message outside of the error panel. */
const MAX_SENTENCE = 300;

/** Returns the message with item numbers from 1, as shown in the editor; the engine counts from 0. */
export function countedFromOne(message: string, { context }: ErrorData): string {
  const index = context?.['itemIndex'];
  if (typeof index !== 'number') return message;
  return message.replaceAll(new RegExp(`\\b(item )${index}\\b`, 'gi'), (_whole, item: string) => `${item}${index + 1}`);
}

/** Whether a code is the status of an HTTP response, not a code of the system such as ECONNREFUSED. */
export const isHttpStatus = (code: string): boolean => /^[1-5]\d\d$/.test(code);

/** Returns the message of invalid syntax with its parameter and place; undefined for other errors. */
function syntaxSentence(error: ErrorData): string | undefined {
  const { code, description, context, message } = error;
  const parameter = context?.['parameterLabel'] ?? context?.['parameter'];
  if (code !== 'EXPRESSION_SYNTAX') return undefined;
  const suffix = typeof description === 'string' && description !== '' ? `. ${description}` : '';
  return `${typeof parameter === 'string' ? `Parameter "${parameter}": ` : ''}${message}${suffix}`;
}

/** Returns the service's message if a service rejected the request, for invalid syntax its place, otherwise the error's message. */
export function errorSentence(error: ErrorData): string {
  const { httpCode, description } = error;
  const syntax = syntaxSentence(error);
  if (syntax !== undefined) return syntax;
  if (httpCode === undefined || !isHttpStatus(httpCode) || typeof description !== 'string' || description.trim() === '')
    return countedFromOne(error.message, error);
  const sentence = description.replaceAll(/\s+/g, ' ').trim();
  return `${sentence.length > MAX_SENTENCE ? `${sentence.slice(0, MAX_SENTENCE)}…` : sentence} (${httpCode})`;
}

/** Returns the details that the sentence does not contain. */
export function errorDetails(error: ErrorData): string | undefined {
  if (syntaxSentence(error) !== undefined) return undefined;
  const message = countedFromOne(error.message, error);
  return errorSentence(error) === message ? (error.description ?? undefined) : message;
}

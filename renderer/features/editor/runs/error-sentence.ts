// What a failed node is reported with, in one sentence.
import type { ErrorData } from '../../../../engine/contract/run-data.ts';

/** Longest sentence of a service that is shown outside of the error view. */
const MAX_SENTENCE = 300;

/** The message, with items counted from 1 as everywhere in the editor. The engine counts them from 0, as `$itemIndex` does. */
export function countedFromOne(message: string, { context }: ErrorData): string {
  const index = context?.['itemIndex'];
  if (typeof index !== 'number') return message;
  return message.replaceAll(new RegExp(`\\b(item )${index}\\b`, 'gi'), (_whole, item: string) => `${item}${index + 1}`);
}

/** Returns what the service said if a service refused the request, otherwise the message. */
export function errorSentence(error: ErrorData): string {
  const { httpCode, description } = error;
  if (httpCode === undefined || typeof description !== 'string' || description.trim() === '') return countedFromOne(error.message, error);
  const sentence = description.replaceAll(/\s+/g, ' ').trim();
  return `${sentence.length > MAX_SENTENCE ? `${sentence.slice(0, MAX_SENTENCE)}…` : sentence} (${httpCode})`;
}

/** Returns what is to be known beyond the sentence. */
export function errorDetails(error: ErrorData): string | undefined {
  const message = countedFromOne(error.message, error);
  return errorSentence(error) === message ? (error.description ?? undefined) : message;
}

// Numbers that JavaScript cannot represent (`exact-numbers.ts`) within an evaluation, which computes with the nearest ones: the texts of those that
// it reads are known until it ends, so that copies and texts of them have all digits.
import { dropText, dropTexts, exactText, holdsExact, mayBeInexact, noteOwnText } from '../../contract/exact-numbers.ts';
import { NumberTexts } from '../../contract/exact-values.ts';
import { PART_COST, session, stepsFor } from '../budget.ts';

/** Notes a number that was read and may be inexact. */
export function noteRead(holder: object, key: unknown, value: number): void {
  const text = exactText(holder, String(key));
  session.readText = text;
  // Of two numbers with the same nearest number, one may be exact.
  if (text !== undefined || session.numbers !== undefined || Number.isInteger(value))
    (session.numbers ??= new NumberTexts()).note(value, text ?? String(value));
}

/** Notes all numbers of a list or object whose members are about to be read. */
export function noteMembers(holder: unknown): void {
  if (typeof holder !== 'object' || holder === null || !holdsExact(holder)) return;
  session.numbers ??= new NumberTexts();
  const count = session.numbers.noteAll(holder);
  if (count > 0) stepsFor(count * PART_COST);
}

/** Returns the text of a number that was read, if it is not exact and no other number has the same nearest number. */
export const textOfRead = (value: number): string | undefined => (mayBeInexact(value) ? session.numbers?.of(value) : undefined);

/** The number was computed, so it is not the number that was read, even if both are equal. */
export function computed<T>(value: T): T {
  if (session.numbers !== undefined && mayBeInexact(value)) session.numbers.forget(value);
  return value;
}

/** Notes the text of the number that was just read and stored in a list or object of the expression. */
export function noteStored(holder: object, key: string | number): void {
  if (session.readText !== undefined) noteOwnText(holder, String(key), session.readText);
}

/** Returns the texts of a list that a method is called on, for what the method makes of it. */
export function textsOf(list: object): NumberTexts | undefined {
  if (!holdsExact(list)) return undefined;
  noteMembers(list);
  const texts = new NumberTexts();
  stepsFor(texts.noteAll(list) * PART_COST);
  return texts;
}

/** Notes the texts of numbers that were read before, or are in `numberTexts`, and are now in a list or object that the expression has made. */
export function noteCopies(created: unknown, numberTexts?: NumberTexts): void {
  if (session.numbers === undefined || typeof created !== 'object' || created === null || !Object.isExtensible(created)) return;
  const keys = Object.keys(created);
  stepsFor(keys.length * PART_COST);
  for (const key of keys) noteCopy(created, key, (created as Readonly<Record<string, unknown>>)[key], numberTexts);
}

function noteCopy(holder: object, key: string, value: unknown, texts?: NumberTexts): void {
  const text = mayBeInexact(value) && exactText(holder, key) === undefined ? (texts?.of(value) ?? session.numbers?.of(value)) : undefined;
  if (text !== undefined) noteOwnText(holder, key, text);
}

/** Notes the text of a member that was written. */
export function noteWrite(holder: object, key: unknown, value: unknown): void {
  if (!mayBeInexact(value)) return;
  dropText(holder, String(key));
  noteCopy(holder, String(key), value);
}

/** Prepares a list for a method that may move its numbers to other indexes. Returns their texts. */
export function beforeMoves(list: object): NumberTexts | undefined {
  const texts = textsOf(list);
  if (texts !== undefined) dropTexts(list);
  return texts;
}

/** Notes the texts of a list that a method has changed. `added`: number of entries that were added at its end; the others are where they were. */
export function afterMoves(list: object, numberTexts: NumberTexts | undefined, added?: number): void {
  if (session.numbers === undefined) return;
  if (added === undefined || !Array.isArray(list)) return noteCopies(list, numberTexts);
  for (let index = Math.max(0, list.length - added); index < list.length; index++) noteWrite(list, index, list[index]);
}

// Numbers of JSON that JavaScript cannot represent, such as integers beyond 2⁵³. The value is the nearest number; the object or list that contains
// it remembers the text. While the value is unchanged, it is written as that text.

/** Texts of numbers by name or index. Copied with the fields of an object by spreading and Object.assign; not seen by expressions and nodes. */
const texts: unique symbol = Symbol('texts of exact numbers');

type Holder = { [texts]?: Record<string, string> };

/** Whether any holder remembers a text. Until then, nothing is looked for. */
let isUsed = false;

/** A token of so many characters may be a number that is not exact; it may also be part of a text. */
const candidate = /[:,[\s]-?\d[\d.eE+-]{15,}/;
const SHORTEST = 16;

/** Parses JSON text like JSON.parse, and remembers numbers that are not exact. Throws SyntaxError. */
export function parseExactly(text: string): unknown {
  return candidate.test(text) ? (JSON.parse(text, remember as Reviver) as unknown) : (JSON.parse(text) as unknown);
}

/** Like `parseExactly`, but also remembers spellings that JSON.stringify does not write, such as `10.50`: for JSON that a user has written. */
export const parseAsWritten = (text: string): unknown => JSON.parse(text, rememberSpelling as Reviver) as unknown;

type Reviver = (this: unknown, key: string, value: unknown) => unknown;

function remember(this: object, key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value === 'number' && source !== undefined && isInexact(source)) ownTexts(this)[key] = source;
  return value;
}

function rememberSpelling(this: object, key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value === 'number' && source !== undefined && source !== String(value)) ownTexts(this)[key] = source;
  return value;
}

/** Returns the record of a holder that was just made, and therefore shares it with no other. */
function ownTexts(holder: Holder): Record<string, string> {
  isUsed = true;
  return (holder[texts] ??= Object.create(null) as Record<string, string>);
}

/** Like `noteText`, for a holder that was just made and not copied: its record is not copied for each number. */
export function noteOwnText(holder: object, key: string, text: string): void {
  if (isInexact(text)) ownTexts(holder as Holder)[key] = text;
}

/** Remembers the text of a number that `holder` has at `key`, if the number differs from it. */
export function noteText(holder: object, key: string, text: string): void {
  if (!isInexact(text)) return;
  isUsed = true;
  // Copied, because a holder that was made by spreading shares the record of another one.
  (holder as Holder)[texts] = Object.assign(Object.create(null) as Record<string, string>, (holder as Holder)[texts], { [key]: text });
}

/** Returns the text of a number as it was read; undefined if the number is exact, or has been replaced since. */
export function exactText(holder: unknown, key: string): string | undefined {
  if (!isUsed || typeof holder !== 'object' || holder === null) return undefined;
  const text = (holder as Holder)[texts]?.[key];
  return text !== undefined && Number(text) === (holder as Readonly<Record<string, unknown>>)[key] ? text : undefined;
}

/** Notes the texts of a list or object for the one to which its entries were added: in a list at `start`. */
export function moveTexts(from: object, to: object, start?: number): void {
  const moved = isUsed ? (from as Holder)[texts] : undefined;
  if (moved === undefined) return;
  const target = ownTexts(to as Holder);
  for (const [key, text] of Object.entries(moved)) target[start === undefined ? key : start + Number(key)] = text;
}

/** Whether an object or list itself holds numbers that are not exact. */
export const holdsExact = (value: object): boolean => isUsed && (value as Holder)[texts] !== undefined;

/** Total length of the remembered texts of an object or list itself; stops counting beyond `limit`. */
export function exactLength(value: object, limit: number): number {
  const own = (value as Holder)[texts];
  let length = 0;
  for (const key in own) {
    length += own[key]?.length ?? 0;
    if (length > limit) break;
  }
  return length;
}

/** Whether a value may be a number that is not exact, which is worth looking for its text. */
export const mayBeInexact = (value: unknown): value is number => isUsed && typeof value === 'number' && !Number.isSafeInteger(value);

/** Whether a value contains numbers that are not exact, at any depth. */
export const holdsExactNumbers = (value: unknown): boolean => isUsed && holdsAny(value);

/** Returns the text that JSON.stringify returns, with numbers as they were read. Throws a TypeError for circular data. */
export function stringifyExactly(value: object, space?: string | number): string;
export function stringifyExactly(value: unknown, space?: string | number): string | undefined;
export function stringifyExactly(value: unknown, space?: string | number): string | undefined {
  if (!holdsExactNumbers(value)) return JSON.stringify(value, undefined, space) as string | undefined;
  return JSON.stringify(value, rawNumber, space) as string | undefined;
}

function rawNumber(this: unknown, key: string, value: unknown): unknown {
  return asRead(this, key, value);
}

/** For a replacer of JSON.stringify: returns what it writes as the text of the number at `key`, or the value itself. */
export function asRead(holder: unknown, key: string, value: unknown): unknown {
  const text = typeof value === 'number' ? exactText(holder, key) : undefined;
  return text === undefined ? value : rawJson(text);
}

const { rawJSON: rawJson } = JSON as unknown as { readonly rawJSON: (text: string) => object };

/** Depth below which nothing is looked for: JSON.stringify itself fails at a greater one. */
const MAX_DEPTH = 3000;

function holdsAny(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return false;
  if (holdsExact(value)) return true;
  if (Array.isArray(value)) return value.some((entry) => holdsAny(entry, depth + 1));
  for (const key in value) if (holdsAny((value as Readonly<Record<string, unknown>>)[key], depth + 1)) return true;
  return false;
}

/** Whether JavaScript's number for a text, written again, has another value. */
export function isInexact(text: string): boolean {
  return text.length >= SHORTEST && digitsOf(text) !== digitsOf(String(Number(text)));
}

/** Returns the significant digits of a number and its power of ten; undefined if the text is not a number. */
function digitsOf(text: string): string | undefined {
  const match = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = '', power = '0'] = match;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const short = withoutEndingZeros(digits);
  return short === '' ? '0' : `${short}e${Number(power) - fraction.length + digits.length - short.length}`;
}

/** A regular expression would take quadratic time for zeros that do not end the digits. */
function withoutEndingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

// Numbers of JSON that JavaScript cannot represent, such as integers beyond 2⁵³. The value is the nearest number; the object or list that contains
// it remembers the text. While the value is unchanged, it is written as that text.

/** Texts of numbers by name or index. Copied with the fields of an object by spreading and Object.assign; not seen by expressions and nodes. */
const texts: unique symbol = Symbol('texts of exact numbers');

type TextHolder = { [texts]?: Record<string, string> };

/** Whether any holder remembers a text. Until then, searches are skipped. */
let isUsed = false;

/** Minimum number of characters of a number that may have more digits than JavaScript's numbers. */
const SHORTEST = 16;
/** Such an exponent may be outside of the range of JavaScript's numbers. */
const largeExponent = /\d[eE][+-]?\d{3}/;
/** Such an exponent of a number that is probably not part of a text. */
const exponentOfNumber = /[:,[\s]-?\d[\d.]*[eE][+-]?\d{3}/;

/** Parses JSON text like JSON.parse, and remembers numbers that are not exact. Throws SyntaxError. */
export function parseExactly(text: string): unknown {
  return mayHoldInexact(text) ? (JSON.parse(text, remember as Reviver) as unknown) : (JSON.parse(text) as unknown);
}

/** Whether JSON text may contain a number that is not exact; it may also be part of a text. */
const mayHoldInexact = (text: string): boolean => hasLongNumber(text) || (largeExponent.test(text) && exponentOfNumber.test(text));

/** A regular expression would look at each character, which takes a third of the time of parsing. */
function hasLongNumber(text: string): boolean {
  const { length } = text;
  for (let at = SHORTEST - 1; at < length; at += SHORTEST) {
    if (!isOfNumber(text.charCodeAt(at))) continue;
    let start = at;
    while (start > 0 && isOfNumber(text.charCodeAt(start - 1))) start--;
    let end = at + 1;
    while (end < length && isOfNumber(text.charCodeAt(end))) end++;
    if (end - start >= SHORTEST && (start === 0 || isBeforeValue(text.charCodeAt(start - 1)))) return true;
    at = end;
  }
  return false;
}

/** Whether a character is a digit or one of `+-.Ee`. */
function isOfNumber(code: number): boolean {
  if (code > 0x39) return code === 0x65 || code === 0x45;
  return code >= 0x30 || code === 0x2e || code === 0x2d || code === 0x2b;
}

/** Whether a character is a colon, comma, opening bracket or blank. */
const isBeforeValue = (code: number): boolean => code === 0x3a || code === 0x2c || code === 0x5b || code <= 0x20;

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
function ownTexts(holder: TextHolder): Record<string, string> {
  isUsed = true;
  return (holder[texts] ??= Object.create(null) as Record<string, string>);
}

/** Like `noteText`, for a holder that was just made and not copied: its record is not copied for each number. */
export function noteOwnText(holder: object, key: string, text: string): void {
  if (isInexact(text)) ownTexts(holder as TextHolder)[key] = text;
}

/** Remembers the text of a number that `holder` has at `key`, if the number differs from it. */
export function noteText(holder: object, key: string, text: string): void {
  if (!isInexact(text)) return;
  isUsed = true;
  // Copied, because a holder that was made by spreading shares the record of another one.
  (holder as TextHolder)[texts] = Object.assign(Object.create(null) as Record<string, string>, (holder as TextHolder)[texts], {
    [key]: text,
  });
}

/** Returns the text of a number as it was read; undefined if the number is exact, or has been replaced since. */
export function exactText(holder: unknown, key: string): string | undefined {
  if (!isUsed || typeof holder !== 'object' || holder === null) return undefined;
  const text = (holder as TextHolder)[texts]?.[key];
  return text !== undefined && Number(text) === (holder as Readonly<Record<string, unknown>>)[key] ? text : undefined;
}

/** Notes the texts of a list or object for the one to which its entries were added: in a list at `start`. */
export function moveTexts(from: object, to: object, start?: number): void {
  const moved = isUsed ? (from as TextHolder)[texts] : undefined;
  if (moved === undefined) return;
  const target = ownTexts(to as TextHolder);
  for (const [key, text] of Object.entries(moved)) target[start === undefined ? key : start + Number(key)] = text;
}

/** Copies the texts of a list or object to its copy, which must share them with no other. */
export function carryTexts(from: object, to: object): void {
  const ownNumberTexts = isUsed ? (from as TextHolder)[texts] : undefined;
  if (ownNumberTexts !== undefined) Object.assign(ownTexts(to as TextHolder), ownNumberTexts);
}

/** Forgets the text of a number of a list or object that shares its texts with no other. */
export function dropText(holder: object, key: string): void {
  const existingTexts = isUsed ? (holder as TextHolder)[texts] : undefined;
  if (existingTexts === undefined) return;
  delete existingTexts[key];
  if (Object.keys(existingTexts).length === 0) dropTexts(holder);
}

/** Forgets the texts of an object or list. */
export function dropTexts(holder: object): void {
  if (isUsed) delete (holder as TextHolder)[texts];
}

/** Whether an object or list itself holds numbers that are not exact. */
export const holdsExact = (value: object): boolean => isUsed && (value as TextHolder)[texts] !== undefined;

/** Total length of the remembered texts of an object or list itself; stops counting beyond `limit`. */
export function exactLength(value: object, limit: number): number {
  const own = (value as TextHolder)[texts];
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
export function stringifyExactly(value: object | null, space?: string | number): string;
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
  const numberText = typeof value === 'number' ? exactText(holder, key) : undefined;
  return numberText === undefined ? value : rawJson(numberText);
}

/** Returns what JSON.stringify writes as a text. The text must be that of a number, text or literal. */
export const { rawJSON: rawJson } = JSON as unknown as { readonly rawJSON: (text: string) => object };

/** Maximum depth that is searched: JSON.stringify itself fails at a greater depth. */
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
  if (text.length < SHORTEST && !largeExponent.test(text)) return false;
  const written = decimalOf(text);
  return written !== undefined && !isSameDecimal(written, decimalOf(String(Number(text))));
}

/** A number as it is written: 0.<digits> times ten to the power of `point`. */
interface Decimal {
  readonly isNegative: boolean;
  /** Without zeros at either end; empty for zero. */
  readonly digits: string;
  readonly point: number;
}

/** Returns undefined if the text is not a number. */
function decimalOf(text: string): Decimal | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', power = '0'] = match;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const short = withoutEndingZeros(digits);
  const point = short === '' ? 0 : Number(power) - fraction.length + digits.length;
  return { isNegative: sign === '-' && short !== '', digits: short, point };
}

/** A regular expression would take quadratic time for zeros that do not end the digits. */
function withoutEndingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

const isSameDecimal = (a: Decimal, b: Decimal | undefined): boolean => a.digits === b?.digits && a.point === b.point;

/** Compares two numbers by their texts: negative if the first is less, 0 if they are equal. Anything else is compared as a text. */
export function compareTexts(a: string, b: string): number {
  const [first, second] = [decimalOf(a), decimalOf(b)];
  if (first === undefined || second === undefined) return a < b ? -1 : Number(a > b);
  if (first.isNegative !== second.isNegative) return first.isNegative ? -1 : 1;
  return first.isNegative ? compareSizes(second, first) : compareSizes(first, second);
}

function compareSizes(a: Decimal, b: Decimal): number {
  if (a.digits === '' || b.digits === '') return a.digits.length - b.digits.length;
  if (a.point !== b.point) return a.point - b.point;
  return a.digits < b.digits ? -1 : Number(a.digits > b.digits);
}

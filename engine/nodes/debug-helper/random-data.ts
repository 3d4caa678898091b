// Random data of several kinds. It does not belong to real people: domains are reserved, and card numbers only have a valid check digit.
// The same seed gives the same data.
import type { JsonObject } from '../../contract/json.ts';

export const defaultAlphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

export interface RandomDataOptions {
  readonly nanoidAlphabet: string;
  readonly nanoidLength: number;
}

const firstNames = [
  'Ada',
  'Bruno',
  'Chioma',
  'Dmitri',
  'Elif',
  'Farid',
  'Grete',
  'Hana',
  'Ivo',
  'Jun',
  'Kofi',
  'Lena',
  'Mateo',
  'Nour',
  'Olga',
  'Priya',
];
const lastNames = [
  'Abbott',
  'Bergmann',
  'Costa',
  'Diallo',
  'Eriksen',
  'Fontaine',
  'Garcia',
  'Hoffmann',
  'Ito',
  'Jansen',
  'Kovacs',
  'Lindqvist',
  'Moreau',
  'Novak',
];
const streets = ['Mill Lane', 'Station Road', 'Harbour Street', 'Oak Avenue', 'Bridge Street', 'Market Square', 'Hill Road', 'Garden Way'];
const locations = [
  { city: 'Rivertown', state: 'Northshire', country: 'Utopia' },
  { city: 'Lakeside', state: 'Westland', country: 'Arcadia' },
  { city: 'Stonebridge', state: 'Eastmark', country: 'Ruritania' },
  { city: 'Fairhaven', state: 'Southvale', country: 'Laurania' },
] as const;
const domains = ['example.com', 'example.net', 'example.org'];
const cardKinds = [
  { type: 'Visa', prefix: '4', length: 16, ccv: 3 },
  { type: 'Mastercard', prefix: '53', length: 16, ccv: 3 },
  { type: 'American Express', prefix: '37', length: 15, ccv: 4 },
] as const;
const digits = '0123456789';
const hex = '0123456789abcdef';

type Generator = (random: RandomSource, options: RandomDataOptions) => JsonObject;

/** Generators for each kind of data. */
const generators = new Map<string, Generator>([
  ['address', address],
  ['latLong', (random) => ({ latitude: coordinate(random, 90), longitude: coordinate(random, 180) })],
  ['creditCard', creditCard],
  ['email', (random) => ({ email: mailbox(random, oneOf(random, firstNames), oneOf(random, lastNames)), confirmed: random() < 0.5 })],
  ['ipv4', (random) => ({ ip: `${wholeNumber(random, 1, 223)}.${[0, 0, 0].map(() => wholeNumber(random, 0, 255)).join('.')}` })],
  ['ipv6', (random) => ({ ipv6: Array.from({ length: 8 }, () => letters(random, hex, 4)).join(':') })],
  ['macAddress', (random) => ({ mac: Array.from({ length: 6 }, () => letters(random, hex, 2)).join(':') })],
  [
    'nanoid',
    (random, { nanoidAlphabet, nanoidLength }) => ({
      nanoId: letters(random, nanoidAlphabet, nanoidLength),
      customAlphabet: nanoidAlphabet,
      customLength: String(nanoidLength),
    }),
  ],
  ['url', (random) => ({ url: `https://${letters(random, 'abcdefghijklmnopqrstuvwxyz', 8)}.${oneOf(random, domains)}/` })],
  ['user', user],
  ['uuid', (random) => ({ uuid: uuid(random) })],
  ['semver', (random) => ({ version: [9, 20, 20].map((top) => wholeNumber(random, 0, top)).join('.') })],
]);

/** Generates a value; undefined for an unknown kind. */
export function randomData(kind: string, random: RandomSource, options: RandomDataOptions): JsonObject | undefined {
  return generators.get(kind)?.(random, options);
}

function address(random: RandomSource): JsonObject {
  const { city, state, country } = oneOf(random, locations);
  return {
    firstname: oneOf(random, firstNames),
    lastname: oneOf(random, lastNames),
    street: `${wholeNumber(random, 1, 240)} ${oneOf(random, streets)}`,
    city,
    zip: letters(random, digits, 5),
    state,
    country,
  };
}

function user(random: RandomSource): JsonObject {
  const firstname = oneOf(random, firstNames);
  const lastname = oneOf(random, lastNames);
  return {
    uid: uuid(random),
    email: mailbox(random, firstname, lastname),
    firstname,
    lastname,
    password: letters(random, defaultAlphabet, 12),
  };
}

function mailbox(random: RandomSource, firstname: string, lastname: string): string {
  return `${firstname}.${lastname}${wholeNumber(random, 1, 99)}@${oneOf(random, domains)}`.toLowerCase();
}

function coordinate(random: RandomSource, limit: number): number {
  return Math.round((random() * 2 - 1) * limit * 1e6) / 1e6;
}

function uuid(random: RandomSource): string {
  const variant = oneOf(random, ['8', '9', 'a', 'b']);
  return [
    letters(random, hex, 8),
    letters(random, hex, 4),
    `4${letters(random, hex, 3)}`,
    `${variant}${letters(random, hex, 3)}`,
    letters(random, hex, 12),
  ].join('-');
}

function creditCard(random: RandomSource): JsonObject {
  const { type, prefix, length, ccv } = oneOf(random, cardKinds);
  const body = prefix + letters(random, digits, length - prefix.length - 1);
  const month = String(wholeNumber(random, 1, 12)).padStart(2, '0');
  return {
    type,
    number: body + checkDigit(body),
    ccv: letters(random, digits, ccv),
    exp: `${month}/${wholeNumber(random, 30, 39)}`,
    holder_name: `${oneOf(random, firstNames)} ${oneOf(random, lastNames)}`,
  };
}

/** Returns the digit that makes a card number pass the Luhn check. */
function checkDigit(body: string): string {
  let sum = 0;
  for (let at = body.length - 1, double = true; at >= 0; at--, double = !double) {
    const digit = Number(body[at]) * (double ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Returns a number from 0 (inclusive) to 1 (exclusive) on each call. */
export type RandomSource = () => number;

/** Returns a source with the same numbers for the same seed on every machine (mulberry32 over an FNV-1a hash of the seed). */
export function seededRandom(seed: string): RandomSource {
  let state = 0x811c9dc5;
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** An integer from `low` to `high`, both inclusive. */
export const wholeNumber = (random: RandomSource, low: number, high: number): number => low + Math.floor(random() * (high - low + 1));

/** One of the entries. */
export const oneOf = <T>(random: RandomSource, entries: readonly T[]): T => entries[Math.floor(random() * entries.length)] as T;

/** A text of `length` characters from `alphabet`; empty if the alphabet is empty. */
export function letters(random: RandomSource, alphabet: string, length: number): string {
  const characters = Array.from(alphabet);
  if (characters.length === 0) return '';
  let text = '';
  for (let count = 0; count < length; count++) text += oneOf(random, characters);
  return text;
}

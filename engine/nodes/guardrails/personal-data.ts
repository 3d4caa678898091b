// Personal data in texts, by the public formats of each kind. Where a format has check digits, they are checked.
import { isIP } from 'node:net';
import { safePattern, type SafePattern } from '../../expression/index.ts';
import type { Finding } from './findings.ts';

interface Kind {
  readonly pattern: string;
  readonly isValid?: (text: string) => boolean;
}

const digitsOf = (text: string): readonly number[] => Array.from(text.replace(/\D/g, ''), Number);
const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0);

/** The check of card numbers. */
function isLuhn(text: string): boolean {
  const sum = digitsOf(text)
    .toReversed()
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
  return sum % 10 === 0;
}

function isIban(text: string): boolean {
  const compact = text.replaceAll(' ', '');
  const moved = compact.slice(4) + compact.slice(0, 4);
  const numbers = Array.from(moved, (character) => (/\d/.test(character) ? character : String(character.charCodeAt(0) - 55))).join('');
  return Array.from(numbers).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

const SPANISH = 'TRWAGMYFPDXBNJZSQVHLCKE';
const isSpanish = (text: string): boolean => {
  const compact = text.replaceAll('-', '');
  const number = compact.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
  return SPANISH[Number(number) % 23] === compact.at(-1);
};
const isFinnish = (text: string): boolean =>
  '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(text.slice(0, 6) + text.slice(7, 10)) % 31] === text.at(-1);
const isAustralianBusiness = (text: string): boolean => {
  const [first = 0, ...rest] = digitsOf(text);
  return weighted([first - 1, ...rest], [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0;
};
const isAustralianCompany = (text: string): boolean => {
  const digits = digitsOf(text);
  return (10 - (weighted(digits, [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10 === digits[8];
};
const isMedicare = (text: string): boolean => weighted(digitsOf(text), [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === digitsOf(text)[8];
const isHealthService = (text: string): boolean => {
  const digits = digitsOf(text);
  return (11 - (weighted(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === digits[9];
};
const isPesel = (text: string): boolean =>
  (10 - (weighted(digitsOf(text), [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10 === digitsOf(text)[10];
/** The registration of prescribers in the US: the last digit is that of a sum. */
const isPrescriber = (text: string): boolean => weighted(digitsOf(text), [1, 2, 1, 2, 1, 2]) % 10 === digitsOf(text)[6];

const kinds = {
  EMAIL_ADDRESS: { pattern: String.raw`(?<![\w.%+-])[\w.%+-]+@[a-z\d][a-z\d.-]*\.[a-z]{2,24}\b` },
  CREDIT_CARD: { pattern: String.raw`\b\d(?:[ -]?\d){12,18}\b`, isValid: isLuhn },
  IBAN_CODE: { pattern: String.raw`\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b`, isValid: isIban },
  CRYPTO: { pattern: String.raw`\b(?:bc1[ac-hj-np-z02-9]{11,71}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|0x[a-fA-F\d]{40})\b` },
  IP_ADDRESS: {
    pattern: String.raw`(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|[a-fA-F\d]{0,4}(?::[a-fA-F\d]{0,4}){2,7})(?![\w:]|\.\d)`,
    isValid: (text: string) => isIP(text) !== 0,
  },
  DATE_TIME: {
    pattern: String.raw`\b(?:\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.? \d{1,2},? \d{4}|\d{1,2}\.? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6} \d{4})\b`,
  },
  LOCATION: {
    pattern: String.raw`\b\d{1,5} [A-Z][\w.]{0,30}(?: [A-Z][\w.]{0,30}){0,3} (?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Way|Square)\b`,
  },
  PHONE_NUMBER: {
    pattern: String.raw`(?<![\w.-])(?:\+\d{1,3}[ .-]?)?(?:\(\d{2,4}\)[ .-]?|\d{2,4}[ .-])\d{2,4}(?:[ .-]?\d{2,4}){1,3}(?![\w-])`,
    isValid: (text: string) => digitsOf(text).length >= 7 && digitsOf(text).length <= 15 && !/^\d{4}-\d{2}-\d{2}$/.test(text),
  },
  MEDICAL_LICENSE: { pattern: String.raw`\b[A-Z][A-Z9]\d{7}\b`, isValid: isPrescriber },
  US_BANK_NUMBER: { pattern: String.raw`\b(?:account|acct|routing)\b[^\d\n]{0,20}\d{8,17}\b` },
  US_DRIVER_LICENSE: { pattern: String.raw`\b[A-Z]\d{7}\b` },
  US_ITIN: { pattern: String.raw`\b9\d{2}[- ](?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])[- ]\d{4}\b` },
  US_PASSPORT: { pattern: String.raw`\b[A-Z]\d{8}\b` },
  US_SSN: { pattern: String.raw`\b(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}\b` },
  UK_NHS: { pattern: String.raw`\b\d{3}[ -]?\d{3}[ -]?\d{4}\b`, isValid: isHealthService },
  UK_NINO: { pattern: String.raw`\b[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b` },
  ES_NIF: { pattern: String.raw`\b\d{8}-?[A-Z]\b`, isValid: isSpanish },
  ES_NIE: { pattern: String.raw`\b[XYZ]-?\d{7}-?[A-Z]\b`, isValid: isSpanish },
  IT_FISCAL_CODE: { pattern: String.raw`\b[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]\b` },
  IT_DRIVER_LICENSE: { pattern: String.raw`\b[A-Z]{2}\d{7}[A-Z]\b` },
  IT_VAT_CODE: { pattern: String.raw`\bIT ?\d{11}\b`, isValid: isLuhn },
  IT_PASSPORT: { pattern: String.raw`\b[A-Z]{2}\d{7}\b` },
  IT_IDENTITY_CARD: { pattern: String.raw`\b[A-Z]{2}\d{5}[A-Z]{2}\b` },
  PL_PESEL: { pattern: String.raw`\b\d{11}\b`, isValid: isPesel },
  SG_NRIC_FIN: { pattern: String.raw`\b[STFGM]\d{7}[A-Z]\b` },
  SG_UEN: { pattern: String.raw`\b(?:\d{8}[A-Z]|(?:19|20)\d{7}[A-Z]|[TSR]\d{2}[A-Z]{2}\d{4}[A-Z])\b` },
  AU_ABN: { pattern: String.raw`\b\d{2} ?\d{3} ?\d{3} ?\d{3}\b`, isValid: isAustralianBusiness },
  AU_ACN: { pattern: String.raw`\b\d{3} ?\d{3} ?\d{3}\b`, isValid: isAustralianCompany },
  AU_TFN: {
    pattern: String.raw`\b\d{3} ?\d{3} ?\d{3}\b`,
    isValid: (text: string) => weighted(digitsOf(text), [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0,
  },
  AU_MEDICARE: { pattern: String.raw`\b[2-6]\d{3} ?\d{5} ?\d\b`, isValid: isMedicare },
  IN_PAN: { pattern: String.raw`\b[A-Z]{5}\d{4}[A-Z]\b` },
  IN_AADHAAR: { pattern: String.raw`\b[2-9]\d{3}[ -]\d{4}[ -]\d{4}\b` },
  IN_VEHICLE_REGISTRATION: { pattern: String.raw`\b[A-Z]{2}[ -]?\d{1,2}[ -]?[A-Z]{1,2}[ -]?\d{4}\b` },
  IN_VOTER: { pattern: String.raw`\b[A-Z]{3}\d{7}\b` },
  IN_PASSPORT: { pattern: String.raw`\b[A-PR-WY][1-9]\d{6}\b` },
  FI_PERSONAL_IDENTITY_CODE: { pattern: String.raw`\b\d{6}[-+A]\d{3}[\dA-Y]\b`, isValid: isFinnish },
} as const satisfies Readonly<Record<string, Kind>>;

export type PersonalKind = keyof typeof kinds;

export const personalKinds = Object.keys(kinds) as readonly PersonalKind[];

const compiled = new Map<PersonalKind, SafePattern>();

/** Returns the personal data of these kinds in a text. */
export function personalDataIn(text: string, requested: readonly PersonalKind[]): readonly Finding[] {
  return requested.flatMap((kind) => {
    const { pattern, isValid }: Kind = kinds[kind];
    const flags = kind === 'EMAIL_ADDRESS' || kind === 'US_BANK_NUMBER' ? 'i' : '';
    const matcher = compiled.get(kind) ?? safePattern(pattern, flags);
    compiled.set(kind, matcher);
    return matcher
      .matchAll(text)
      .filter(([match]) => isValid === undefined || isValid(match))
      .map(({ 0: match, index }) => ({ kind, text: match, start: index }));
  });
}

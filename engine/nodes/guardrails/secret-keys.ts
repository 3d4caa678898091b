// Keys, tokens and passwords in texts: known forms, and words that look random.
import { safePattern } from '../../expression/index.ts';
import type { Finding } from './findings.ts';

const known = [
  String.raw`-----BEGIN [A-Z ]*PRIVATE KEY-----`,
  String.raw`\beyJ[\w-]+\.[\w-]+\.[\w-]+`,
  String.raw`\b(?:AKIA|ASIA)[A-Z\d]{16}\b`,
  String.raw`\bAIza[\w-]{35}`,
  String.raw`\b(?:sk|pk|rk)[-_](?:live|test|proj|ant|or)?[-_]?[\w-]{16,}`,
  String.raw`\bgh[pousr]_\w{36,}`,
  String.raw`\bgithub_pat_\w{22,}`,
  String.raw`\bglpat-[\w-]{20,}`,
  String.raw`\bxox[abeoprs]-[\w-]{10,}`,
  String.raw`\bSG\.[\w-]{16,}\.[\w-]{16,}`,
  String.raw`\bnpm_\w{36}\b`,
  String.raw`\bhf_\w{30,}\b`,
].map((pattern) => safePattern(pattern));

const words = safePattern(String.raw`[^\s"'<>()\[\]{},;]{8,}`);
/** Words with these parts are addresses or names of files. */
const harmless =
  /^(?:https?:\/\/|www\.|\/|\.{1,2}\/)|@|\.(?:com|org|net|io|html?|jpe?g|png|gif|svg|pdf|txt|md|json|csv|xml|ya?ml|js|ts|css|zip)\b/i;

interface Rule {
  readonly length: number;
  /** Bits per character. */
  readonly entropy: number;
  /** Number of kinds of characters: small letters, capitals, digits, others. */
  readonly classes: number;
  readonly ignoresHarmless: boolean;
}

const rules: Readonly<Record<string, Rule>> = {
  strict: { length: 10, entropy: 3, classes: 2, ignoresHarmless: false },
  balanced: { length: 16, entropy: 3.5, classes: 3, ignoresHarmless: true },
  permissive: { length: 30, entropy: 4, classes: 3, ignoresHarmless: true },
};

/** Returns what looks like a secret. `permissiveness`: `strict`, `balanced` or `permissive`. */
export function secretKeysIn(text: string, permissiveness: string): readonly Finding[] {
  const rule = Object.hasOwn(rules, permissiveness) ? (rules[permissiveness] as Rule) : (rules['balanced'] as Rule);
  const matches = known.flatMap((pattern) => pattern.matchAll(text));
  const random = words.matchAll(text).filter(([word]) => isRandom(word, rule));
  return [...matches, ...random].map(({ 0: found, index }) => ({ kind: 'SECRET', text: found, start: index }));
}

function isRandom(word: string, { length, entropy, classes, ignoresHarmless }: Rule): boolean {
  if (word.length < length || (ignoresHarmless && harmless.test(word))) return false;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((pattern) => pattern.test(word)).length;
  return kinds >= classes && /\d/.test(word) && entropyOf(word) >= entropy;
}

function entropyOf(word: string): number {
  const counts = new Map<string, number>();
  for (const character of word) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / word.length) * Math.log2(count / word.length), 0);
}

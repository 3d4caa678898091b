// Text for Postgres, which cannot store NUL characters. A pair replaces each: the symbol for NUL and an invisible character. If a text contains such a
// pair itself, a second invisible character is inserted into the pair. So each text can be converted back.
const SYMBOL = '\u2400';
const MARK = '\u2061';
const GUARD = '\u2060';
const pair = new RegExp(`${SYMBOL}(${GUARD}*)${MARK}`, 'gu');

export const withoutNul = (text: string): string =>
  text.replaceAll(pair, `${SYMBOL}$1${GUARD}${MARK}`).replaceAll('\0', `${SYMBOL}${MARK}`);

export const withNul = (text: string): string =>
  text.replaceAll(pair, (_all, guards: string) => (guards === '' ? '\0' : `${SYMBOL}${guards.slice(1)}${MARK}`));

// Text for Postgres, which cannot store NUL characters. They are replaced by the symbol for NUL and an invisible character; texts that contain this
// pair already get another invisible character between the two, so that every text comes back equal.
const SYMBOL = '\u2400';
const MARK = '\u2061';
const GUARD = '\u2060';
const pair = new RegExp(`${SYMBOL}(${GUARD}*)${MARK}`, 'gu');

export const withoutNul = (text: string): string =>
  text.replaceAll(pair, `${SYMBOL}$1${GUARD}${MARK}`).replaceAll('\0', `${SYMBOL}${MARK}`);

export const withNul = (text: string): string =>
  text.replaceAll(pair, (_all, guards: string) => (guards === '' ? '\0' : `${SYMBOL}${guards.slice(1)}${MARK}`));

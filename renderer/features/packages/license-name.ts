// How the license of a package is named.
import type { TFunction } from 'i18next';

/** Returns the name of a license. Packages with a license of their own only say which file has it: `SEE LICENSE IN LICENSE.md`. */
export function licenseName(license: string | undefined, t: TFunction<'packages'>): string {
  if (license === undefined) return t('facts.unknown');
  return /^see licen[cs]e in /i.test(license) ? t('ownLicense') : license;
}

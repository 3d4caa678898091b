// Whether mapping is known: who has mapped once is told no more how it is done. Kept in the browser.
const KEY = 'millrace.mapping.known';

/** Where there is no room to remember it, it holds until the page is closed. */
let isKnownHere = false;

export function isMappingKnown(): boolean {
  try {
    return isKnownHere || localStorage.getItem(KEY) === 'true';
  } catch {
    return isKnownHere;
  }
}

export function mappingLearned(): void {
  try {
    localStorage.setItem(KEY, 'true');
  } catch {
    isKnownHere = true;
  }
}

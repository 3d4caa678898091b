// Whether the user has mapped data before; then the hint is not shown. Stored in the browser.
const KEY = 'millrace.mapping.known';

/** Fallback without storage, until the page is closed. */
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

// Whether mapping is known: who has mapped once is told no more how it is done. Kept in the browser (spec 3 §7).
const KEY = 'millrace.mapping.known';

let isKnown: boolean | undefined;

export function isMappingKnown(): boolean {
  try {
    isKnown ??= localStorage.getItem(KEY) === 'true';
  } catch {
    isKnown = false;
  }
  return isKnown;
}

export function mappingLearned(): void {
  if (isKnown === true) return;
  isKnown = true;
  try {
    localStorage.setItem(KEY, 'true');
  } catch {
    // Without room to remember it, it holds until the page is closed.
  }
}

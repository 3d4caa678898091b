// Screen readers announce a live region only if it changes: repeating a sentence needs a difference.

/** Invisible and silent. */
const AGAIN = '\u200b';

/** The sentence, changed so that it is announced again. */
export const spokenAgain = (sentence: string): string => `${sentence}${AGAIN}`;

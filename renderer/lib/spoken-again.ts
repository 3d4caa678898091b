// Screen readers announce a live region only if it changes, so repeating a sentence needs a difference.

/** An invisible character that is not read aloud. */
const AGAIN = '\u200b';

/** Returns the sentence, changed so that it is announced again. */
export const spokenAgain = (sentence: string): string => `${sentence}${AGAIN}`;

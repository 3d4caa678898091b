// A live region speaks only what has changed: the same sentence needs a difference to be spoken again.

/** Unseen and unheard. */
const AGAIN = '\u200b';

/** The sentence as it is spoken once more. */
export const spokenAgain = (sentence: string): string => `${sentence}${AGAIN}`;

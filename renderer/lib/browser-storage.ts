// What this browser remembers, permanently or for one tab. Nothing is stored if storage is blocked or full.

const PREFIX = 'millrace-tab:';

/** Returns undefined if storage is blocked or full. */
function withStorage<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Returns null if nothing is stored, undefined if storage is blocked. */
export const readStored = (key: string): string | null | undefined => withStorage(() => localStorage.getItem(key));

/** Returns whether the text was stored. */
export const saveStored = (key: string, text: string): boolean =>
  withStorage(() => {
    localStorage.setItem(key, text);
    return true;
  }) ?? false;

export const readInTab = (key: string): string | undefined => withStorage(() => sessionStorage.getItem(PREFIX + key)) ?? undefined;

/** Returns whether the text was stored. */
export const saveInTab = (key: string, text: string): boolean =>
  withStorage(() => {
    sessionStorage.setItem(PREFIX + key, text);
    return true;
  }) ?? false;

export const forgetInTab = (key: string): void => withStorage(() => sessionStorage.removeItem(PREFIX + key));

/** Clears everything the tab stored. */
export const forgetTab = (): void =>
  withStorage(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  });

// Session storage of a tab; does nothing if storage is blocked or full.

const PREFIX = 'millrace-tab:';

function withStorage<Answer>(work: (storage: Storage) => Answer): Answer | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}

export const readInTab = (key: string): string | undefined => withStorage((storage) => storage.getItem(PREFIX + key)) ?? undefined;

/** Returns whether the value was stored. */
export const keepInTab = (key: string, text: string): boolean =>
  withStorage((storage) => {
    storage.setItem(PREFIX + key, text);
    return true;
  }) ?? false;

export const forgetInTab = (key: string): void => withStorage((storage) => storage.removeItem(PREFIX + key));

/** Clears everything the tab stored. */
export const forgetTab = (): void =>
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
  });

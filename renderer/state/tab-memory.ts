// What a tab keeps for itself over a reload; nothing where the browser's storage is blocked or full.

const PREFIX = 'millrace-tab:';

function withStorage<Answer>(work: (storage: Storage) => Answer): Answer | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}

export const readInTab = (key: string): string | undefined => withStorage((storage) => storage.getItem(PREFIX + key)) ?? undefined;

/** Returns whether there was room. */
export const keepInTab = (key: string, text: string): boolean =>
  withStorage((storage) => {
    storage.setItem(PREFIX + key, text);
    return true;
  }) ?? false;

export const forgetInTab = (key: string): void => withStorage((storage) => storage.removeItem(PREFIX + key));

/** Forgets all that the tab kept. */
export const forgetTab = (): void =>
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
  });

// Recently used commands, stored in the browser if its storage is available.

const key = 'millrace.palette.recent';
const kept = 5;

export type RecentStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Ids of recently used commands, newest first. */
export function readRecent(storage: RecentStorage = localStorage): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, kept) : [];
  } catch {
    return [];
  }
}

/** Moves a command to the front. */
export function writeRecent(id: string, storage: RecentStorage = localStorage): void {
  try {
    storage.setItem(key, JSON.stringify([id, ...readRecent(storage).filter((other) => other !== id)].slice(0, kept)));
  } catch {
    // Storage may be full or blocked: the list then stays unchanged.
  }
}

// Which commands were chosen last, kept by the browser. Without its storage nothing is remembered, and nothing fails.

const key = 'millrace.palette.recent';
const kept = 5;

export type RecentStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Ids of the commands chosen last, newest first. */
export function readRecent(storage: RecentStorage = localStorage): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, kept) : [];
  } catch {
    return [];
  }
}

/** Puts a command in front of the others. */
export function writeRecent(id: string, storage: RecentStorage = localStorage): void {
  try {
    storage.setItem(key, JSON.stringify([id, ...readRecent(storage).filter((other) => other !== id)].slice(0, kept)));
  } catch {
    // Storage may be full or forbidden: then the list stays as it was.
  }
}

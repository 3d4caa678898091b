// Limits the content of archives: of each, and of all that a run and the workflows it calls pack and unpack.
import { NodeError, type ArchiveBudget, type ArchiveCounter, type ArchiveLimits } from '../sdk/index.ts';

const MiB = 1024 * 1024;

export function archiveBudget({ maxBytes, maxEntries }: ArchiveLimits): ArchiveBudget {
  const total = { bytes: 0, entries: 0 };
  const archive = (name: string): ArchiveCounter => {
    const own = { bytes: 0, entries: 0 };
    const count = (what: keyof typeof total, more: number, most: number, amount: string, setting: string): void => {
      own[what] += more;
      total[what] += more;
      if (total[what] <= most) return;
      const subject = own[what] > most ? `The archive "${name}" has` : 'The archives that this execution packs and unpacks have together';
      throw new NodeError(`${subject} more than ${amount}.`, {
        code: 'FILE_TOO_LARGE',
        hint: `Use a smaller archive, pack or unpack it outside of the workflow, or raise the setting ${setting}.`,
      });
    };
    return {
      add: (bytes) => count('bytes', bytes, maxBytes, `${Math.round(maxBytes / MiB)} MiB of content`, 'MILLRACE_ARCHIVE_MAX'),
      addEntry: () => count('entries', 1, maxEntries, `${maxEntries} entries`, 'MILLRACE_ARCHIVE_ENTRIES'),
    };
  };
  return { maxBytes, archive };
}

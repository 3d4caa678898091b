// Which versions are listed, by day, and which two of them are compared. The choice is part of the address.
import type { WorkflowVersionView } from '../../../../engine/contract/rest/workflow-versions.ts';

type Versions = readonly WorkflowVersionView[];

export interface DayOfVersions {
  /** Start of the day, in milliseconds since the epoch. */
  readonly day: number;
  readonly versions: Versions;
}

/** Groups versions by the local day on which they were saved; keeps their order. */
export function byDay(versions: Versions): readonly DayOfVersions[] {
  const days: { day: number; versions: WorkflowVersionView[] }[] = [];
  for (const version of versions) {
    const day = new Date(version.savedAt).setHours(0, 0, 0, 0);
    const last = days.at(-1);
    if (last?.day === day) last.versions.push(version);
    else days.push({ day, versions: [version] });
  }
  return days;
}

/** With what a version is compared: the one before it, the current one, no other, or the one with this number. */
export type ComparedWith = 'previous' | 'current' | 'none' | number;

export function comparedWithOf(text: string | null): ComparedWith {
  if (text === 'current' || text === 'none') return text;
  const version = Number(text);
  return text !== null && Number.isSafeInteger(version) && version > 0 ? version : 'previous';
}

/** Returns the numbers of both versions, the older one first; only `newer` if the chosen version is displayed on its own. */
export function comparedVersions(
  versions: Versions,
  chosen: number,
  comparedWith: ComparedWith,
): { readonly older?: number; readonly newer: number } {
  const other =
    comparedWith === 'previous'
      ? versions.find(({ version }) => version < chosen)
      : comparedWith === 'current'
        ? versions[0]
        : versions.find(({ version }) => version === comparedWith);
  if (other === undefined || other.version === chosen) return { newer: chosen };
  return { older: Math.min(chosen, other.version), newer: Math.max(chosen, other.version) };
}

// Rows of the command palette: recent commands and sections, or search results.
import type { ReactNode } from 'react';
import type { Mark } from '../../../lib/match-text.ts';
import { rank, typedText } from '../../../lib/rank.ts';

export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  /** Alternative search words. */
  readonly keywords?: readonly string[];
  /** Shortcut, such as `Ctrl+S`. */
  readonly shortcut?: string;
  readonly icon?: ReactNode;
  readonly isDisabled?: boolean;
  readonly onSelect: () => void;
  /** Preview shown below the list while the entry is active. */
  readonly preview?: () => ReactNode;
}

export interface PaletteSection {
  readonly id: string;
  readonly label: string;
  readonly entries: readonly PaletteEntry[];
}

export interface PaletteLine {
  readonly entry: PaletteEntry;
  readonly marks: readonly Mark[];
  /** The section of the command, if it is listed outside of it. */
  readonly from?: string;
}

export interface PaletteGroup {
  readonly id: string;
  /** Absent for search results. */
  readonly label?: string;
  readonly lines: readonly PaletteLine[];
}

/** Returns groups in order: the results of a query, best first; without a query, recent commands and the sections. Empty groups are omitted. */
export function paletteGroups(
  sections: readonly PaletteSection[],
  query: string,
  recent: readonly string[],
  recentLabel: string,
): readonly PaletteGroup[] {
  const all = sections.flatMap(({ label, entries }) => entries.map((entry) => ({ entry, section: label })));
  const groups = typedText(query) === '' ? homeGroups(sections, all, recent, recentLabel) : [searchGroup(all, query, recent)];
  return groups.filter(({ lines }) => lines.length > 0);
}

type Placed = { readonly entry: PaletteEntry; readonly section: string };

function searchGroup(all: readonly Placed[], query: string, recent: readonly string[]): PaletteGroup {
  const matches = rank(query, all, ({ entry, section }) => ({
    name: entry.label,
    aliases: entry.keywords,
    description: section,
    // Among equally good matches, recent commands come first and disabled ones last.
    weight: entry.isDisabled === true ? -1 : recent.includes(entry.id) ? recent.length - recent.indexOf(entry.id) : 0,
  }));
  return { id: 'found', lines: matches.map(({ entry, nameMarks }) => ({ entry: entry.entry, marks: nameMarks, from: entry.section })) };
}

function homeGroups(
  sections: readonly PaletteSection[],
  all: readonly Placed[],
  recent: readonly string[],
  recentLabel: string,
): PaletteGroup[] {
  const byId = new Map(all.map((placed) => [placed.entry.id, placed]));
  const lately = recent
    .map((id) => byId.get(id))
    .filter((placed) => placed !== undefined)
    .filter(({ entry }) => entry.isDisabled !== true);
  const recentIds = new Set(lately.map(({ entry }) => entry.id));
  return [
    { id: 'recent', label: recentLabel, lines: lately.map(({ entry, section }) => ({ entry, marks: [], from: section })) },
    ...sections.map(({ id, label, entries }) => ({
      id: `section ${id}`,
      label,
      lines: entries.filter((entry) => !recentIds.has(entry.id)).map((entry) => ({ entry, marks: [] })),
    })),
  ];
}

// The icon of a credential type: a tile with its initials.
import { escapeHtml } from '../../sdk/index.ts';
import { initialsOf, entryOf } from '../../workflow/type-initials.ts';

/** Dark enough for white letters. */
const colors = [
  '#a83f88',
  '#8f5300',
  '#2f7a3d',
  '#2563a8',
  '#6547d0',
  '#4d5c69',
  '#8a5428',
  '#0b6f6b',
  '#2b5a7c',
  '#8140b8',
  '#b1313f',
] as const;

/** Returns an SVG. */
export const typeIcon = (type: string, displayName: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="${entryOf(type, colors)}"/>` +
  `<text x="12" y="16" text-anchor="middle" font-family="system-ui, sans-serif" font-size="11" font-weight="700" fill="#fff">${escapeHtml(initialsOf(displayName))}</text></svg>`;

// The icon of a credential type: initials on a color.
import type { CSSProperties, ReactNode } from 'react';

const tints = ['trigger', 'time', 'flow', 'data', 'code', 'web', 'file', 'text', 'store', 'message', 'secret', 'ai'] as const;

/** Words that occur in the names of many types and are skipped. */
const common: ReadonlySet<string> = new Set(['api', 'auth', 'account', 'oauth1', 'oauth2', 'token']);

/** Returns the initials of the first two words, without common words such as "API"; if only one word remains, its first letters. */
export function initialsOf(displayName: string): string {
  const words = displayName.match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !common.has(word.toLowerCase()));
  const [first = '', second] = telling.length === 0 ? words : telling;
  const letters =
    second === undefined ? Array.from(first).slice(0, 2) : [...Array.from(first).slice(0, 1), ...Array.from(second).slice(0, 1)];
  return letters.join('').toLocaleUpperCase();
}

function tintOf(type: string): string {
  let hash = 0;
  for (const character of type) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return `var(--tint-${tints[hash % tints.length] ?? 'secret'})`;
}

export interface TypeTileProps {
  readonly type: string;
  readonly displayName: string;
  readonly isSmall?: boolean;
}

export function TypeTile({ type, displayName, isSmall = false }: TypeTileProps): ReactNode {
  return (
    <span className="credential-tile" data-small={isSmall} style={{ '--tile-tint': tintOf(type) } as CSSProperties} aria-hidden>
      {initialsOf(displayName)}
    </span>
  );
}

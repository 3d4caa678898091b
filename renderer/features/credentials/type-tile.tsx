// The icon of a credential type: initials on a color.
import type { CSSProperties, ReactNode } from 'react';
import { initialsOf, placeOf } from '../../../engine/workflow/type-initials.ts';

const tints = ['trigger', 'time', 'flow', 'data', 'code', 'web', 'file', 'text', 'store', 'message', 'secret', 'ai'] as const;

const tintOf = (type: string): string => `var(--tint-${placeOf(type, tints) ?? 'secret'})`;

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

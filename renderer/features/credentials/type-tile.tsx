// The icon of a credential type: that of its package, or initials on a color.
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { initialsOf, placeOf } from '../../../engine/workflow/type-initials.ts';
import { credentialIconUrl, editorApi } from '../../api/editor.ts';
import { NodeIcon } from '../../ui/icon.tsx';

const tints = ['trigger', 'time', 'flow', 'data', 'code', 'web', 'file', 'text', 'store', 'message', 'secret', 'ai'] as const;

const tintOf = (type: string): string => `var(--tint-${placeOf(type, tints) ?? 'secret'})`;

export interface TypeTileProps {
  readonly type: string;
  readonly displayName: string;
  readonly isSmall?: boolean;
}

export function TypeTile({ type, displayName, isSmall = false }: TypeTileProps): ReactNode {
  const { hasIcon } = editorApi.useCredentialTypesQuery(undefined, {
    selectFromResult: ({ data }) => ({ hasIcon: data !== undefined && withIcons(data).has(type) }),
  });
  const tile = useRef<HTMLSpanElement>(null);
  const isSeen = useIsSeen(tile, hasIcon);
  return (
    <span
      ref={tile}
      className="credential-tile"
      data-small={isSmall}
      data-image={hasIcon}
      style={{ '--tile-tint': tintOf(type) } as CSSProperties}
      aria-hidden
    >
      {!hasIcon ? initialsOf(displayName) : isSeen ? <NodeIcon url={credentialIconUrl(type)} size={isSmall ? 18 : 24} /> : null}
    </span>
  );
}

type ListedTypes = readonly { readonly name: string; readonly hasIcon?: boolean }[];

const known = new WeakMap<ListedTypes, ReadonlySet<string>>();

/** Returns the names of the types whose icon is more than their initials. */
function withIcons(types: ListedTypes): ReadonlySet<string> {
  let names = known.get(types);
  if (names === undefined) {
    names = new Set(types.flatMap(({ name, hasIcon }) => (hasIcon === true ? [name] : [])));
    known.set(types, names);
  }
  return names;
}

/** Whether an element has been in view. A list may have hundreds of tiles, whose icons would all be loaded at once. */
function useIsSeen(element: { readonly current: Element | null }, isAsked: boolean): boolean {
  const [isSeen, setIsSeen] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (!isAsked || isSeen || element.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isAsked, isSeen]);
  return isSeen;
}

// The icon of a credential type: that of its package, or initials on a color.
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { initialsOf, entryOf } from '../../../engine/workflow/type-initials.ts';
import { credentialIconUrl, editorApi } from '../../api/editor.ts';
import { NodeIcon } from '../../ui/icon.tsx';

const tints = ['trigger', 'time', 'flow', 'data', 'code', 'web', 'file', 'text', 'store', 'message', 'secret', 'ai'] as const;

const tintOf = (type: string): string => `var(--tint-${entryOf(type, tints) ?? 'secret'})`;

export interface TypeTileProps {
  readonly type: string;
  readonly displayName: string;
  readonly isSmall?: boolean;
}

export function TypeTile({ type, displayName, isSmall = false }: TypeTileProps): ReactNode {
  const { version } = editorApi.useCredentialTypesQuery(undefined, {
    selectFromResult: ({ data }) => ({ version: data === undefined ? undefined : iconVersions(data).get(type) }),
  });
  const hasIcon = version !== undefined;
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
      {version === undefined ? (
        initialsOf(displayName)
      ) : isSeen ? (
        <NodeIcon url={credentialIconUrl(type, version)} size={isSmall ? 18 : 24} />
      ) : null}
    </span>
  );
}

type ListedTypes = readonly { readonly name: string; readonly iconVersion?: string }[];

const iconVersionsByList = new WeakMap<ListedTypes, ReadonlyMap<string, string>>();

/** Returns the versions of the icons of types whose icon is more than their initials. */
function iconVersions(types: ListedTypes): ReadonlyMap<string, string> {
  let versions = iconVersionsByList.get(types);
  if (versions === undefined) {
    versions = new Map(types.flatMap(({ name, iconVersion }) => (iconVersion === undefined ? [] : [[name, iconVersion]])));
    iconVersionsByList.set(types, versions);
  }
  return versions;
}

/** Whether an element has been in view. A list may have hundreds of tiles, whose icons would all be loaded at once. */
function useIsSeen(element: { readonly current: Element | null }, isRequested: boolean): boolean {
  const [isSeen, setIsSeen] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (!isRequested || isSeen || element.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isRequested, isSeen]);
  return isSeen;
}

// Icons: those of the interface, from lucide, and those of node types.
import './icon.css';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useState, type CSSProperties, type ReactNode } from 'react';

export function Icon({ of: Shape, size = 16 }: { readonly of: LucideIcon; readonly size?: number }): ReactNode {
  return <Shape size={size} strokeWidth={1.75} aria-hidden focusable={false} />;
}

export type IconLook = 'mask' | 'image';

/** Icons of built-in nodes are single-color drawings: they need no inspection. Those of packages have a theme in their address. */
const ownIcon = /\/node-icon\/n8n-nodes-base\.[^?]+$/;
const paint = /(?:fill|stroke|stop-color|flood-color|\bcolor)\s*[=:]\s*["']?\s*([^"';>}]+)/gi;
const plain: ReadonlySet<string> = new Set(['none', 'inherit', 'currentcolor', 'transparent', 'black', '#000', '#000000', 'rgb(0,0,0)']);

/** Inspects a drawing's source. Black does not count as a color: it would be invisible on dark backgrounds. */
export function lookOfSvg(text: string): IconLook {
  if (/<(?:image|foreignObject)\b/i.test(text)) return 'image';
  for (const [, value = ''] of text.matchAll(paint)) {
    const colour = value.replaceAll(/\s/g, '').toLowerCase();
    if (!plain.has(colour) && !colour.startsWith('var(')) return 'image';
  }
  return 'mask';
}

const looks = new Map<string, IconLook>();
const requests = new Map<string, Promise<IconLook>>();

async function ask(url: string): Promise<IconLook> {
  try {
    const response = await fetch(url);
    const isSvg = response.headers.get('content-type')?.includes('svg') === true;
    // An unreadable icon stays blank either way.
    const look = !response.ok ? 'mask' : isSvg ? lookOfSvg(await response.text()) : 'image';
    looks.set(url, look);
    return look;
  } catch {
    requests.delete(url);
    return 'mask';
  }
}

const knownLook = (url: string): IconLook | undefined => (ownIcon.test(url) ? 'mask' : looks.get(url));

/** Undefined until it is known. */
function useIconLook(url: string): IconLook | undefined {
  const [loadedLook, setLoadedLook] = useState<{ readonly url: string; readonly look: IconLook }>();
  const look = knownLook(url) ?? (loadedLook?.url === url ? loadedLook.look : undefined);
  useEffect(() => {
    if (knownLook(url) !== undefined) return undefined;
    let isRequested = true;
    const asking = requests.get(url) ?? ask(url);
    requests.set(url, asking);
    void asking.then((iconLook) => (isRequested ? setLoadedLook({ url, look: iconLook }) : undefined));
    return () => {
      isRequested = false;
    };
  }, [url]);
  return look;
}

export interface NodeIconProps {
  /** Address of the image. */
  readonly url: string;
  /** CSS color; by default the surrounding text's. */
  readonly tint?: string;
  /** Width and height in px. */
  readonly size?: number;
}

/** A mask if the drawing has no colors of its own: as an image it would be black on dark backgrounds. */
export function NodeIcon({ url, tint, size = 20 }: NodeIconProps): ReactNode {
  const look = useIconLook(url);
  const style = { '--node-icon': `url(${JSON.stringify(url)})`, '--node-icon-size': `${size}px`, color: tint } as CSSProperties;
  return (
    <span className="node-icon" data-look={look} style={style} aria-hidden>
      {look === 'image' ? <img src={url} width={size} height={size} alt="" draggable={false} /> : null}
    </span>
  );
}

// How an icon file is drawn: as a mask in the surrounding color if it has no colors of its own, otherwise as an image.
import { useEffect, useState } from 'react';

export type IconLook = 'mask' | 'image';

/** Icons of built-in nodes are single-colour drawings: they need no inspection. */
const ownIcon = /\/node-icon\/(?:n8n-nodes-base|%40n8n%2Fn8n-nodes-langchain)\./;
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
const asked = new Map<string, Promise<IconLook>>();

async function ask(url: string): Promise<IconLook> {
  try {
    const response = await fetch(url);
    const isSvg = response.headers.get('content-type')?.includes('svg') === true;
    // An unreadable icon stays blank either way.
    const look = !response.ok ? 'mask' : isSvg ? lookOfSvg(await response.text()) : 'image';
    looks.set(url, look);
    return look;
  } catch {
    asked.delete(url);
    return 'mask';
  }
}

const known = (url: string): IconLook | undefined => (ownIcon.test(url) ? 'mask' : looks.get(url));

/** Undefined until it is known. */
export function useIconLook(url: string): IconLook | undefined {
  const [found, setFound] = useState<{ readonly url: string; readonly look: IconLook }>();
  const look = known(url) ?? (found?.url === url ? found.look : undefined);
  useEffect(() => {
    if (known(url) !== undefined) return undefined;
    let isWanted = true;
    const asking = asked.get(url) ?? ask(url);
    asked.set(url, asking);
    void asking.then((answer) => (isWanted ? setFound({ url, look: answer }) : undefined));
    return () => {
      isWanted = false;
    };
  }, [url]);
  return look;
}

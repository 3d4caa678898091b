// Renders Markdown once the renderer is loaded; there is no HTML until then, or for an empty text.
import { useEffect, useMemo, useState } from 'react';

type Render = (text: string) => string;

let loaded: Render | undefined;
let loading: Promise<Render> | undefined;

async function load(): Promise<Render> {
  const { renderMarkdown } = await import('./markdown.ts');
  loaded = renderMarkdown;
  return renderMarkdown;
}

export function useMarkdown(text: string): string | undefined {
  const [render, setRender] = useState<Render | undefined>(() => loaded);
  useEffect(() => {
    if (render !== undefined) return undefined;
    let isGone = false;
    loading ??= load();
    loading.then(
      (ready) => (isGone ? undefined : setRender(() => ready)),
      // Without the renderer the source is shown; the next note retries.
      () => (loading = undefined),
    );
    return () => {
      isGone = true;
    };
  }, [render]);
  return useMemo(() => render?.(text), [render, text]);
}

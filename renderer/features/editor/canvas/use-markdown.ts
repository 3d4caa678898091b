// Renders markdown once the renderer is there; until then, and for nothing, there is no HTML.
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
      // Without the renderer the text is shown as it was written; the next note tries again.
      () => (loading = undefined),
    );
    return () => {
      isGone = true;
    };
  }, [render]);
  return useMemo(() => render?.(text), [render, text]);
}

// The measured page: the canvas with a sample workflow, or with the number of nodes in `?nodes=`. `window.canvas` exposes its handle and intents.
import '../../../../renderer/ui/base.css';
import '../../../../renderer/i18n/index.ts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Canvas, type CanvasHandle, type CanvasIntent } from '../../../../renderer/features/editor/canvas/index.ts';
import { TooltipProvider } from '../../../../renderer/ui/floating/tooltip.tsx';
import { applyIntent } from './apply-intent.mts';
import { grownModel } from './grown-model.mts';
import { sampleModel } from './sample-model.mts';

interface PageReport {
  handle: CanvasHandle | null;
  readonly intents: CanvasIntent[];
}

declare global {
  interface Window {
    canvas: PageReport;
  }
}

const query = new URLSearchParams(location.search);
const count = Number(query.get('nodes') ?? 0);
document.documentElement.dataset['theme'] = query.get('theme') ?? 'light';
window.canvas = { handle: null, intents: [] };

function Page(): ReactNode {
  const [model, setModel] = useState(() => (count > 0 ? grownModel(count) : sampleModel));
  const [selection, setSelection] = useState<readonly string[]>([]);
  const handle = useRef<CanvasHandle>(null);
  useEffect(() => {
    window.canvas.handle = handle.current;
    handle.current?.setView({ x: 60, y: 60, zoom: 1 });
  }, []);
  const onIntent = (intent: CanvasIntent): void => {
    window.canvas.intents.push(intent);
    if (intent.type === 'select') setSelection(intent.ids);
    else setModel((before) => applyIntent(before, intent));
  };
  return <Canvas ref={handle} model={model} selection={selection} isReadOnly={query.has('read')} onIntent={onIntent} />;
}

const root = document.querySelector('#root');
if (root !== null) {
  createRoot(root).render(
    <TooltipProvider>
      <Page />
    </TooltipProvider>,
  );
}

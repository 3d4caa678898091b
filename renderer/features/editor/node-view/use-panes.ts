// The sizes of the panes: stored per kind, fitted to the window, changed by pointer and keyboard.
import { useEffect, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { fitted, initialSizes, moved, readSizes, resized, type PaneKind, type PaneSizes } from './pane-sizes.ts';
import { saveStored, readStored } from '../../../lib/browser-storage.ts';

const keyOf = (kind: PaneKind): string => `millrace.node-view.panes.${kind}`;

/** Pixels per press of an arrow key. */
const STEP = 20;

export type Grip = 'move' | 'left' | 'right';

interface Panes {
  readonly sizes: PaneSizes;
  readonly isMoving: boolean;
  readonly grip: (grip: Grip) => {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onDoubleClick: () => void;
  };
}

export function usePanes(kind: PaneKind): Panes {
  const [width, setWidth] = useState(innerWidth);
  const [stored, setStored] = useState<{ readonly kind: PaneKind; readonly sizes: PaneSizes }>();
  const [isMoving, setIsMoving] = useState(false);
  useEffect(() => {
    const measure = (): void => setWidth(innerWidth);
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  const chosen = stored?.kind === kind ? stored.sizes : readSizes(readStored(keyOf(kind)) ?? null);
  const sizes = chosen === undefined ? initialSizes(kind, width) : fitted(chosen, width);
  const change = (next: PaneSizes): void => {
    setStored({ kind, sizes: next });
    // Without storage, the sizes last until the page is closed.
    saveStored(keyOf(kind), JSON.stringify(next));
  };
  const by = (grip: Grip, pixels: number, from: PaneSizes): PaneSizes =>
    grip === 'move' ? moved(from, pixels, width) : resized(from, grip, pixels, width);
  return {
    sizes,
    isMoving,
    grip: (grip) => ({
      onPointerDown: ({ button, clientX, currentTarget, pointerId }) => {
        if (button !== 0) return;
        const target = currentTarget as HTMLElement;
        target.setPointerCapture(pointerId);
        setIsMoving(true);
        const move = (event: globalThis.PointerEvent): void => change(by(grip, event.clientX - clientX, sizes));
        const end = (): void => {
          target.removeEventListener('pointermove', move);
          target.removeEventListener('lostpointercapture', end);
          setIsMoving(false);
        };
        target.addEventListener('pointermove', move);
        target.addEventListener('lostpointercapture', end);
      },
      onKeyDown: (event) => {
        const pixels = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
        if (pixels === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        event.stopPropagation();
        change(by(grip, pixels, sizes));
      },
      onDoubleClick: () => change(initialSizes(kind, width)),
    }),
  };
}

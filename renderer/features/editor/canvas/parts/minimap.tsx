// The minimap at the lower right, with a frame around the view. A click or a drag moves the view.
import './minimap.css';
import { useEffect, useRef, type PointerEvent, type ReactNode, type RefObject } from 'react';
import type { CanvasCore } from '../core.ts';
import { useCore } from '../core-context.ts';
import { samePoint } from '../geometry/geometry.ts';
import { fromMap, minimapScale, toMap, type MinimapScale } from '../geometry/minimap-scale.ts';
import { lookOf } from './node-badge.tsx';

const SIZE = { width: 180, height: 110 } as const;
const LEAST = 2;
const LEAST_ROUND = 6;

interface Colours {
  readonly node: string;
  readonly note: string;
  readonly run: string;
  readonly bad: string;
}

function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  return { node: read('--line-strong'), note: read('--note-1-line'), run: read('--run'), bad: read('--bad') };
}

function drawThings(core: CanvasCore, context: CanvasRenderingContext2D, scale: MinimapScale, colours: Colours): void {
  const ratio = context.canvas.width / SIZE.width;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, SIZE.width, SIZE.height);
  for (const [id, rect] of core.scene.rects()) {
    const node = core.scene.model.nodes.get(id);
    const look = node === undefined ? 'note' : lookOf(node);
    context.fillStyle = look === 'note' || look === 'run' || look === 'bad' ? colours[look] : colours.node;
    const { x, y, width, height } = toMap(rect, scale);
    context.fillRect(x, y, Math.max(width, LEAST), Math.max(height, LEAST));
    if (width < LEAST_ROUND) continue;
    // Bevelled corners are painted many times faster than round ones, and look the same at this size.
    for (const [left, top] of [
      [x, y],
      [x + width - 1, y],
      [x, y + height - 1],
      [x + width - 1, y + height - 1],
    ] as const)
      context.clearRect(left, top, 1, 1);
  }
}

const sameScale = (one: MinimapScale, other: MinimapScale | null): boolean =>
  one.factor === other?.factor && samePoint(one.origin, other.origin);

/** Draws at most once per frame when view, model or theme change. */
function useDrawing(
  canvas: RefObject<HTMLCanvasElement | null>,
  frame: RefObject<HTMLElement | null>,
  dragScale: RefObject<MinimapScale | null>,
): RefObject<MinimapScale | null> {
  const core = useCore();
  const scale = useRef<MinimapScale>(null);
  useEffect(() => {
    const [element, context] = [canvas.current, canvas.current?.getContext('2d') ?? null];
    if (element === null || context === null) return undefined;
    element.width = SIZE.width * devicePixelRatio;
    element.height = SIZE.height * devicePixelRatio;
    let [colours, pending, drawn] = [coloursOf(element), 0, -1];
    const draw = (): void => {
      pending = 0;
      const seen = core.viewport.seen();
      const next = dragScale.current ?? minimapScale(core.scene.bounds(), seen, SIZE);
      const isSame = drawn === core.picture.get() && sameScale(next, scale.current);
      drawn = core.picture.get();
      scale.current = next;
      if (!isSame) drawThings(core, context, next, colours);
      const { x, y, width, height } = toMap(seen, scale.current);
      if (frame.current !== null) {
        Object.assign(frame.current.style, { transform: `translate(${x}px, ${y}px)`, width: `${width}px`, height: `${height}px` });
      }
    };
    const request = (): void => {
      pending ||= requestAnimationFrame(draw);
    };
    const themes = new MutationObserver(() => {
      [colours, drawn] = [coloursOf(element), -1];
      request();
    });
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    const unsubscribe = [core.viewport.subscribe(request), core.picture.subscribe(request)];
    request();
    return () => {
      cancelAnimationFrame(pending);
      themes.disconnect();
      for (const each of unsubscribe) each();
    };
  }, [core, canvas, frame, dragScale]);
  return scale;
}

export function Minimap(): ReactNode {
  const core = useCore();
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLElement>(null);
  // The scale is fixed during a drag; otherwise the map would move under the pointer.
  const dragScale = useRef<MinimapScale>(null);
  const scale = useDrawing(canvas, frame, dragScale);
  const centre = (event: PointerEvent<HTMLElement>): void => {
    if (dragScale.current === null) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    core.viewport.centreOn(fromMap({ x: event.clientX - left, y: event.clientY - top }, dragScale.current));
  };
  const release = (): void => {
    dragScale.current = null;
  };
  return (
    <div
      className="raised canvas-minimap"
      aria-hidden
      data-control=""
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        dragScale.current = scale.current;
        event.currentTarget.setPointerCapture(event.pointerId);
        centre(event);
      }}
      onPointerMove={centre}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <canvas ref={canvas} className="canvas-minimap-things" />
      <b ref={frame} className="canvas-minimap-frame" />
    </div>
  );
}

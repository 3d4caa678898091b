// The height of the chat: stored in the browser, fitted to the window, changed by pointer and keyboard.
import { useEffect, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { saveStored, readStored } from '../../../lib/browser-storage.ts';

const KEY = 'millrace.editor.chat-height';
const USUAL = 300;
const LEAST = 180;
/** Pixels that stay for the header and the canvas. */
const ABOVE = 300;
/** Pixels per press of an arrow key. */
const STEP = 20;

const fitted = (height: number, windowHeight: number): number => Math.round(Math.max(LEAST, Math.min(height, windowHeight - ABOVE)));

interface ChatHeight {
  readonly height: number;
  readonly isMoving: boolean;
  /** Handlers of the grip. */
  readonly grip: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onDoubleClick: () => void;
  };
}

export function useChatHeight(panel: RefObject<HTMLElement | null>): ChatHeight {
  const [windowHeight, setWindowHeight] = useState(innerHeight);
  const [chosen, setChosen] = useState(() => {
    const stored = Number(readStored(KEY) ?? USUAL);
    return Number.isFinite(stored) ? stored : USUAL;
  });
  const [isMoving, setIsMoving] = useState(false);
  useEffect(() => {
    const measure = (): void => setWindowHeight(innerHeight);
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  const height = fitted(chosen, windowHeight);
  const change = (next: number): void => {
    const now = fitted(next, windowHeight);
    setChosen(now);
    // Without storage, the height lasts until the page is closed.
    saveStored(KEY, String(now));
  };
  return {
    height,
    isMoving,
    grip: {
      onPointerDown: ({ button, clientY, currentTarget, pointerId }) => {
        if (button !== 0) return;
        const target = currentTarget as HTMLElement;
        const before = panel.current?.offsetHeight ?? height;
        target.setPointerCapture(pointerId);
        setIsMoving(true);
        const move = (event: globalThis.PointerEvent): void => change(before + clientY - event.clientY);
        const end = (): void => {
          target.removeEventListener('pointermove', move);
          target.removeEventListener('lostpointercapture', end);
          setIsMoving(false);
        };
        target.addEventListener('pointermove', move);
        target.addEventListener('lostpointercapture', end);
      },
      onKeyDown: (event) => {
        const pixels = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
        if (pixels === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        event.stopPropagation();
        change(height + pixels);
      },
      onDoubleClick: () => change(USUAL),
    },
  };
}

// Provides the core to the components of the canvas.
import { createContext, use } from 'react';
import type { CanvasCore } from './core.ts';

export const CoreContext = createContext<CanvasCore | undefined>(undefined);

export function useCore(): CanvasCore {
  const core = use(CoreContext);
  if (core === undefined) throw new Error('This component must be inside a Canvas.');
  return core;
}

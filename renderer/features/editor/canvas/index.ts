// Public interface of the canvas.
export { Canvas } from './canvas.tsx';
export type {
  CanvasChange,
  CanvasEdge,
  CanvasHandle,
  CanvasIntent,
  CanvasModel,
  CanvasNode,
  CanvasNodeState,
  CanvasNote,
  CanvasPlan,
  CanvasPort,
  Point,
  PortRef,
} from './canvas-model.ts';
export { acceptsType, changeSigns, GRID, MAIN, NODE_SIZE } from './canvas-model.ts';
export { nodeSize } from './geometry/geometry.ts';

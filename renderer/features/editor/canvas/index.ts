// Public interface of the canvas.
export { Canvas } from './canvas.tsx';
export type {
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
export { acceptsType, GRID, MAIN, NODE_SIZE } from './canvas-model.ts';
export { nodeSize } from './geometry/geometry.ts';

// Public interface of the node creator.
export { nodeDragType } from './creator-row.tsx';
export { NodeCreator } from './node-creator.tsx';

// The node creator's door.
export { nodeDragType } from './creator-row.tsx';
export { NodeCreator, type NodeCreatorProps } from './node-creator.tsx';

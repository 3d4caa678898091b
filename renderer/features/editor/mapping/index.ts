// Inserting data from the panes into parameters.
export { dataPath, itemBase } from './data-path.ts';
export { DropPreview } from './drop-preview.tsx';
export { registerTarget, sendToLastUsed, startDrag, targetPassed, targetUsed, useDrag, useIsDragging, useIsDropTarget } from './drag.ts';
export { mappedValue } from './mapped-value.ts';
export { MappingHint } from './mapping-hint.tsx';

// Inserting data from the panes into parameters.
export { registerTarget, sendToLastUsed, startDrag, targetPassed, targetUsed, useDrag, useIsDragging, useIsDropTarget } from './drag.ts';
export { dataPath, itemBase, mappedValue } from './mapped-value.ts';
export { DropPreview, MappingHint } from './mapping-hints.tsx';

// Public interface of the outline.
export { outlineOf } from './outline-of.ts';
export { Outline } from './outline.tsx';
export type { OutlineEnd } from './use-outline-tree.ts';

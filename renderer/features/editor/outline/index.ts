// Public interface of the outline.
export { outlineOf, type OutlineNode } from './outline-of.ts';
export type { OutlineProps } from './outline-props.ts';
export { Outline } from './outline.tsx';

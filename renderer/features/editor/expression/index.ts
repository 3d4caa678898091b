// Editing expressions.
export { ExpressionInput, type Opening } from './expression-input.tsx';

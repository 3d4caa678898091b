// Expression editing.
export { ExpressionInput, type ExpressionInputProps, type Opening } from './expression-input.tsx';

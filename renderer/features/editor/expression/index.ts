// Expression editing.
export { ExpressionInput, type ExpressionInputProps, type Opening } from './expression-input.tsx';
export { describedIn, type CompletionText } from './completion-text.ts';

// Closes `{{` automatically.

interface Field {
  readonly value: string;
  readonly selectionStart: number;
  readonly selectionEnd: number;
}

interface Insertion {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly caretBack: number;
}

/** Returns the edit for a typed `{`; undefined if it is inserted unchanged. */
export function bracketsFor({ value, selectionStart, selectionEnd }: Field): Insertion | undefined {
  const isSecond = value[selectionStart - 1] === '{' && value[selectionStart - 2] !== '{' && value[selectionStart - 2] !== '\\';
  const before = value.slice(0, selectionStart - 1);
  const isInside = before.lastIndexOf('{{') > before.lastIndexOf('}}');
  if (!isSecond || isInside) return undefined;
  const closes = value.slice(selectionEnd).startsWith('}');
  return {
    from: selectionStart,
    to: closes ? selectionEnd + 1 : selectionEnd,
    text: `{ ${value.slice(selectionStart, selectionEnd)} }}`,
    caretBack: 3,
  };
}

/** Whether a typed space duplicates the space that was inserted with the braces. */
export function isSecondBlank({ value, selectionStart, selectionEnd }: Field): boolean {
  return selectionStart === selectionEnd && value.slice(0, selectionStart).endsWith('{{ ') && value.slice(selectionStart).startsWith(' }}');
}

// Writing the second of two opening brackets closes them too.

interface Field {
  readonly value: string;
  readonly selectionStart: number;
  readonly selectionEnd: number;
}

export interface Insertion {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly caretBack: number;
}

/** What `{` becomes at the caret of a field; undefined where it is a character like any other. */
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

/** True for a blank that is written although the brackets brought one along. */
export function isSecondBlank({ value, selectionStart, selectionEnd }: Field): boolean {
  return selectionStart === selectionEnd && value.slice(0, selectionStart).endsWith('{{ ') && value.slice(selectionStart).startsWith(' }}');
}

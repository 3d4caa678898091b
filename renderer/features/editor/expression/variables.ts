// The tree of the variable selector.
import type { Item } from '../../../../engine/contract/run-data.ts';
import { isRecord } from '../../../../engine/workflow/values/own-properties.ts';
import { dataPath } from '../mapping/index.ts';

export interface Variable {
  readonly name: string;
  /** Code that reads the variable; undefined for headings. */
  readonly code?: string;
  /** The value as short text. */
  readonly preview?: string;
  readonly children?: readonly Variable[];
  /** Whether part of the data is not listed. */
  readonly isTooLarge?: true;
}

/** Maximum number of characters of data per node. */
export const MOST_CHARACTERS = 102_400;

const SHOWN = 60;

/** Returns a variable with its fields. `budget` is the number of remaining characters. */
export function variableOf(name: string, code: string, value: unknown, budget = { left: MOST_CHARACTERS }): Variable {
  if (Array.isArray(value) || isRecord(value)) {
    const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
      ? value.map((each, index) => [index, each] as const)
      : Object.entries(value);
    const children: Variable[] = [];
    for (const [key, each] of entries) {
      budget.left -= String(key).length + 4;
      if (budget.left <= 0) return { name, code, isTooLarge: true };
      children.push(variableOf(String(key), dataPath(code, [key]), each, budget));
    }
    return { name, code, preview: Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`, children };
  }
  const text = typeof value === 'string' ? value : String(value);
  budget.left -= text.length;
  return { name, code, preview: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text };
}

/** Returns a heading with the variables of the item's json and files. */
export function itemVariables(heading: string, base: string, item: Item | undefined): Variable {
  if (item === undefined) return { name: heading, children: [] };
  const budget = { left: MOST_CHARACTERS };
  const json = variableOf('json', base === '$json' ? '$json' : `${base}.item.json`, item.json, budget);
  if (json.isTooLarge === true) return { name: heading, isTooLarge: true };
  const files =
    item.binary === undefined
      ? []
      : [
          {
            name: 'binary',
            children: Object.entries(item.binary).map(([key, { data: _data, ...entry }]) =>
              variableOf(key, dataPath(base === '$json' ? '$binary' : `${base}.item.binary`, [key]), entry, budget),
            ),
          },
        ];
  return { name: heading, children: [...(json.children ?? []), ...files] };
}

/** Returns the variables whose name or a descendant's name contains the text, with their ancestors. */
export function filtered(variables: readonly Variable[], text: string): readonly Variable[] {
  const needle = text.trim().toLowerCase();
  if (needle === '') return variables;
  return variables.flatMap((variable) => {
    if (variable.code !== undefined && variable.name.toLowerCase().includes(needle)) return [variable];
    const children = filtered(variable.children ?? [], text);
    return children.length === 0 ? [] : [{ ...variable, children }];
  });
}

// The tree of the variable selector: what an expression of the open node may read.
import type { Item } from '../../../../engine/contract/run-data.ts';
import { isRecord } from '../../../../engine/workflow/own-properties.ts';
import { dataPath } from '../mapping/index.ts';

export interface Variable {
  readonly name: string;
  /** Code that reads it; absent for headings. */
  readonly code?: string;
  /** The value as a short text. */
  readonly shown?: string;
  readonly children?: readonly Variable[];
  /** Its data is larger than is listed. */
  readonly isTooLarge?: true;
}

/** Characters of data that are listed for one node. */
export const MOST_CHARACTERS = 102_400;

const SHOWN = 60;

/** A value with its fields below it. `budget` counts the characters that are left. */
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
    return { name, code, shown: Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`, children };
  }
  const text = typeof value === 'string' ? value : String(value);
  budget.left -= text.length;
  return { name, code, shown: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text };
}

/** The item's json and files below a heading. */
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

/** Those whose name, or a name below, holds the text; headings stay with what they hold. */
export function filtered(variables: readonly Variable[], text: string): readonly Variable[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return variables;
  return variables.flatMap((variable) => {
    if (variable.code !== undefined && variable.name.toLowerCase().includes(wanted)) return [variable];
    const children = filtered(variable.children ?? [], text);
    return children.length === 0 ? [] : [{ ...variable, children }];
  });
}

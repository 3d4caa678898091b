// Facts about functions in other parts of the engine (expression, binary, sandbox, execution). See node-adapters.ts for how to add one.
import type { Item } from '../../../engine/contract/run-data.ts';
import { lazy, type Adapters } from './adapter.ts';

interface Response {
  readonly data: readonly (readonly Item[])[];
}

/** The corpus writes `$rec` for the field of an item's JSON that contains its files. */
function renamed(item: Item, from: string, to: string): Item {
  if (!Object.hasOwn(item.json, from)) return item;
  const { [from]: files, ...json } = item.json;
  return { ...item, json: { ...json, [to]: files ?? null } };
}

export const componentAdapters: Adapters = {
  extend: lazy(
    // Importing the public interface registers the added methods.
    async () => ({
      ...(await import('../../../engine/expression/index.ts')),
      ...(await import('../../../engine/expression/guard/members.ts')),
    }),
    ({ extend }) => extend,
  ),
  binaryToBuffer: lazy(
    () => import('../../../engine/sandbox/worker-data-names.ts'),
    ({ binaryToBuffer }) => binaryToBuffer,
  ),
  convertBinaryData: lazy(
    () => import('../../../engine/expression/data/combined-files.ts'),
    ({ withFiles }) =>
      (_workflow: string, _execution: string, response: Response, mode?: string) => {
        if (mode !== 'combined') return response;
        const data = response.data.map((items) =>
          items.map((item) => renamed(withFiles(renamed(item, '$rec', '_files')), '_files', '$rec')),
        );
        return { ...response, data };
      },
  ),
  copyInputItems: lazy(
    () => import('../../../engine/sandbox/worker-data-names.ts'),
    ({ copyInputItems }) => copyInputItems,
  ),
  splitExpression: lazy(
    () => import('../../../engine/expression/index.ts'),
    ({ splitExpression }) => splitExpression,
  ),
  isSafeObjectProperty: lazy(
    () => import('../../../engine/expression/guard/names.ts'),
    ({ isSuspectName, isAbsentName }) =>
      (name: string) =>
        !isSuspectName(name) && !isAbsentName(name),
  ),
};

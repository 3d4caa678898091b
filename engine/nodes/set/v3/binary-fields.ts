// Assignments of type `binary`: attach a file of this or another item.
import type { BinaryEntry, Item } from '../../../contract/run-data.ts';
import { NodeError, type ExecuteContext } from '../../../sdk/index.ts';
import { fieldPath } from '../../_shared/fields/field-path.ts';

interface Assignment {
  readonly type?: string;
}

/** Returns the files assigned for one item; undefined if no assignment has this type. */
export function binaryFields(ctx: ExecuteContext): ((item: Item, index: number) => { [property: string]: BinaryEntry }) | undefined {
  const entries = ctx.param('assignments.assignments', 0, undefined, { raw: true });
  const paths = (Array.isArray(entries) ? (entries as readonly Assignment[]) : []).flatMap(({ type }, at) =>
    type === 'binary' ? [`assignments.assignments[${at}]`] : [],
  );
  if (paths.length === 0) return undefined;
  return (item, index) => {
    const files: { [property: string]: BinaryEntry } = {};
    for (const path of paths) {
      const { name } = fieldPath(ctx.param(`${path}.name`, index), false);
      files[name] = fileOf(ctx.param(`${path}.value`, index), item, name, index);
    }
    return files;
  };
}

/** Returns the file for a value: a binary entry, or the name of a file of the item. */
function fileOf(value: unknown, item: Item, name: string, itemIndex: number): BinaryEntry {
  if (typeof value === 'string' && item.binary !== undefined && Object.hasOwn(item.binary, value)) return item.binary[value] as BinaryEntry;
  if (typeof value === 'object' && value !== null && typeof (value as Partial<BinaryEntry>).mimeType === 'string')
    return value as BinaryEntry;
  throw new NodeError(`'${name}' expects a file but got none [item ${itemIndex}]`, {
    code: 'PARAMETER_INVALID',
    itemIndex,
    description: 'Use a file of an item, such as {{ $binary.data }}, or the name of a file of this item.',
  });
}

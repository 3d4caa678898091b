// Rename Keys: renames fields, item by item.
import { safePattern } from '../../expression/index.ts';
import { mapItems, NodeError, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { fieldPath } from '../_shared/fields/field-path.ts';
import { perItem } from '../_shared/per-item.ts';
import { renameKeys, type KeyPattern, type Renaming } from './rename.ts';

interface Replacement {
  readonly searchRegex?: string;
  readonly replaceRegex?: string;
  readonly options?: { readonly caseInsensitive?: boolean; readonly depth?: number };
}

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  const renamings = perItem(ctx, ['keys'], (index): readonly Renaming[] =>
    ctx
      .param<readonly { currentKey?: unknown; newKey?: unknown }[]>('keys.key', index, [])
      .map(({ currentKey, newKey }) => ({ from: fieldPath(currentKey), to: fieldPath(newKey) })),
  );
  const patterns = perItem(ctx, ['additionalOptions'], (index) =>
    ctx.param<readonly Replacement[]>('additionalOptions.regexReplacement.replacements', index, []).filter(hasPattern).map(keyPattern),
  );
  return mapItems(ctx, (item, index) => {
    const json = renameKeys(item.json, renamings(index), patterns(index));
    return item.binary === undefined ? { json, pairedItem: { item: index } } : { json, binary: item.binary, pairedItem: { item: index } };
  });
}

const hasPattern = ({ searchRegex }: Replacement): boolean => searchRegex !== undefined && searchRegex !== '';

function keyPattern({ searchRegex = '', replaceRegex = '', options = {} }: Replacement): KeyPattern {
  const depth = options.depth ?? -1;
  try {
    return {
      search: safePattern(searchRegex, options.caseInsensitive === true ? 'i' : ''),
      replacement: replaceRegex,
      depth: depth < 0 ? Number.POSITIVE_INFINITY : depth,
    };
  } catch (cause) {
    throw new NodeError(`"${searchRegex}" is not a regular expression. Correct it under "Additional Options".`, {
      code: 'PARAMETER_INVALID',
      parameter: 'additionalOptions.regexReplacement',
      cause,
    });
  }
}

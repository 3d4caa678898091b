// Names and values of metadata, as users enter them under `options.metadata`.
import type { JsonObject } from '../../../../contract/json.ts';
import type { ExecuteContext } from '../../../../sdk/index.ts';
import { setOwn } from '../../../../workflow/values/own-properties.ts';

/** Returns the values by name; undefined if there are none. */
export function metadataValues(ctx: ExecuteContext, itemIndex: number): JsonObject | undefined {
  const entries = ctx.param<readonly { readonly name?: unknown; readonly value?: unknown }[]>(
    'options.metadata.metadataValues',
    itemIndex,
    [],
  );
  if (!Array.isArray(entries)) return undefined;
  const values: JsonObject = {};
  for (const { name, value } of entries as readonly { readonly name?: unknown; readonly value?: unknown }[]) {
    if (typeof name === 'string' && name !== '') setOwn(values, name, value ?? '');
  }
  return Object.keys(values).length === 0 ? undefined : values;
}

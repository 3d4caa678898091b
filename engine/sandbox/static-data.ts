// Static data that code has read or changed: it works on a copy, which replaces the original when the code has ended.
import type { JsonObject } from '../contract/json.ts';
import { replaceFields } from '../workflow/values/own-properties.ts';

export type StaticDataScope = 'node' | 'global';

/** Copies, as far as code has requested them. */
export type StaticDataCopies = { readonly [Scope in StaticDataScope]?: JsonObject };

/** Replaces the static data of an execution by what code has made of it. */
export function saveStaticData(owner: { staticData(scope: StaticDataScope): JsonObject }, copies: StaticDataCopies): void {
  for (const scope of ['global', 'node'] as const) {
    const copy = copies[scope];
    if (copy !== undefined) replaceFields(owner.staticData(scope), copy);
  }
}

// Reads the parameters for combining (combine-properties.ts).
import { type ExecuteContext, NodeError } from '../../sdk/index.ts';
import { fieldPath } from '../_shared/fields/field-path.ts';
import type { FieldPair } from '../_shared/match-items.ts';
import { textOf } from '../_shared/text-of.ts';
import type { JoinSettings } from './join.ts';
import { clashSettings } from './merge-json.ts';

/** `options` as stored in workflow files. */
export interface CombineOptions {
  readonly clashHandling?: {
    readonly values?: { readonly resolveClash?: string; readonly mergeMode?: string; readonly overrideEmpty?: boolean };
  };
  readonly disableDotNotation?: boolean;
  readonly fuzzyCompare?: boolean;
  readonly includeUnpaired?: boolean;
  readonly multipleMatches?: 'all' | 'first';
}

/** Returns the settings of a join on these pairs of field names. Throws NodeError if a name is missing. */
export function joinSettings(ctx: ExecuteContext, names: readonly (readonly [string, string])[], options: CombineOptions): JoinSettings {
  return {
    pairs: fieldPairs(names, options.disableDotNotation !== true),
    mode: ctx.param<JoinSettings['mode']>('joinMode', 0, 'keepMatches'),
    dataFrom: ctx.param<JoinSettings['dataFrom']>('outputDataFrom', 0, 'both'),
    fuzzy: options.fuzzyCompare === true,
    firstOnly: options.multipleMatches === 'first',
    clash: clashSettings(options),
    // Later versions match nothing instead.
    requiresFields: ctx.version < 2.1,
  };
}

function fieldPairs(names: readonly (readonly [string, string])[], dotNotation: boolean): FieldPair[] {
  if (names.length === 0 || names.flat().some((name) => name === '')) {
    throw new NodeError('The fields to match are incomplete. Enter the name of a field of each input.', { code: 'PARAMETER_INVALID' });
  }
  return names.map(([left, right]) => ({ left: fieldPath(left, dotNotation), right: fieldPath(right, dotNotation) }));
}

/** Returns the rows of `mergeByFields`. */
export function matchRows(ctx: ExecuteContext): [string, string][] {
  const rows = ctx.param<readonly { readonly field1?: string; readonly field2?: string }[]>('mergeByFields.values', 0, []);
  return rows.map((row) => [textOf(row.field1).trim(), textOf(row.field2).trim()]);
}

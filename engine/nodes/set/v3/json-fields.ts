// Fields given as one JSON object.
import type { ExecuteContext } from '../../../sdk/index.ts';
import { perItem } from '../../_shared/per-item.ts';
import type { SetFields } from './manual-fields.ts';
import { parseJsonParameter } from './raw-json.ts';

const parameter = 'jsonOutput';

export function jsonFields(ctx: ExecuteContext): SetFields {
  const written = ctx.param(parameter, 0, undefined, { raw: true });
  // Text with `{{ }}` is filled in for each item even though the field is not marked as an expression.
  const template = typeof written === 'string' && !written.startsWith('=') && written.includes('{{') ? `=${written}` : undefined;
  const fields =
    template === undefined
      ? perItem(ctx, [parameter], (index) => parseJsonParameter(ctx.param(parameter, index), index))
      : (index: number) => parseJsonParameter(ctx.evaluate(template, index), index);
  return (json, index) => ({ ...json, ...fields(index) });
}

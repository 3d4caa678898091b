// Fields given as a JSON object.
import type { ExecuteContext } from '../../../sdk/index.ts';
import { setOwn } from '../../../workflow/own-properties.ts';
import { fieldPath, setField } from '../../_shared/field-path.ts';
import { perItem } from '../../_shared/per-item.ts';
import type { SetFields } from './manual-fields.ts';
import { parseJsonParameter } from './raw-json.ts';

const parameter = 'jsonOutput';

/** With dot notation, dots in a name are a path, as for fields set individually. */
export function jsonFields(ctx: ExecuteContext, dotNotation: boolean): SetFields {
  const written = ctx.param(parameter, 0, undefined, { raw: true });
  // Text with `{{ }}` is evaluated for each item even if the field is not marked as an expression.
  const template = typeof written === 'string' && !written.startsWith('=') && written.includes('{{') ? `=${written}` : undefined;
  const fields =
    template === undefined
      ? perItem(ctx, [parameter], (index) => parseJsonParameter(ctx.param(parameter, index), index))
      : (index: number) => parseJsonParameter(ctx.evaluate(template, index), index);
  return (json, index) => {
    for (const [name, value] of Object.entries(fields(index))) {
      if (dotNotation && /[.[]/.test(name)) setField(json, fieldPath(name), value);
      else setOwn(json, name, value);
    }
    return json;
  };
}

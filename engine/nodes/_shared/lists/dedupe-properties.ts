// Duplicates for the Remove Duplicates and Item Lists nodes: the parameters, and removing items according to them.
import type { ExecuteContext, NodeOutput } from '../../../sdk/index.ts';
import type { DisplayRules, NodeProperty } from '../../../workflow/node-type.ts';
import { type SlicedWork, workInSlices } from '../../../sdk/slices.ts';
import { type DedupeSettings, dedupeInSlices } from './dedupe-items.ts';
import { fieldList, type FieldsShape, fieldsProperty } from '../fields/fields-property.ts';

/** Properties for compared fields. `show`: display rules for all of them; `shape`: format of field names in workflow files. */
export function dedupeProperties(show: DisplayRules, shape: FieldsShape = 'text'): NodeProperty[] {
  return [
    {
      displayName: 'Compare',
      name: 'compare',
      type: 'options',
      default: 'allFields',
      description: 'Which fields must be equal for two items to be duplicates',
      ...(Object.keys(show).length === 0 ? {} : { displayOptions: { show } }),
      options: [
        { name: 'All Fields', value: 'allFields' },
        { name: 'All Fields Except', value: 'allFieldsExcept' },
        { name: 'Selected Fields', value: 'selectedFields' },
      ],
    },
    fieldsProperty(shape, {
      displayName: 'Fields To Exclude',
      name: 'fieldsToExclude',
      description: 'Fields to exclude from the comparison',
      displayOptions: { show: { ...show, compare: ['allFieldsExcept'] } },
    }),
    fieldsProperty(shape, {
      displayName: 'Fields To Compare',
      name: 'fieldsToCompare',
      description: 'Fields to compare',
      displayOptions: { show: { ...show, compare: ['selectedFields'] } },
    }),
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Field',
      default: {},
      displayOptions: { show: { ...show, compare: ['allFieldsExcept', 'selectedFields'] } },
      options: [
        {
          displayName: 'Disable Dot Notation',
          name: 'disableDotNotation',
          type: 'boolean',
          default: false,
          description: 'Whether a dot in a field name is part of the name, instead of referring to a nested field',
        },
        {
          displayName: 'Remove Other Fields',
          name: 'removeOtherFields',
          type: 'boolean',
          default: false,
          description: 'Whether to keep only the compared fields',
        },
      ],
    },
  ];
}

/** Reads the settings from these parameters. */
export function dedupeSettings(ctx: ExecuteContext): Omit<DedupeSettings, 'strictTypes'> {
  const compare = ctx.param<DedupeSettings['compare']>('compare', 0, 'allFields');
  const fields = compare === 'allFields' ? '' : ctx.param(compare === 'selectedFields' ? 'fieldsToCompare' : 'fieldsToExclude', 0, '');
  return {
    compare,
    fields: fieldList(fields),
    dotNotation: !ctx.param('options.disableDotNotation', 0, false),
    removeOtherFields: ctx.param('options.removeOtherFields', 0, false),
  };
}

/** Returns input 0 without duplicates on output 0. `strictTypes`: whether a field must have one type in all items. */
export function dedupeInput(ctx: ExecuteContext, strictTypes = true): NodeOutput | Promise<NodeOutput> {
  return workInSlices(ctx.signal, function* (pace): SlicedWork<NodeOutput> {
    return [yield* dedupeInSlices(ctx.input(), { ...dedupeSettings(ctx), strictTypes }, pace)];
  });
}

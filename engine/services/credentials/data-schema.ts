// The JSON Schema of a credential type's data, for callers that create credentials without the editor.
import { AppError } from '../../contract/errors.ts';
import type { CredentialDefinition } from '../../sdk/index.ts';
import { Check, Errors } from 'typebox/value';
import type { NodeProperty } from '../../workflow/node-type.ts';

type Schema = Readonly<Record<string, unknown>>;

/** A field that is not always shown is required where all fields that it depends on have one of the values for which it is shown. */
export function dataSchema({ fields }: Pick<CredentialDefinition, 'fields'>): Schema {
  const stored = fields.filter(({ type }) => type !== 'notice');
  const isConditional = ({ displayOptions }: NodeProperty): boolean => displayOptions !== undefined;
  const needed = stored.filter(({ required }) => required === true);
  const rules = needed.filter(isConditional).map(({ name, displayOptions }) => ({
    if: {
      properties: Object.fromEntries(Object.entries(displayOptions?.show ?? {}).map(([field, values]) => [field, { enum: values }])),
      required: Object.keys(displayOptions?.show ?? {}),
    },
    // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
    then: { required: [name] },
  }));
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(stored.map((field) => [field.name, fieldSchema(field)])),
    required: needed.filter((field) => !isConditional(field)).map(({ name }) => name),
    ...(rules.length === 0 ? {} : { allOf: rules }),
  };
}

function fieldSchema({ type, options = [] }: NodeProperty): Schema {
  switch (type) {
    case 'options':
      return { type: 'string', enum: options.flatMap((option) => ('value' in option ? [option.value] : [])) };
    case 'number':
    case 'boolean':
      return { type };
    case 'json':
      return { type: ['string', 'object', 'array'] };
    case 'fixedCollection':
    case 'collection':
      return { type: 'object' };
    default:
      // Tokens of connected accounts are objects.
      return type === 'hidden' ? {} : { type: 'string' };
  }
}

/** `isPartial`: whether fields may be missing. Throws BAD_REQUEST with the first fault. */
export function assertMatches(type: CredentialDefinition, data: object, isPartial = false): void {
  const schema = isPartial ? { ...dataSchema(type), required: [], allOf: [] } : dataSchema(type);
  if (Check(schema, data)) return;
  const [fault] = Errors(schema, data);
  const { requiredProperties = [] } = (fault?.params ?? {}) as { readonly requiredProperties?: readonly string[] };
  const field = fault?.instancePath.slice(1) || requiredProperties[0];
  const what = field === undefined ? 'does not match its type' : `does not match its type at "${field}"`;
  const reason = fault?.keyword === 'boolean' ? 'the type has no such field' : (fault?.message ?? 'it has a wrong form');
  throw new AppError('BAD_REQUEST', `The data of the credential ${what}: ${reason}.`, {
    params: { field: field === undefined ? 'data' : `data.${field}` },
    hint: `GET /credentials/schema/${type.name} returns what the type needs.`,
  });
}

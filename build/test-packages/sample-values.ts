// Fills the parameters of a node, and the fields of a credential, with values of their types.
import type { JsonObject } from '../../engine/contract/json.ts';
import type { NodeDescription, NodeProperty, PropertyGroup, PropertyOption } from '../../engine/workflow/node-type.ts';
import { getNodeParameters } from '../../engine/workflow/parameters/parameters.ts';
import { displayParameter } from '../../engine/workflow/parameters/visibility.ts';
import { versionOf } from './operations.ts';

type JsonValue = JsonObject[string];
type Visible = (property: NodeProperty, values: JsonObject) => boolean;

/** Returns the parameters with a value for every visible property; `overrides` stay. */
export function sampleParameters(description: NodeDescription, overrides: JsonObject): JsonObject {
  const { properties } = description;
  const node = { typeVersion: versionOf(description) };
  let parameters = overrides;
  // A value may show further properties.
  for (;;) {
    const all = getNodeParameters(properties, parameters, { returnDefaults: true, returnNoneDisplayed: false }, node, description);
    const isVisible: Visible = (property, values) => displayParameter(values, property, node, description, all);
    const added = properties.find((property) => !Object.hasOwn(parameters, property.name) && isVisible(property, all));
    if (added === undefined) return all;
    parameters = { ...parameters, [added.name]: sampleOf(added, isVisible) };
  }
}

function sampleOf(property: NodeProperty, isVisible: Visible): JsonValue {
  const one = sampleOfType(property, isVisible);
  const isList = property.typeOptions?.multipleValues === true && !['fixedCollection', 'notice', 'hidden'].includes(property.type);
  return isList ? [one, one] : one;
}

function sampleOfType(property: NodeProperty, isVisible: Visible): JsonValue {
  const { name, type, typeOptions } = property;
  const byDefault = property.default as JsonValue;
  switch (type) {
    case 'string':
      return textFor(property);
    case 'number':
      return Math.min(typeOptions?.maxValue ?? Infinity, Math.max(typeOptions?.minValue ?? -Infinity, 7));
    case 'boolean':
      // With all entries, requests are made by pages.
      return name !== 'returnAll';
    case 'dateTime':
      return '2026-01-15T12:30:00.000Z';
    case 'color':
      return '#336699';
    case 'json':
      return '{"sample":[1,"two"]}';
    case 'options':
      return optionsOf(property).includes(byDefault) ? byDefault : (optionsOf(property)[0] ?? textFor(property));
    case 'multiOptions':
      return optionsOf(property).slice(0, 2);
    case 'resourceLocator':
      return { __rl: true, mode: modeOf(property), value: '02bd9fd6-8f93-4758-87c3-1fb73740a315' };
    case 'resourceMapper':
      return mapped;
    case 'collection':
      return sampleFields((property.options ?? []) as readonly NodeProperty[], isVisible);
    case 'fixedCollection':
      return Object.fromEntries(
        ((property.options ?? []) as readonly PropertyGroup[]).map((group): [string, JsonValue] => {
          const entry = sampleFields(group.values, isVisible);
          return [group.name, typeOptions?.multipleValues === true ? [entry, entry] : entry];
        }),
      );
    default:
      return byDefault ?? null;
  }
}

/** Code in packages checks many texts, so they look like what is asked for. The others have characters that must be encoded. */
const texts: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/binary|fileContents/i, 'data'],
  [/ur[li]/i, 'https://sample.test/page'],
  [/mail(?!Nick)/i, 'sample@example.com'],
  [/phone/i, '+15551234567'],
  [/^binId$/, '1600000000000-1600000000000'],
  [/^path$/i, '/sample/path/'],
  [/ids?$/i, '1234567'],
  [/text|title|description|query|search|message|note|filter|subject/i, 'Sample & text / 100 %'],
];

function textFor({ name, placeholder = '' }: NodeProperty): string {
  const [, example] = /^e\.g\.:? *(.+)$/s.exec(placeholder) ?? [];
  return texts.find(([pattern]) => pattern.test(name))?.[1] ?? example ?? `sample-${name.toLowerCase()}`;
}

/** The item for which nodes run, with the file that `textFor` names. */
export const sampleItem = {
  json: {},
  binary: { data: { data: Buffer.from('sample').toString('base64'), mimeType: 'text/plain', fileName: 'sample.txt' } },
};

const mapped: JsonObject = {
  mappingMode: 'defineBelow',
  value: { sampleColumn: 'sample value' },
  matchingColumns: [],
  schema: [{ id: 'sampleColumn', displayName: 'Sample', type: 'string', display: true, required: false, defaultMatch: false }],
};

function sampleFields(properties: readonly NodeProperty[], isVisible: Visible): JsonObject {
  const values: JsonObject = {};
  for (const property of properties) {
    if (!Object.hasOwn(values, property.name) && isVisible(property, values)) values[property.name] = sampleOf(property, isVisible);
  }
  return values;
}

const optionsOf = ({ options = [] }: NodeProperty): JsonValue[] =>
  options.filter((option): option is PropertyOption => 'value' in option).map(({ value }) => value);

/** Modes that take the value out of a URL come last. */
function modeOf({ modes = [] }: NodeProperty): string {
  const mode = modes.find((each) => each['type'] === 'string' && each['extractValue'] === undefined) ?? modes[0];
  return String(mode?.['name'] ?? 'id');
}

/** Returns data for a credential. Defaults that are a value stay. */
export function sampleCredential(fields: readonly NodeProperty[]): JsonObject {
  const entries = fields.map((field): [string, JsonValue] => {
    const defaultValue = field.default as JsonValue;
    if (defaultValue !== '' && defaultValue !== undefined && defaultValue !== null) return [field.name, defaultValue];
    const isAddress = /ur[li]|host|domain|server|address/i.test(field.name);
    return [field.name, isAddress ? 'https://service.test' : `sample-${field.name}`];
  });
  return Object.fromEntries(entries);
}

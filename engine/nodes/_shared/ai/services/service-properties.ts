// What the descriptions of nodes that send messages to a service themselves have in common.
import type { DisplayRules, NodeProperty, PropertyOption } from '../../../../workflow/node-type.ts';

/** Returns properties that are visible for one operation of a resource. */
export const forOperation = (resource: string, operation: string, properties: readonly NodeProperty[]): readonly NodeProperty[] =>
  properties.map((property) => visibleWhen(property, { operation: [operation], resource: [resource] }));

/** Returns a property with further conditions. */
export const visibleWhen = (property: NodeProperty, show: DisplayRules): NodeProperty => ({
  ...property,
  displayOptions: { ...property.displayOptions, show: { ...property.displayOptions?.show, ...show } },
});

/** Value, name, and what it does. */
type Choice = readonly [value: string, name: string, description?: string];

const optionsOf = (choices: readonly Choice[]): readonly PropertyOption[] =>
  choices.map(([value, name, description]) => ({ name, value, ...(description === undefined ? {} : { description }) }));

type More = Partial<NodeProperty>;

export const choiceField = (
  displayName: string,
  name: string,
  value: string,
  choices: readonly Choice[],
  more: More = {},
): NodeProperty => ({
  displayName,
  name,
  type: 'options',
  default: value,
  options: optionsOf(choices),
  ...more,
});

/** Returns choices whose names are their values. */
export const plainChoices = (...values: readonly string[]): readonly Choice[] => values.map((value) => [value, value]);

export const textField = (displayName: string, name: string, more: More = {}): NodeProperty => ({
  displayName,
  name,
  type: 'string',
  default: '',
  ...more,
});

export const longText = (displayName: string, name: string, more: More = {}): NodeProperty =>
  textField(displayName, name, { typeOptions: { rows: 2 }, ...more });

export const numberField = (
  displayName: string,
  name: string,
  value: number | '',
  typeOptions: NonNullable<NodeProperty['typeOptions']> = {},
  more: More = {},
): NodeProperty => ({
  displayName,
  name,
  type: 'number',
  default: value,
  ...(Object.keys(typeOptions).length === 0 ? {} : { typeOptions }),
  ...more,
});

export const toggleField = (displayName: string, name: string, value: boolean, description: string, more: More = {}): NodeProperty => ({
  displayName,
  name,
  type: 'boolean',
  default: value,
  description,
  ...more,
});

export const jsonField = (displayName: string, name: string, value: string, more: More = {}): NodeProperty => ({
  displayName,
  name,
  type: 'json',
  default: value,
  ...more,
});

export const notice = (name: string, displayName: string, more: More = {}): NodeProperty => ({
  displayName,
  name,
  type: 'notice',
  default: '',
  ...more,
});

export const optionsField = (options: readonly NodeProperty[], more: More = {}): NodeProperty => ({
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add Option',
  default: {},
  options,
  ...more,
});

/** Returns a parameter with several values of the same form. */
export const severalValues = (
  displayName: string,
  name: string,
  value: readonly object[],
  values: readonly NodeProperty[],
  more: More = {},
): NodeProperty => ({
  displayName,
  name,
  type: 'fixedCollection',
  default: { values: value },
  typeOptions: { multipleValues: true },
  options: [{ displayName: 'Values', name: 'values', values }],
  ...more,
});

export const resourceField = (choices: readonly Choice[]): NodeProperty =>
  choiceField('Resource', 'resource', 'text', choices, { noDataExpression: true });

/** Returns the choice of an operation. Each is a value, its name, and what it does. */
export const operationField = (resource: string, value: string, choices: readonly (readonly [string, string, string])[]): NodeProperty => ({
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  default: value,
  displayOptions: { show: { resource: [resource] } },
  options: choices.map(([operation, name, description]) => ({ name, value: operation, description, action: name })),
});

/** Returns what is chosen from a list of the service, or entered by its id. */
export const locatorField = (displayName: string, name: string, method: string, more: More = {}): NodeProperty => ({
  displayName,
  name,
  type: 'resourceLocator',
  default: { mode: 'list', value: '' },
  required: true,
  modes: [
    {
      displayName: 'From List',
      name: 'list',
      type: 'list',
      placeholder: 'Select from the list',
      typeOptions: { searchListMethod: method, searchable: true },
    },
    { displayName: 'ID', name: 'id', type: 'string' },
  ],
  ...more,
});

export const modelField = (method = 'modelSearch', more: More = {}): NodeProperty =>
  locatorField('Model', 'modelId', method, { description: 'The model that answers', ...more });

export const simplifyField = (value = true): NodeProperty =>
  toggleField('Simplify Output', 'simplify', value, 'Whether the output is only the answer, instead of the whole response of the service');

export const binaryInput = (more: More = {}): NodeProperty =>
  textField('Input Data Field Name', 'binaryPropertyName', {
    default: 'data',
    placeholder: 'e.g. data',
    hint: 'The name of the input field with the file',
    ...more,
  });

export const binaryOutput = (value = 'data', more: More = {}): NodeProperty =>
  textField('Put Output in Field', 'binaryPropertyOutput', {
    default: value,
    hint: 'The name of the output field for the file',
    ...more,
  });

/** Returns the role of a message. */
export const roleField = (value: string, ...roles: readonly ('user' | 'assistant' | 'system' | 'model')[]): NodeProperty =>
  choiceField(
    'Role',
    'role',
    value,
    roles.map((role) => roleChoices[role]),
  );

const roleChoices: Readonly<Record<string, Choice>> & Record<'user' | 'assistant' | 'system' | 'model', Choice> = {
  user: ['user', 'User', 'A message to the model'],
  assistant: ['assistant', 'Assistant', 'An answer of the model, as an example or from before'],
  system: ['system', 'System', 'Rules for the model'],
  model: ['model', 'Model', 'An answer of the model, as an example or from before'],
};

interface AnalyzedFile {
  /** Kind of the file, such as `Image`. */
  readonly what: string;
  /** Name of the parameter for the addresses of files. */
  readonly urls: string;
  /** Value of the input type for files of the item. Default: `binary`. */
  readonly binaryValue?: string;
  /** Whether files of the item are the default. */
  readonly isBinaryFirst?: boolean;
}

/** Returns where files come from: from addresses, or from the item. */
export function fileInput({ what, urls, binaryValue = 'binary', isBinaryFirst = false }: AnalyzedFile): readonly NodeProperty[] {
  const url: Choice = ['url', `${what} URL(s)`];
  const binary: Choice = [binaryValue, 'Binary File(s)'];
  const address = textField('URL(s)', urls, {
    placeholder: 'e.g. https://example.com/file',
    description: `Address of the ${what.toLowerCase()}. Separate several by commas.`,
    displayOptions: { show: { inputType: ['url'] } },
  });
  const field = binaryInput({ displayOptions: { show: { inputType: [binaryValue] } } });
  const type = choiceField('Input Type', 'inputType', isBinaryFirst ? binaryValue : 'url', isBinaryFirst ? [binary, url] : [url, binary]);
  return isBinaryFirst ? [type, field, address] : [type, address, field];
}

/** Returns the prompt for files, and where the files come from. */
export const analyzedFile = (file: AnalyzedFile): readonly NodeProperty[] => [
  longText('Text Input', 'text', {
    default: `What's in this ${file.what.toLowerCase()}?`,
    description: 'What the model is asked about it',
  }),
  ...fileInput(file),
  simplifyField(),
];

// The parameters for extracting values from HTML, for the HTML and HTML Extract nodes.
import type { DisplayRules, NodeProperty } from '../../workflow/node-type.ts';

/** Properties for the HTML source and the values to extract. `show`: display rules for all; `skipSince`: rules for the option to skip elements. */
export function extractionProperties(show: DisplayRules, skipSince?: DisplayRules): NodeProperty[] {
  const displayOptions = Object.keys(show).length === 0 ? {} : { displayOptions: { show } };
  return [
    {
      displayName: 'Source Data',
      name: 'sourceData',
      type: 'options',
      default: 'json',
      description: 'Whether the HTML is in a field or in a file of the item',
      ...displayOptions,
      options: [
        { name: 'Binary', value: 'binary' },
        { name: 'JSON', value: 'json' },
      ],
    },
    {
      displayName: 'Input Binary Field',
      name: 'dataPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      description: 'The name of the file within the item',
      displayOptions: { show: { ...show, sourceData: ['binary'] } },
    },
    {
      displayName: 'JSON Property',
      name: 'dataPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      requiresDataPath: 'single',
      description: 'The field that contains the HTML, as a text or a list of texts',
      displayOptions: { show: { ...show, sourceData: ['json'] } },
    },
    {
      displayName: 'Extraction Values',
      name: 'extractionValues',
      type: 'fixedCollection',
      placeholder: 'Add Value',
      description: 'Values to extract from the HTML',
      typeOptions: { multipleValues: true },
      default: {},
      ...displayOptions,
      options: [{ displayName: 'Values', name: 'values', values: valueFields(skipSince) }],
    },
  ];
}

function valueFields(skipSince: DisplayRules | undefined): NodeProperty[] {
  return [
    { displayName: 'Key', name: 'key', type: 'string', default: '', description: 'Output field for the value' },
    {
      displayName: 'CSS Selector',
      name: 'cssSelector',
      type: 'string',
      default: '',
      placeholder: 'e.g. .price',
      description: 'CSS selector of the elements to extract',
    },
    {
      displayName: 'Return Value',
      name: 'returnValue',
      type: 'options',
      default: 'text',
      description: 'What to extract',
      options: [
        { name: 'Attribute', value: 'attribute', description: 'An attribute, such as class or href' },
        { name: 'HTML', value: 'html', description: 'The HTML within the element' },
        { name: 'Text', value: 'text', description: 'The text of the element' },
        { name: 'Value', value: 'value', description: 'The value of an input, select or textarea' },
      ],
    },
    {
      displayName: 'Attribute',
      name: 'attribute',
      type: 'string',
      default: '',
      placeholder: 'e.g. class',
      description: 'The name of the attribute',
      displayOptions: { show: { returnValue: ['attribute'] } },
    },
    ...(skipSince === undefined
      ? []
      : [
          {
            displayName: 'Skip Selectors',
            name: 'skipSelectors',
            type: 'string' as const,
            default: '',
            placeholder: 'e.g. img, .className, #ItemId',
            description: 'CSS selectors of the elements to skip, separated by commas',
            displayOptions: { show: { returnValue: ['text'], ...skipSince } },
          },
        ]),
    {
      displayName: 'Return Array',
      name: 'returnArray',
      type: 'boolean',
      default: false,
      description: 'Whether to return the values of all elements as a list',
    },
  ];
}

export const trimValues: NodeProperty = {
  displayName: 'Trim Values',
  name: 'trimValues',
  type: 'boolean',
  default: true,
  description: 'Whether to remove white space at both ends of the values',
};

export const cleanUpText: NodeProperty = {
  displayName: 'Clean Up Text',
  name: 'cleanUpText',
  type: 'boolean',
  default: true,
  description: 'Whether to remove line breaks and collapse white space',
};

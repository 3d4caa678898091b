// Parameters of the resource Image. Since version 2.2 and 2.3, models are chosen from the list of the account.
import type { DisplayRules, NodeProperty } from '../../../workflow/node-type.ts';
import {
  analyzedFile,
  binaryInput,
  binaryOutput,
  choiceField,
  forOperation,
  longText,
  modelField,
  numberField,
  operationField,
  optionsField,
  plainChoices,
  severalValues,
  textField,
  toggleField,
  visibleWhen,
} from '../../_shared/ai/services/service-properties.ts';

/** Conditions on the version. */
const versions = (condition: object): DisplayRules => ({ '@version': [{ _cnd: condition }] });
const includes = (text: string): object => ({ _cnd: { includes: text } });

const analysis = (modelVersions?: DisplayRules): readonly NodeProperty[] =>
  forOperation('image', 'analyze', [
    modelVersions === undefined ? modelField('imageModelSearch') : visibleWhen(modelField('imageModelSearch'), modelVersions),
    ...analyzedFile({ what: 'Image', urls: 'imageUrls', binaryValue: 'base64' }),
    optionsField([
      choiceField('Detail', 'detail', 'auto', [
        ['auto', 'Auto'],
        ['low', 'Low', 'Faster and cheaper'],
        ['high', 'High', 'Sees small things'],
      ]),
      numberField('Length of Description (Max Tokens)', 'maxTokens', 300, { minValue: 1 }),
    ]),
  ]);

const imageModel = (value: string, ...values: readonly (readonly [string, string])[]): NodeProperty =>
  choiceField('Model', 'model', value, values);
const dallE2 = ['dall-e-2', 'DALL·E 2'] as const;
const dallE3 = ['dall-e-3', 'DALL·E 3'] as const;
const gptImage = ['gpt-image-1', 'GPT Image 1'] as const;
const located = (value: string): NodeProperty => modelField('imageGenerateModelSearch', { default: { mode: 'list', value } });

/** Options that depend on the model. `path`: that of the parameter with the model; `gpt`: what the newest models are recognized by. */
function generateOptions(path: string, gpt: unknown): readonly NodeProperty[] {
  const of = (model: unknown): Pick<NodeProperty, 'displayOptions'> => ({ displayOptions: { show: { [path]: [model] } } });
  const size = (model: unknown, ...values: readonly string[]): NodeProperty =>
    choiceField('Resolution', 'size', '1024x1024', plainChoices(...values), of(model));
  return [
    numberField('Number of Images', 'n', 1, { minValue: 1, maxValue: 10 }, of('dall-e-2')),
    choiceField(
      'Quality',
      'dalleQuality',
      'standard',
      [
        ['hd', 'HD', 'Finer details'],
        ['standard', 'Standard'],
      ],
      of('dall-e-3'),
    ),
    choiceField(
      'Quality',
      'quality',
      'medium',
      [
        ['high', 'High'],
        ['medium', 'Medium'],
        ['low', 'Low'],
      ],
      of(gpt),
    ),
    size('dall-e-2', '256x256', '512x512', '1024x1024'),
    size('dall-e-3', '1024x1024', '1792x1024', '1024x1792'),
    size(gpt, '1024x1024', '1024x1536', '1536x1024'),
    choiceField(
      'Style',
      'style',
      'vivid',
      [
        ['natural', 'Natural', 'Closer to a photograph'],
        ['vivid', 'Vivid', 'Dramatic'],
      ],
      of('dall-e-3'),
    ),
    toggleField('Respond with Image URL(s)', 'returnImageUrls', false, 'Whether the output has addresses, instead of files', {
      displayOptions: { hide: { [path]: [gpt] } },
    }),
    binaryOutput('data', { displayOptions: { show: { returnImageUrls: [false] } } }),
  ];
}

const prompt = longText('Prompt', 'prompt', { placeholder: 'e.g. A cute cat eating a dinosaur', description: 'What the image shows' });

const operations = [
  ['analyze', 'Analyze Image', 'Answers a question about images'],
  ['generate', 'Generate an Image', 'Makes an image of a text'],
] as const;

/** Parameters of version 1. */
export const firstImageProperties: readonly NodeProperty[] = [
  operationField('image', 'generate', operations),
  ...forOperation('image', 'generate', [
    imageModel('dall-e-3', dallE2, dallE3, gptImage),
    prompt,
    optionsField(generateOptions('/model', 'gpt-image-1')),
  ]),
  ...analysis(versions({ gte: 1.4 })),
];

const files = (show: DisplayRules): NodeProperty =>
  severalValues('Images', 'images', [{ binaryPropertyName: 'data' }], [binaryInput()], {
    placeholder: 'Add Image',
    displayOptions: { show },
  });

/** A parameter that depends on the model, once for each way in which the model is chosen. */
const forModels = (models: readonly DisplayRules[], property: NodeProperty): readonly NodeProperty[] =>
  models.map((model) => visibleWhen(property, model));

const gptModels: readonly DisplayRules[] = [{ '/model': ['gpt-image-1'] }, { '/modelId': [includes('gpt-image')] }];
const dallEModels: readonly DisplayRules[] = [{ '/model': ['dall-e-2'] }, { '/modelId': [includes('dall-e')] }];

const editOptions = (model: DisplayRules): readonly NodeProperty[] => [
  textField('End User', 'user', { description: 'Identifies the person for whom the image is made, so that OpenAI notices misuse' }),
  choiceField(
    'Background',
    'background',
    'auto',
    [
      ['auto', 'Auto'],
      ['transparent', 'Transparent'],
      ['opaque', 'Opaque'],
    ],
    {
      displayOptions: { show: model },
    },
  ),
  choiceField(
    'Input Fidelity',
    'inputFidelity',
    'low',
    [
      ['low', 'Low'],
      ['high', 'High'],
    ],
    {
      description: 'How closely faces and styles of the images are followed',
      displayOptions: { show: model },
    },
  ),
  binaryInput({
    displayName: 'Image Mask',
    name: 'imageMask',
    hint: 'The name of the input field with an image whose transparent areas are edited',
  }),
];

const edit: readonly NodeProperty[] = forOperation('image', 'edit', [
  visibleWhen(imageModel('gpt-image-1', dallE2, gptImage), versions({ lt: 2.3 })),
  visibleWhen(located('gpt-image-1'), versions({ gte: 2.3 })),
  { ...prompt, required: true, description: 'How the images are changed' },
  ...gptModels.map((model) => files(model)),
  ...forModels(dallEModels, binaryInput()),
  numberField('Number of Images', 'n', 1, { minValue: 1, maxValue: 10 }),
  choiceField('Size', 'size', '1024x1024', plainChoices('256x256', '512x512', '1024x1024', '1024x1536', '1536x1024', 'auto')),
  ...forModels(gptModels, choiceField('Quality', 'quality', 'auto', plainChoices('auto', 'high', 'medium', 'low', 'standard'))),
  ...forModels(
    dallEModels,
    choiceField('Response Format', 'responseFormat', 'url', [
      ['url', 'URL', 'The output has addresses'],
      ['b64_json', 'Base64', 'The output has files'],
    ]),
  ),
  ...forModels(gptModels, choiceField('Output Format', 'outputFormat', 'png', plainChoices('png', 'jpeg', 'webp'))),
  ...gptModels.map((model) =>
    numberField(
      'Output Compression',
      'outputCompression',
      100,
      { minValue: 0, maxValue: 100 },
      { description: 'Quality in percent', displayOptions: { show: { ...model, outputFormat: ['webp', 'jpeg'] } } },
    ),
  ),
  visibleWhen(optionsField(editOptions({ '/model': ['gpt-image-1'] })), versions({ lt: 2.3 })),
  visibleWhen(optionsField(editOptions({ '/modelId': [includes('gpt-image')] })), versions({ gte: 2.3 })),
]);

/** Parameters of version 2. */
export const secondImageProperties: readonly NodeProperty[] = [
  operationField('image', 'generate', [...operations, ['edit', 'Edit Image', 'Changes images as a text says']]),
  ...forOperation('image', 'generate', [
    visibleWhen(imageModel('dall-e-3', dallE2, dallE3, gptImage), versions({ lt: 2.2 })),
    visibleWhen(located('gpt-image-1-mini'), versions({ gte: 2.2 })),
    prompt,
    visibleWhen(optionsField(generateOptions('/model', includes('gpt-image'))), versions({ lt: 2.2 })),
    visibleWhen(optionsField(generateOptions('/modelId', includes('gpt-image'))), versions({ gte: 2.2 })),
  ]),
  ...analysis(),
  ...edit,
];

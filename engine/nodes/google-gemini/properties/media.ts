// Parameters of the resources Image and Video.
import type { DisplayRules, NodeProperty } from '../../../workflow/node-type.ts';
import {
  binaryInput,
  binaryOutput,
  choiceField,
  forOperation,
  longText,
  numberField,
  operationField,
  optionsField,
  plainChoices,
  severalValues,
  textField,
  visibleWhen,
} from '../../_shared/ai/services/service-properties.ts';
import { analysis, geminiModel } from './analysis.ts';

export const since = (version: number): DisplayRules => ({ '@version': [{ _cnd: { gte: version } }] });
export const below = (version: number): DisplayRules => ({ '@version': [{ _cnd: { lt: version } }] });

const prompt = longText('Prompt', 'prompt', { placeholder: 'e.g. A cute cat eating a dinosaur' });

export const imageProperties: readonly NodeProperty[] = [
  operationField('image', 'generate', [
    ['analyze', 'Analyze Image', 'Answers a question about images'],
    ['generate', 'Generate an Image', 'Makes images of a text'],
    ['edit', 'Edit Image', 'Changes images as a text says'],
  ]),
  ...analysis('image', 'Image', 'imageUrls'),
  ...forOperation('image', 'edit', [
    geminiModel('imageEditModelSearch'),
    prompt,
    severalValues('Images', 'images', [{ binaryPropertyName: 'data' }], [binaryInput()], { placeholder: 'Add Image' }),
    optionsField([binaryOutput('edited')]),
  ]),
  ...forOperation('image', 'generate', [
    visibleWhen(geminiModel('imageGenerationModelSearch'), below(1.2)),
    visibleWhen(
      geminiModel('imageGenerationModelSearch', { default: { mode: 'list', value: 'models/gemini-3.1-flash-image-preview' } }),
      since(1.2),
    ),
    prompt,
    optionsField([
      numberField(
        'Number of Images',
        'sampleCount',
        1,
        { minValue: 1 },
        { displayOptions: { show: { '/modelId': [{ _cnd: { includes: 'imagen' } }] } } },
      ),
      binaryOutput(),
    ]),
  ]),
];

export const videoProperties: readonly NodeProperty[] = [
  operationField('video', 'generate', [
    ['analyze', 'Analyze Video', 'Answers a question about videos'],
    ['generate', 'Generate a Video', 'Makes videos of a text'],
    ['download', 'Download Video', 'Fetches a video that was made'],
  ]),
  ...analysis('video', 'Video', 'videoUrls'),
  ...forOperation('video', 'download', [
    textField('URL', 'url', { description: 'Address of a video, as "Generate a Video" returns it' }),
    optionsField([binaryOutput()]),
  ]),
  ...forOperation('video', 'generate', [
    geminiModel('videoGenerationModelSearch'),
    prompt,
    choiceField('Return As', 'returnAs', 'video', [
      ['video', 'Video', 'The output has a file'],
      ['url', 'URL', 'The output has an address, from which "Download Video" fetches the file'],
    ]),
    optionsField([
      numberField('Number of Videos', 'sampleCount', 1, { minValue: 1, maxValue: 4 }),
      numberField('Duration (Seconds)', 'durationSeconds', 8, { minValue: 5, maxValue: 8 }),
      choiceField('Aspect Ratio', 'aspectRatio', '16:9', plainChoices('16:9', '9:16')),
      choiceField('Person Generation', 'personGeneration', 'dont_allow', [
        ['dont_allow', "Don't Allow", 'No people'],
        ['allow_adult', 'Allow Adult', 'Adults'],
        ['allow_all', 'Allow All', 'Adults and children'],
      ]),
      binaryOutput(),
    ]),
  ]),
];

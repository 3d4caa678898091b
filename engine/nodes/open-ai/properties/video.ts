// Parameters of the resource Video.
import type { NodeProperty } from '../../../workflow/node-type.ts';
import {
  binaryInput,
  choiceField,
  forOperation,
  longText,
  modelField,
  numberField,
  operationField,
  optionsField,
  plainChoices,
  textField,
} from '../../_shared/ai/services/service-properties.ts';

export const videoProperties: readonly NodeProperty[] = [
  operationField('video', 'generate', [
    ['generate', 'Generate a Video', 'Makes a video of a text. OpenAI ends this in September 2026; other services have the same API.'],
  ]),
  ...forOperation('video', 'generate', [
    modelField('videoModelSearch'),
    longText('Prompt', 'prompt', { default: 'A video of a cat playing with a ball', required: true }),
    numberField('Seconds', 'seconds', 4, {}, { required: true, description: 'Length of the video' }),
    choiceField('Size', 'size', '1280x720', plainChoices('720x1280', '1280x720', '1024x1792', '1792x1024')),
    optionsField([
      binaryInput({
        displayName: 'Reference',
        name: 'binaryPropertyNameReference',
        hint: 'The name of the input field with an image that the video begins with',
      }),
      numberField(
        'Wait Timeout',
        'waitTime',
        300,
        { minValue: 5, maxValue: 7200 },
        { description: 'Seconds until the video must be finished' },
      ),
      textField('Output Field Name', 'fileName', { default: 'data', description: 'The name of the output field for the video' }),
    ]),
  ]),
];

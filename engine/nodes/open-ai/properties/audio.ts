// Parameters of the resource Audio.
import type { NodeProperty } from '../../../workflow/node-type.ts';
import {
  binaryInput,
  binaryOutput,
  choiceField,
  forOperation,
  longText,
  notice,
  numberField,
  operationField,
  optionsField,
  plainChoices,
  textField,
} from '../../_shared/ai/services/service-properties.ts';

const temperature = numberField(
  'Sampling Temperature',
  'temperature',
  0,
  { minValue: 0, maxValue: 1, numberPrecision: 1 },
  { description: 'Higher values make the result more varied' },
);

export const audioProperties: readonly NodeProperty[] = [
  operationField('audio', 'generate', [
    ['generate', 'Generate Audio', 'Speaks a text'],
    ['transcribe', 'Transcribe a Recording', 'Writes down what is said, in its language'],
    ['translate', 'Translate a Recording', 'Writes down what is said, in English'],
  ]),
  notice('fileSizeLimitNotice', 'OpenAI takes files of 25 MB at most.', {
    displayOptions: { show: { resource: ['audio'], operation: ['translate', 'transcribe'] } },
  }),
  ...forOperation('audio', 'generate', [
    choiceField('Model', 'model', 'tts-1', [
      ['tts-1', 'TTS-1', 'Faster'],
      ['tts-1-hd', 'TTS-1-HD', 'Better quality'],
    ]),
    longText('Text Input', 'input', { description: 'What is spoken, 4,096 characters at most' }),
    choiceField('Voice', 'voice', 'alloy', [
      ['alloy', 'Alloy'],
      ['echo', 'Echo'],
      ['fable', 'Fable'],
      ['nova', 'Nova'],
      ['onyx', 'Onyx'],
      ['shimmer', 'Shimmer'],
    ]),
    optionsField([
      choiceField('Response Format', 'response_format', 'mp3', plainChoices('mp3', 'opus', 'aac', 'flac')),
      numberField('Audio Speed', 'speed', 1, { minValue: 0.25, maxValue: 4, numberPrecision: 1 }),
      binaryOutput(),
    ]),
  ]),
  ...forOperation('audio', 'transcribe', [
    binaryInput(),
    optionsField([
      textField('Language of the Audio File', 'language', {
        placeholder: 'e.g. en',
        description: 'Its code of two letters, which makes the result better and faster',
      }),
      temperature,
    ]),
  ]),
  ...forOperation('audio', 'translate', [binaryInput(), optionsField([temperature])]),
];

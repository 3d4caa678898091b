// Parameters of the resource File.
import type { NodeProperty } from '../../../workflow/node-type.ts';
import {
  binaryInput,
  choiceField,
  forOperation,
  locatorField,
  operationField,
  optionsField,
} from '../../_shared/ai/services/service-properties.ts';

const purposes = {
  any: 'Any',
  assistants: 'Assistants',
  'fine-tune': 'Fine-Tune',
  vision: 'Vision',
  user_data: 'User Data',
} as const;
type Purpose = keyof typeof purposes;

const purposeField = (value: Purpose, ...values: readonly Purpose[]): NodeProperty =>
  choiceField(
    'Purpose',
    'purpose',
    value,
    values.map((each) => [each, purposes[each]]),
    { description: 'What the files are used for' },
  );

/** `upload`: default purpose of uploads; `values`: all purposes. */
export const fileProperties = (upload: Purpose, ...values: readonly Purpose[]): readonly NodeProperty[] => [
  operationField('file', 'upload', [
    ['deleteFile', 'Delete a File', 'Deletes a file from the account'],
    ['list', 'List Files', 'Returns an item for each file of the account'],
    ['upload', 'Upload a File', 'Stores a file of the item in the account'],
  ]),
  ...forOperation('file', 'upload', [binaryInput(), optionsField([purposeField(upload, ...values)])]),
  ...forOperation('file', 'deleteFile', [locatorField('File', 'fileId', 'fileSearch')]),
  ...forOperation('file', 'list', [optionsField([purposeField('any', 'any', ...values)])]),
];

// Parameters of operations that ask about files.
import type { NodeProperty } from '../../../workflow/node-type.ts';
import {
  analyzedFile,
  fileInput,
  forOperation,
  modelField,
  numberField,
  operationField,
  optionsField,
  simplifyField,
  textField,
} from '../../_shared/ai/services/service-properties.ts';

/** Returns the choice of a model. Its list depends on the operation. */
export const geminiModel = (method = 'modelSearch', more: Partial<NodeProperty> = {}): NodeProperty =>
  modelField(method, { typeOptions: { loadOptionsDependsOn: ['operation', 'resource'] }, ...more });

/** `what`: kind of the file; `urls`: name of the parameter for its addresses. */
export const analysis = (resource: string, what: string, urls: string, models?: string): readonly NodeProperty[] =>
  forOperation(resource, 'analyze', [
    geminiModel(models),
    ...analyzedFile({ what, urls }),
    optionsField([numberField('Length of Description (Max Tokens)', 'maxOutputTokens', 300, { minValue: 1 })]),
  ]);

export const audioProperties: readonly NodeProperty[] = [
  operationField('audio', 'transcribe', [
    ['analyze', 'Analyze Audio', 'Answers a question about recordings'],
    ['transcribe', 'Transcribe a Recording', 'Writes down what is said'],
  ]),
  ...analysis('audio', 'Audio', 'audioUrls', 'audioModelSearch'),
  ...forOperation('audio', 'transcribe', [
    geminiModel('audioModelSearch'),
    ...fileInput({ what: 'Audio', urls: 'audioUrls' }),
    simplifyField(),
    optionsField([
      textField('Start Time', 'startTime', {
        placeholder: 'e.g. 00:15',
        description: 'Where the transcript begins, as minutes and seconds',
      }),
      textField('End Time', 'endTime', { placeholder: 'e.g. 02:15', description: 'Where the transcript ends, as minutes and seconds' }),
    ]),
  ]),
];

export const documentProperties: readonly NodeProperty[] = [
  operationField('document', 'analyze', [['analyze', 'Analyze Document', 'Answers a question about documents']]),
  ...analysis('document', 'Document', 'documentUrls'),
];

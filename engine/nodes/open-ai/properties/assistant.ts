// Parameters of the resource Assistant of version 1. OpenAI has ended its Assistants API: the parameters are there so that files stay as they are.
import type { DisplayRules, NodeProperty } from '../../../workflow/node-type.ts';
import {
  choiceField,
  forOperation,
  locatorField,
  longText,
  modelField,
  notice,
  numberField,
  operationField,
  optionsField,
  simplifyField,
  textField,
  toggleField,
  visibleWhen,
} from '../../_shared/ai/services/service-properties.ts';

const since = (version: number): DisplayRules => ({ '@version': [{ _cnd: { gte: version } }] });
const unit = { maxValue: 1, minValue: 0, numberPrecision: 1 };

const assistant = locatorField('Assistant', 'assistantId', 'assistantSearch');
const codeInterpreter = toggleField('Code Interpreter', 'codeInterpreter', false, 'Whether the assistant could run code');
const knowledgeRetrieval = toggleField('Knowledge Retrieval', 'knowledgeRetrieval', false, 'Whether the assistant could search files');
const files = (displayOptions?: NodeProperty['displayOptions']): NodeProperty => ({
  displayName: 'Files',
  name: 'file_ids',
  type: 'multiOptions',
  default: [],
  typeOptions: { loadOptionsMethod: 'getFiles' },
  ...(displayOptions === undefined ? {} : { displayOptions }),
});
const description = textField('Description', 'description');
const instructions = longText('Instructions', 'instructions');
const temperature = numberField('Output Randomness (Temperature)', 'temperature', 1, unit);
const topP = numberField('Output Randomness (Top P)', 'topP', 1, unit);
const ended = notice('noticeTools', 'OpenAI has ended its Assistants API. Use the resource Text with a system message instead.');

export const assistantProperties: readonly NodeProperty[] = [
  operationField('assistant', 'message', [
    ['create', 'Create an Assistant', 'OpenAI has ended assistants'],
    ['deleteAssistant', 'Delete an Assistant', 'OpenAI has ended assistants'],
    ['list', 'List Assistants', 'OpenAI has ended assistants'],
    ['message', 'Message an Assistant', 'OpenAI has ended assistants'],
    ['update', 'Update an Assistant', 'OpenAI has ended assistants'],
  ]),
  ...forOperation('assistant', 'create', [
    modelField(),
    textField('Name', 'name', { required: true }),
    description,
    instructions,
    codeInterpreter,
    knowledgeRetrieval,
    files({ show: { codeInterpreter: [true] }, hide: { knowledgeRetrieval: [true] } }),
    files({ show: { knowledgeRetrieval: [true] }, hide: { codeInterpreter: [true] } }),
    files({ show: { knowledgeRetrieval: [true], codeInterpreter: [true] } }),
    ended,
    optionsField([
      temperature,
      topP,
      toggleField('Fail if Assistant Already Exists', 'failIfExists', false, 'Whether the name must be new'),
    ]),
  ]),
  ...forOperation('assistant', 'deleteAssistant', [assistant]),
  ...forOperation('assistant', 'message', [
    assistant,
    choiceField('Source for Prompt (User Message)', 'prompt', 'auto', [
      ['auto', 'Connected Chat Trigger Node', 'The field "chatInput" of the item'],
      ['guardrails', 'Connected Guardrails Node', 'The field "guardrailsInput" of the item'],
      ['define', 'Define below', 'A text of your own'],
    ]),
    longText('Prompt (User Message)', 'text', { displayOptions: { show: { prompt: ['define'] } } }),
    visibleWhen(
      choiceField('Memory', 'memory', 'connector', [
        ['connector', 'Use Memory Connector', 'An attached memory'],
        ['threadId', 'Use Thread ID', 'A conversation that OpenAI stored'],
      ]),
      since(1.6),
    ),
    textField('Thread ID', 'threadId', { displayOptions: { show: { ...since(1.6), memory: ['threadId'] } } }),
    ended,
    optionsField([
      textField('Base URL', 'baseURL', {
        default: 'https://api.openai.com/v1',
        displayOptions: { hide: since(1.8) },
      }),
      numberField('Max Retries', 'maxRetries', 2),
      numberField('Timeout', 'timeout', 10_000),
      toggleField(
        'Preserve Original Tools',
        'preserveOriginalTools',
        true,
        'Whether the tools that the assistant has at OpenAI stay available',
        {
          displayOptions: { show: since(1.3) },
        },
      ),
    ]),
  ]),
  ...forOperation('assistant', 'list', [simplifyField()]),
  ...forOperation('assistant', 'update', [
    assistant,
    optionsField([
      codeInterpreter,
      description,
      files(),
      instructions,
      knowledgeRetrieval,
      modelField('modelSearch', { required: false }),
      textField('Name', 'name'),
      toggleField('Remove All Custom Tools', 'removeCustomTools', false, 'Whether all tools were removed'),
      temperature,
      topP,
    ]),
  ]),
];

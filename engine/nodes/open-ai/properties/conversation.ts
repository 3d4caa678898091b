// Parameters of the resource Conversation: conversations that OpenAI stores.
import type { NodeProperty } from '../../../workflow/node-type.ts';
import {
  forOperation,
  jsonField,
  longText,
  operationField,
  optionsField,
  roleField,
  severalValues,
  textField,
} from '../../_shared/ai/services/service-properties.ts';

const conversationId = textField('Conversation ID', 'conversationId', { required: true, placeholder: 'e.g. conv_123' });

export const conversationProperties: readonly NodeProperty[] = [
  operationField('conversation', 'create', [
    ['create', 'Create a Conversation', 'Starts a conversation that OpenAI stores'],
    ['get', 'Get a Conversation', 'Returns a conversation'],
    ['remove', 'Remove a Conversation', 'Deletes a conversation'],
    ['update', 'Update a Conversation', 'Replaces the metadata of a conversation'],
  ]),
  ...forOperation('conversation', 'create', [
    severalValues(
      'Messages',
      'messages',
      [{ type: 'text' }],
      [roleField('user', 'user', 'assistant', 'system'), longText('Prompt', 'content')],
      { placeholder: 'Add Message' },
    ),
    optionsField([jsonField('Metadata', 'metadata', '{}', { description: 'Up to 16 names with texts' })]),
  ]),
  ...forOperation('conversation', 'remove', [conversationId]),
  ...forOperation('conversation', 'update', [conversationId, jsonField('Metadata', 'metadata', '{}', { required: true })]),
  ...forOperation('conversation', 'get', [conversationId]),
];

// Descriptions of the OpenAI node. Version 2 uses the Responses API, and has conversations and videos instead of assistants.
import type { NodeVersion } from '../../sdk/index.ts';
import { resourceField } from '../_shared/ai/services/service-properties.ts';
import { assistantProperties } from './properties/assistant.ts';
import { audioProperties } from './properties/audio.ts';
import { conversationProperties } from './properties/conversation.ts';
import { fileProperties } from './properties/file.ts';
import { firstImageProperties, secondImageProperties } from './properties/image.ts';
import { firstTextProperties, secondTextProperties } from './properties/text.ts';
import { videoProperties } from './properties/video.ts';

type Description = NodeVersion['description'];

const tool = '{ type: "ai_tool", displayName: "Tools" }';
const memory = '{ type: "ai_memory", displayName: "Memory", maxConnections: 1 }';

const base: Omit<Description, 'version' | 'properties' | 'inputs'> = {
  displayName: 'OpenAI',
  description: 'Sends messages, images, recordings and files to OpenAI, or to a service with the same API',
  subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
  group: ['transform'],
  defaults: { name: 'OpenAI' },
  outputs: ['main'],
  credentials: [{ name: 'openAiApi', required: true }],
  codex: {
    categories: ['AI'],
    subcategories: { AI: ['Agents', 'Miscellaneous', 'Root Nodes'] },
    alias: ['chatgpt', 'gpt', 'dall-e', 'whisper', 'tts', 'assistant', 'image', 'transcribe'],
  },
};

const resources = {
  assistant: ['assistant', 'Assistant'],
  text: ['text', 'Text'],
  image: ['image', 'Image'],
  audio: ['audio', 'Audio'],
  file: ['file', 'File'],
  conversation: ['conversation', 'Conversation'],
  video: ['video', 'Video'],
} as const;

export const first: Description = {
  ...base,
  version: [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8],
  inputs: `={{ [
    "main",
    ...($parameter.resource === "text" && $parameter.operation === "message" && $parameter.hideTools !== "hide" ? [${tool}] : []),
    ...($parameter.resource === "assistant" && $parameter.operation === "message"
      ? [...($parameter.memory === "threadId" ? [] : [${memory}]), ${tool}] : [])
  ] }}`,
  properties: [
    resourceField([resources.assistant, resources.text, resources.image, resources.audio, resources.file]),
    ...assistantProperties,
    ...audioProperties,
    ...fileProperties('assistants', 'assistants', 'fine-tune'),
    ...firstImageProperties,
    ...firstTextProperties,
  ],
};

export const second: Description = {
  ...base,
  version: [2, 2.1, 2.2, 2.3],
  inputs: `={{ [
    "main",
    ...($parameter.resource === "text" && $parameter.operation === "response" && $parameter.hideTools !== "hide" ? [${tool}] : [])
  ] }}`,
  properties: [
    resourceField([resources.text, resources.image, resources.audio, resources.file, resources.conversation, resources.video]),
    ...audioProperties,
    ...fileProperties('user_data', 'assistants', 'fine-tune', 'vision', 'user_data'),
    ...secondImageProperties,
    ...secondTextProperties,
    ...conversationProperties,
    ...videoProperties,
  ],
};

// Description of the Google Gemini node.
import type { NodeVersion } from '../../sdk/index.ts';
import { resourceField } from '../_shared/ai/services/service-properties.ts';
import { audioProperties, documentProperties } from './properties/analysis.ts';
import { fileProperties } from './properties/files.ts';
import { imageProperties, videoProperties } from './properties/media.ts';
import { textProperties } from './properties/text.ts';

export const description: NodeVersion['description'] = {
  displayName: 'Google Gemini',
  description: 'Sends messages, images, recordings, documents and videos to Gemini, and makes images and videos',
  subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
  version: [1, 1.1, 1.2],
  group: ['transform'],
  defaults: { name: 'Google Gemini' },
  inputs: `={{ [
    "main",
    ...($parameter.resource === "text" && $parameter.operation === "message" ? [{ type: "ai_tool", displayName: "Tools" }] : [])
  ] }}`,
  outputs: ['main'],
  usableAsTool: true,
  credentials: [{ name: 'googlePalmApi', required: true }],
  codex: {
    categories: ['AI'],
    subcategories: { AI: ['Agents', 'Miscellaneous', 'Root Nodes'] },
    alias: ['google', 'imagen', 'veo', 'video', 'image', 'transcribe'],
  },
  properties: [
    resourceField([
      ['audio', 'Audio'],
      ['document', 'Document'],
      ['fileSearch', 'File Search'],
      ['image', 'Image'],
      ['file', 'Media File'],
      ['text', 'Text'],
      ['video', 'Video'],
    ]),
    ...audioProperties,
    ...documentProperties,
    ...fileProperties,
    ...imageProperties,
    ...textProperties,
    ...videoProperties,
  ],
};

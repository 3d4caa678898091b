// Sticky Note: a note on the canvas that never runs.
import { defineNode, type NodeVersion } from '../../sdk/index.ts';

const description: NodeVersion['description'] = {
  displayName: 'Sticky Note',
  description: 'A note on the canvas, in Markdown',
  version: 1,
  group: ['input'],
  defaults: { name: 'Sticky Note', color: '#ffd233' },
  inputs: [],
  outputs: [],
  properties: [
    {
      displayName: 'Content',
      name: 'content',
      type: 'string',
      default: "## I'm a note \n**Double click** to edit me.",
      typeOptions: { rows: 10 },
      description: 'Text of the note, in Markdown',
    },
    { displayName: 'Height', name: 'height', type: 'number', default: 160, typeOptions: { minValue: 80 }, required: true },
    { displayName: 'Width', name: 'width', type: 'number', default: 240, typeOptions: { minValue: 150 }, required: true },
    {
      displayName: 'Color',
      name: 'color',
      type: 'number',
      default: 1,
      required: true,
      description: 'Number of the colour in the palette, from 1',
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['comment', 'note', 'annotation', 'documentation'],
  },
};

export const stickyNote = defineNode({ type: 'n8n-nodes-base.stickyNote', icon: 'icon.svg', versions: [{ description }] });

// Description of the Markdown node.
import type { NodeVersion } from '../../sdk/index.ts';
import { htmlOptions } from './html-options.ts';
import { markdownOptionProperties } from './markdown-options.ts';

const toHtml = { show: { mode: ['markdownToHtml'] } };
const toMarkdown = { show: { mode: ['htmlToMarkdown'] } };

export const description: NodeVersion['description'] = {
  displayName: 'Markdown',
  description: 'Converts Markdown to HTML and HTML to Markdown',
  version: 1,
  group: ['output'],
  subtitle: '={{ $parameter["mode"] === "markdownToHtml" ? "Markdown to HTML" : "HTML to Markdown" }}',
  defaults: { name: 'Markdown' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    {
      displayName: 'Mode',
      name: 'mode',
      type: 'options',
      default: 'htmlToMarkdown',
      description: 'Kind of conversion',
      options: [
        { name: 'Markdown to HTML', value: 'markdownToHtml', description: 'Convert Markdown to HTML' },
        { name: 'HTML to Markdown', value: 'htmlToMarkdown', description: 'Convert HTML to Markdown' },
      ],
    },
    {
      displayName: 'HTML',
      name: 'html',
      type: 'string',
      typeOptions: { rows: 5 },
      default: '',
      required: true,
      description: 'The HTML to convert',
      displayOptions: toMarkdown,
    },
    {
      displayName: 'Markdown',
      name: 'markdown',
      type: 'string',
      typeOptions: { rows: 5 },
      default: '',
      required: true,
      description: 'The Markdown to convert',
      displayOptions: toHtml,
    },
    {
      displayName: 'Destination Key',
      name: 'destinationKey',
      type: 'string',
      default: 'data',
      required: true,
      placeholder: 'e.g. level1.level2.newKey',
      description: 'Output field for the result. Use dots for nested fields.',
      displayOptions: { show: { mode: ['markdownToHtml', 'htmlToMarkdown'] } },
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      displayOptions: toMarkdown,
      options: markdownOptionProperties,
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      displayOptions: toHtml,
      options: htmlOptions,
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['convert', 'html', 'md', 'render'],
  },
};

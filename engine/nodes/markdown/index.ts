// Markdown: converts Markdown to HTML and HTML to Markdown.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const markdown = defineNode({ type: 'n8n-nodes-base.markdown', icon: 'icon.svg', versions: [{ description, execute }] });

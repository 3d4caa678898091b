// HTML: generates HTML from a template or from items, and extracts values from HTML.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const html = defineNode({ type: 'n8n-nodes-base.html', icon: 'icon.svg', versions: [{ description, execute }] });

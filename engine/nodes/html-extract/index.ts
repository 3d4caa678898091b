// HTML Extract: the predecessor of the HTML node's extraction, for older workflows.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const htmlExtract = defineNode({ type: 'n8n-nodes-base.htmlExtract', icon: 'icon.svg', versions: [{ description, execute }] });

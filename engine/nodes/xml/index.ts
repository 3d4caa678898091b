// XML: converts XML text to json and json to XML text.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const xml = defineNode({ type: 'n8n-nodes-base.xml', icon: 'icon.svg', versions: [{ description, execute }] });

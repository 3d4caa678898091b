// Stop and Error: ends the execution with an error.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const stopAndError = defineNode({ type: 'n8n-nodes-base.stopAndError', icon: 'icon.svg', versions: [{ description, execute }] });

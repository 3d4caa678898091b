// Wait: lets time pass.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const wait = defineNode({ type: 'n8n-nodes-base.wait', icon: 'icon.svg', versions: [{ description, execute }] });

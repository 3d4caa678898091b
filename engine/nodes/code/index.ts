// Code: runs the user's JavaScript.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const code = defineNode({ type: 'n8n-nodes-base.code', icon: 'icon.svg', versions: [{ description, execute, usesSandbox: true }] });

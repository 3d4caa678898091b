// JWT: signs, decodes and verifies JSON web tokens.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const jwt = defineNode({ type: 'n8n-nodes-base.jwt', icon: 'icon.svg', versions: [{ description, execute }] });

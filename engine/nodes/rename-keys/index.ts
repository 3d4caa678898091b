// Rename Keys: renames fields.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const renameKeys = defineNode({ type: 'n8n-nodes-base.renameKeys', icon: 'icon.svg', versions: [{ description, execute }] });

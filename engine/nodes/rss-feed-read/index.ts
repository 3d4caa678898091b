// RSS Read: reads the entries of a feed.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { execute } from './execute.ts';

export const rssFeedRead = defineNode({ type: 'n8n-nodes-base.rssFeedRead', icon: 'icon.svg', versions: [{ description, execute }] });

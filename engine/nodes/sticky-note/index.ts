// Sticky Note: a note on the canvas that never runs.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';

export const stickyNote = defineNode({ type: 'n8n-nodes-base.stickyNote', icon: 'icon.svg', versions: [{ description }] });

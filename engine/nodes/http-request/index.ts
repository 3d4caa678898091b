// HTTP Request: sends a request per item and converts the responses to items.
import { defineNode } from '../../sdk/index.ts';
import { description as descriptionV1 } from './v1/description.ts';
import { execute as executeV1 } from './v1/execute.ts';
import { description as descriptionV3 } from './v3/description.ts';
import { execute as executeV3 } from './v3/execute.ts';

export const httpRequest = defineNode({
  type: 'n8n-nodes-base.httpRequest',
  icon: 'icon.svg',
  defaultVersion: 4.2,
  versions: [
    { description: descriptionV1, execute: executeV1 },
    { description: descriptionV3, execute: executeV3 },
  ],
});

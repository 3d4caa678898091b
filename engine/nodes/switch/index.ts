// Switch: routes items to several branches.
import { defineNode } from '../../sdk/index.ts';
import { description as descriptionV1 } from './v1/description.ts';
import { executeV1, executeV2 } from './old-rules.ts';
import { description as descriptionV2, methods as methodsV2 } from './v2/description.ts';
import { description as descriptionV3, methods as methodsV3 } from './v3/description.ts';
import { execute as executeV3 } from './v3/execute.ts';

export const switchNode = defineNode({
  type: 'n8n-nodes-base.switch',
  icon: 'icon.svg',
  versions: [
    { description: descriptionV1, execute: executeV1 },
    { description: descriptionV2, execute: executeV2, methods: methodsV2 },
    { description: descriptionV3, execute: executeV3, methods: methodsV3 },
  ],
});

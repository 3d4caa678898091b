// RSS Feed Trigger: starts the workflow with the new entries of a feed.
import { defineNode } from '../../sdk/index.ts';
import { description } from './description.ts';
import { poll } from './poll.ts';

export const rssFeedReadTrigger = defineNode({
  type: 'n8n-nodes-base.rssFeedReadTrigger',
  icon: 'icon.svg',
  versions: [{ description, poll }],
});

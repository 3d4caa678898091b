// RSS Feed Trigger: starts the workflow with the new entries of a feed.
import { defineNode, type Poll, toItems, type NodeVersion } from '../../sdk/index.ts';
import { fetchFeed } from '../_shared/feed/fetch-feed.ts';
import { pollTimes } from '../_shared/poll-times.ts';
import { latestEntry, newEntries, type FeedState } from './new-entries.ts';

const description: NodeVersion['description'] = {
  displayName: 'RSS Feed Trigger',
  description: 'Starts the workflow when a feed has new entries',
  version: 1,
  group: ['trigger'],
  subtitle: '={{$parameter["feedUrl"]}}',
  polling: true,
  defaults: { name: 'RSS Feed Trigger', color: '#b02020' },
  inputs: [],
  outputs: ['main'],
  properties: [
    pollTimes,
    {
      displayName: 'Feed URL',
      name: 'feedUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. https://example.com/feed',
      description: 'The URL of the RSS or Atom feed',
    },
  ],
  codex: { categories: ['Core Nodes'], subcategories: { 'Core Nodes': ['Helpers'] }, alias: ['feed', 'atom', 'news', 'blog', 'podcast'] },
};

const poll: Poll = async (ctx) => {
  const entries = await fetchFeed(ctx, { url: ctx.param('feedUrl') });
  if (ctx.mode === 'manual') {
    const latest = latestEntry(entries);
    return latest === undefined ? null : [toItems([latest])];
  }
  const state = ctx.staticData('node');
  const { fresh, next } = newEntries(entries, state as FeedState, ctx.now());
  Object.assign(state, next);
  return fresh.length === 0 ? null : [toItems(fresh)];
};

export const rssFeedReadTrigger = defineNode({
  type: 'n8n-nodes-base.rssFeedReadTrigger',
  icon: 'icon.svg',
  versions: [{ description, poll }],
});

// RSS Feed Trigger: returns the new entries since the last poll.
import { type Poll, toItems } from '../../sdk/index.ts';
import { fetchFeed } from '../_shared/feed/fetch-feed.ts';
import { latestEntry, newEntries, type FeedState } from './new-entries.ts';

export const poll: Poll = async (ctx) => {
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

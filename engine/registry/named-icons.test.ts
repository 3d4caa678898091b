// Icons that descriptions name.
import { describe, expect, it } from 'vitest';
import { coreIcons } from './core-icons.generated.ts';
import { namedIcon } from './named-icons.ts';

const core = (name: string): string | undefined => coreIcons.get(`n8n-nodes-base.${name}`);

describe('the drawing of a named icon', () => {
  it.each(['fa:robot', 'fa:exchange-alt', 'icon:robot', 'node:ai-agent', 'node:think-tool'])(
    '%s is drawn in the color of its place',
    (icon) => {
      expect(namedIcon(icon)).toMatch(/^<svg [^>]*stroke="currentColor"[^>]*><.+<\/svg>$/);
    },
  );

  it.each([
    ['node:if', 'if'],
    ['node:compare-datasets', 'compareDatasets'],
    ['node:edit-fields', 'set'],
    ['node:date-and-time', 'dateTime'],
    ['node:execute-sub-workflow', 'executeWorkflow'],
    ['node:sub-workflow-trigger', 'executeWorkflowTrigger'],
    ['node:loop-over-items', 'splitInBatches'],
    ['node:no-operation', 'noOp'],
    ['node:read-write-files-from-disk', 'readWriteFile'],
    ['node:rss-read', 'rssFeedRead'],
    ['node:rss-feed-trigger', 'rssFeedReadTrigger'],
    ['icon:merge', 'merge'],
  ])('%s is that of our node %s', (icon, name) => {
    expect(core(name)).toBeDefined();
    expect(namedIcon(icon)).toBe(core(name));
  });

  it.each(['fa:no-such-icon', 'node:no-such-icon', 'node:__proto__', 'fa:', 'file:icon.svg', 'robot', 7, undefined, { light: 'fa:robot' }])(
    'there is none for %j',
    (icon) => expect(namedIcon(icon)).toBeUndefined(),
  );
});

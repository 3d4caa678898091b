// Approval: a person approves or denies calls of the connected tools, in the editor or on a page.
import { defineNode, type ExecuteContext } from '../../sdk/index.ts';
import { WAIT_FOREVER } from '../../contract/run-data.ts';
import { reviewedTools, type Reviewer } from '../_shared/ai/approval/reviewed-tools.ts';
import { waitLimit } from '../_shared/waiting-time.ts';
import { description } from './description.ts';
import { receive } from './receive.ts';

/** The question is in the list of executions and in the editor; nothing is sent. */
const reviewer: Reviewer = {
  messageOf: (ctx) => ctx.param('message', 0, ''),
  ask: (ctx) => ctx.waitUntil(waitLimit(ctx) ?? WAIT_FOREVER),
  failsOnExpiry: (ctx) => ctx.param('onExpiry', 0, 'deny') === 'fail',
};

export const approval = defineNode({
  type: 'millrace.approval',
  icon: 'icon.svg',
  versions: [
    { description, supply: (ctx: ExecuteContext, itemIndex: number) => reviewedTools(ctx, itemIndex, reviewer), webhook: receive },
  ],
});

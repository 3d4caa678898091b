// /rest/assistant
import type { FastifyReply } from 'fastify';
import { assistantRoutes } from '../../contract/rest/assistant.ts';
import type { AssistantService } from '../../services/assistant.ts';
import type { Mount } from '../mount.ts';

export function mountAssistant(mount: Mount, assistant: AssistantService): void {
  mount(assistantRoutes.choice, ({ caller }) => assistant.choice(caller.userId));
  mount(assistantRoutes.choose, ({ caller, body }) => assistant.choose(caller.userId, body.model));
  mount(assistantRoutes.providers, async () => [...(await assistant.providers())]);
  mount(assistantRoutes.models, async ({ caller, query }) => [...(await assistant.models(caller.userId, query))]);
  mount(assistantRoutes.ask, ({ caller, body, pushSession: session, reply }) =>
    assistant.ask(caller.userId, { ...body, session, signal: disconnection(reply) }),
  );
  mount(assistantRoutes.cancel, ({ caller, params }) => assistant.cancel(caller.userId, params.id));
}

/** Returns a signal that is aborted if the client disconnects before it has the response. */
function disconnection({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

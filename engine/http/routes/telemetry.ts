// /rest/telemetry, and the usage events of other routes
import { credentialRoutes } from '../../contract/rest/credentials.ts';
import { meRoutes } from '../../contract/rest/me.ts';
import { promptRoutes } from '../../contract/rest/prompts.ts';
import type { RouteSpec } from '../../contract/rest/route.ts';
import { telemetryRoutes } from '../../contract/rest/telemetry.ts';
import { workflowRoutes } from '../../contract/rest/workflows.ts';
import { isRecord } from '../../contract/json.ts';
import type { Telemetry, TelemetryPort, UsageEvent } from '../../services/outside/telemetry.ts';
import type { Call, Handler, Mount } from '../mount.ts';

export function mountTelemetry(mount: Mount, telemetry: Telemetry): void {
  mount(telemetryRoutes.read, () => telemetry.state());
  mount(telemetryRoutes.send, ({ caller, body }) => telemetry.trackEditor(body.events, caller.userId));
}

type EventOf = (call: { readonly body: unknown; readonly response: unknown }, hash: (id: string) => string) => UsageEvent | undefined;

const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : isRecord(value) ? Object.keys(value).length : 0);
const idOf = (response: unknown, hash: (id: string) => string): string =>
  isRecord(response) && typeof response['id'] === 'string' ? hash(response['id']) : '';

const credentialSaved: EventOf = ({ response }, hash) => ({
  name: 'credential saved',
  properties: { credential: idOf(response, hash) },
});

const workflowSaved: EventOf = ({ body, response }, hash): UsageEvent => {
  const workflow = idOf(response, hash);
  const { active, nodes } = isRecord(body) ? body : {};
  if (typeof active === 'boolean' && nodes === undefined)
    return { name: active ? 'workflow activated' : 'workflow deactivated', properties: { workflow } };
  return { name: 'workflow saved', properties: { workflow, nodes: countOf(isRecord(response) ? response['nodes'] : undefined) } };
};

/** Events of routes, which are tracked after they have succeeded. */
const events: ReadonlyMap<RouteSpec, EventOf> = new Map<RouteSpec, EventOf>([
  [workflowRoutes.create, workflowSaved],
  [workflowRoutes.update, workflowSaved],
  [credentialRoutes.create, credentialSaved],
  [credentialRoutes.update, credentialSaved],
  [meRoutes.answerSurvey, ({ body }) => ({ name: 'personalization survey answered', properties: { answers: countOf(body) } })],
  [
    promptRoutes.sendValue,
    ({ body }) => ({ name: 'value survey answered', properties: { hasEmail: isRecord(body) && body['email'] !== undefined } }),
  ],
  [promptRoutes.sendContact, () => ({ name: 'contact prompt answered', properties: {} })],
  [promptRoutes.signUpForCall, () => ({ name: 'onboarding call requested', properties: {} })],
]);

/** Returns a mount that reports the usage events of its routes. */
export function withUsageEvents(mount: Mount, telemetry: TelemetryPort): Mount {
  if (!telemetry.isOn) return mount;
  return <S extends RouteSpec>(spec: S, handle: Handler<S>): void => {
    const eventOf = events.get(spec);
    if (eventOf === undefined) return mount(spec, handle);
    mount(spec, async (call: Call<S>) => {
      const response = await handle(call);
      const event = eventOf({ body: call.body, response }, (id) => telemetry.hash(id));
      if (event !== undefined) telemetry.track(event, call.caller?.userId);
      return response;
    });
  };
}

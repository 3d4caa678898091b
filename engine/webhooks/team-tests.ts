// Test webhooks of a team: whichever server receives the request runs the test. The server at which a user waits tells the others what for, and stays
// the one that has registered the webhooks at services.
import { AppError, errorCodeOf } from '../contract/errors.ts';
import type { JsonObject, JsonValue } from '../contract/json.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import { Principal, type AdmittedWorkflow } from '../execution/index.ts';
import type { Entry, Target } from './entries.ts';
import type { TestCall, WebhookTeam } from './ports.ts';
import { testKey, type Registrations } from './registrations.ts';
import type { TestCalls } from './test-calls.ts';

export interface TeamTestsParts {
  readonly team: WebhookTeam | undefined;
  readonly tests: TestCalls<Target>;
  readonly registrations: Registrations;
}

/** What the other servers must know to run a test. */
interface OpenTest {
  readonly workflowId: string;
  readonly entries: readonly Omit<Entry, 'payload'>[];
  readonly hasPages: boolean;
  readonly test: TestCall;
  readonly file: WorkflowFile;
  /** The person who waits: a member, or null for the owner of the instance. */
  readonly personId: string | null;
  /** The stored workflow, if there is one. */
  readonly stored?: { readonly id: string; readonly ownerId: string | null };
  /** What the services have returned when the webhooks were registered. */
  readonly staticData: JsonObject;
}

function withoutPayload({ workflowId, workflowName, nodeName, webhookName, method, path }: Entry): Omit<Entry, 'payload'> {
  return { workflowId, workflowName, nodeName, webhookName, method, path };
}

const OPENED = 'test webhooks opened';
/** Answer of a server at which a user waits for the same path. */
const CONFLICT = 'conflict';
const ENDED = 'test webhooks ended';
const REPLACED = 'test webhooks replaced';

export class TeamTests {
  readonly #parts: TeamTestsParts;

  constructor(parts: TeamTestsParts) {
    this.#parts = parts;
    parts.team?.serve(OPENED, (body) => this.#expect(body as unknown as OpenTest));
    parts.team?.on(ENDED, (workflowId) => void this.#leave(String(workflowId)));
    parts.team?.serve(REPLACED, (workflowId) => this.#leave(String(workflowId)));
  }

  /** Tells the other servers which requests start the test. Throws WEBHOOK_CONFLICT if a user waits for one of them at another server. */
  async opened(workflowId: string, { file, principal }: AdmittedWorkflow, entries: readonly Entry[], test: TestCall): Promise<void> {
    const { team, registrations } = this.#parts;
    if (team === undefined) return;
    // A test has static data of its own.
    const staticData = registrations.staticDataOf(testKey(workflowId)) ?? {};
    const { workflowId: id, ownerId = null, userId = null } = principal;
    const open: OpenTest = {
      workflowId,
      entries: entries.map((entry) => withoutPayload(entry)),
      hasPages: entries[0]?.payload.hasPages === true,
      test,
      file,
      personId: userId,
      ...(id === undefined ? {} : { stored: { id, ownerId } }),
      staticData,
    };
    const answers = await team.all(OPENED, open as unknown as JsonValue);
    if (answers.includes(CONFLICT)) throw awaitedElsewhere();
  }

  /** Tells the other servers what services have returned at the registration of the webhooks, unless the test is over. */
  async registered(workflowId: string, workflow: AdmittedWorkflow, entries: readonly Entry[], test: TestCall): Promise<void> {
    const { tests, registrations } = this.#parts;
    const hasData = Object.keys(registrations.staticDataOf(testKey(workflowId)) ?? {}).length > 0;
    if (hasData && tests.isHere(workflowId)) await this.opened(workflowId, workflow, entries, test);
  }

  ended(workflowId: string): void {
    this.#parts.team?.tell(ENDED, workflowId);
  }

  /** Removes what another server has registered for this test, which is then replaced by one of this server. */
  async replace(workflowId: string): Promise<void> {
    await this.#parts.team?.first(REPLACED, workflowId);
  }

  #expect({ workflowId, entries, hasPages, test, file, personId, stored, staticData }: OpenTest): boolean | typeof CONFLICT {
    const { tests, registrations } = this.#parts;
    const workflow = { file, principal: Principal.ofPerson(personId, stored) };
    const payload: Target = { workflow, hasPages, test, staticData };
    try {
      tests.add(workflowId, entries.map((entry) => ({ ...entry, payload })), test, true); // oxfmt-ignore
    } catch (error) {
      if (errorCodeOf(error) === 'WEBHOOK_CONFLICT') return CONFLICT;
      throw error;
    }
    // If the user waited at this server before.
    registrations.remove(testKey(workflowId)).catch(() => undefined);
    return true;
  }

  /** Returns true if this server was waiting. */
  async #leave(workflowId: string): Promise<true | undefined> {
    const { tests, registrations } = this.#parts;
    const wasOwn = tests.leave(workflowId);
    await registrations.remove(testKey(workflowId));
    return wasOwn ? true : undefined;
  }
}

const awaitedElsewhere = (): AppError =>
  new AppError('WEBHOOK_CONFLICT', 'Another user is waiting for a test call of the same path.', {
    hint: 'Try again once their test is over.',
  });

// Consent of the person at this computer to files and commands of workflows: asked while a person runs a workflow, remembered per workflow.
import { isAbsolute, relative, sep } from 'node:path';
import { AppError } from '../contract/errors.ts';
import type { Consent, ConsentDecision, ConsentKind, ConsentQuestion } from '../contract/rest/consents.ts';
import type { ConsentRequest, Principal } from '../execution/index.ts';
import type { PushHub } from '../push/hub.ts';
import { NodeError } from '../sdk/index.ts';
import type { ConsentRepository, UserRepository, WorkflowRepository } from '../store/index.ts';

export interface ConsentPorts {
  readonly consents: ConsentRepository;
  readonly users: Pick<UserRepository, 'owner'>;
  readonly workflows: Pick<WorkflowRepository, 'find' | 'ownerOf'>;
  readonly hub: Pick<PushHub, 'broadcast' | 'isConnected'>;
  readonly ids: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds to wait for a decision; overrides the default. */
  readonly timeout?: number;
}

const TIMEOUT = 120_000;
/** Number of executions whose decisions are remembered. */
const REMEMBERED = 500;

interface Open {
  readonly question: ConsentQuestion;
  readonly decide: (decision: ConsentDecision) => void;
  /** The decision, once it is stored. */
  readonly settled: Promise<ConsentDecision | 'late'>;
}

interface Decided extends Subject {
  readonly decision: ConsentDecision;
}

type Subject = Pick<ConsentRequest, 'kind' | 'subject'>;

export class ConsentService {
  readonly #ports: ConsentPorts;
  /** Open questions by execution, kind and subject. */
  readonly #open = new Map<string, Open>();
  /** Answers for one execution, by execution. */
  readonly #once = new Map<string, readonly Decided[]>();

  constructor(ports: ConsentPorts) {
    this.#ports = ports;
  }

  /** Resolves if the workflow may use the folder or the command. Throws NodeError CONSENT_REFUSED. */
  async ask(request: ConsentRequest): Promise<void> {
    const { kind, subject, signal } = request;
    signal.throwIfAborted();
    // Nothing is stored for other users' workflows: they could fill the owner's list, or get consent under a misleading name.
    if (!isOfInstanceOwner(request.principal))
      throw rejected(
        request,
        'nobody could be asked, since this is not a workflow of the owner of the instance',
        'Let the owner run it in a workflow of their own.',
      );
    const workflowId = savedId(request.principal);
    const granted = workflowId === '' ? [] : await this.#ports.consents.grantedTo(workflowId, kind);
    if (granted.some((each) => covers(kind, each, subject))) return;
    const before = this.#earlierDecision(request);
    const response = before ?? (await this.#askPerson(request, workflowId));
    if (response === 'once' || response === 'always') return;
    if (response === 'refuse') throw rejected(request, 'it was refused', 'Run the workflow again to be asked again.');
    if (workflowId !== '') await this.#put(workflowId, request, false);
    throw rejected(
      request,
      response === 'late' ? 'nobody answered' : 'nobody could be asked',
      'Allow it in Settings › Files and commands, then run the workflow again.',
    );
  }

  async list(): Promise<{ consents: Consent[]; questions: ConsentQuestion[] }> {
    const stored = await this.#ports.consents.list();
    const consents = stored.map(({ createdAt, ...consent }) => ({ ...consent, createdAt: new Date(createdAt).toISOString() }));
    return { consents, questions: [...this.#open.values()].map(({ question }) => question) };
  }

  /** Throws NOT_FOUND if nothing waits for the decision any more. */
  decide(id: string, decision: ConsentDecision): true {
    const open = [...this.#open.values()].find(({ question }) => question.id === id);
    if (open === undefined) throw new AppError('NOT_FOUND', 'This question is no longer open.', { params: { id } });
    open.decide(decision);
    return true;
  }

  /** Throws NOT_FOUND, and FORBIDDEN for other users' workflows. */
  async grant(id: string): Promise<true> {
    const { consents, users, workflows, now } = this.#ports;
    const workflowId = await consents.workflowOf(id);
    if (workflowId === undefined) throw unknown(id);
    // What the command line adds before the owner is set up has no owner yet.
    const ownerId = (await workflows.ownerOf(workflowId))?.ownerId ?? null;
    if (ownerId !== null && ownerId !== (await users.owner())?.id)
      throw new AppError('FORBIDDEN', 'Files and commands can be allowed only to workflows of the owner of the instance.', {
        params: { id },
      });
    await consents.grant(id, now());
    return true;
  }

  /** Revokes a consent: the next use is asked for again. Throws NOT_FOUND. */
  async remove(id: string): Promise<true> {
    if (!(await this.#ports.consents.remove(id))) throw unknown(id);
    return true;
  }

  /** Returns undefined if nobody can be asked. */
  async #askPerson(request: ConsentRequest, workflowId: string): Promise<ConsentDecision | 'late' | undefined> {
    if (!(await this.#canAsk(request))) return undefined;
    const key = keyOf(request);
    const open = this.#open.get(key) ?? this.#opened(key, request, workflowId, await this.#nameOf(request));
    const response = await open.settled;
    request.signal.throwIfAborted();
    return response;
  }

  /** Only the owner is asked, about a run by hand. */
  async #canAsk({ mode }: ConsentRequest): Promise<boolean> {
    if (mode !== 'manual') return false;
    const { users, hub } = this.#ports;
    const owner = await users.owner();
    return owner !== undefined && hub.isConnected(owner.id);
  }

  /** The name of the stored workflow: an inline workflow may carry any name. */
  async #nameOf({ principal: { workflowId }, workflowName }: ConsentRequest): Promise<string> {
    return (workflowId === undefined ? undefined : await this.#ports.workflows.find(workflowId))?.name ?? workflowName;
  }

  #opened(key: string, request: ConsentRequest, workflowId: string, workflowName: string): Open {
    const { ids, timeout = TIMEOUT } = this.#ports;
    const { node, kind, subject, signal } = request;
    const question = { id: ids(), workflowId, workflowName, node, kind, subject };
    const { promise, resolve } = Promise.withResolvers<ConsentDecision | 'late'>();
    const tooLate = (): void => resolve('late');
    const timer = setTimeout(tooLate, timeout);
    signal.addEventListener('abort', tooLate, { once: true });
    const settled = promise.then(async (response) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', tooLate);
      // What is stored can be revoked while the execution runs.
      if (response === 'always' && workflowId !== '') await this.#put(workflowId, request, true);
      else if (response !== 'late') this.#remember(request, response);
      this.#open.delete(key);
      await this.#toOwner({ type: 'consentAnswered', id: question.id });
      return response;
    });
    const open = { question, decide: resolve, settled };
    this.#open.set(key, open);
    // Without a session, nobody can decide.
    this.#toOwner({ type: 'consentAsked', id: question.id }).catch(tooLate);
    return open;
  }

  async #toOwner(event: { readonly type: 'consentAsked' | 'consentAnswered'; readonly id: string }): Promise<void> {
    const owner = await this.#ports.users.owner();
    if (owner !== undefined) this.#ports.hub.broadcast(event, owner.id);
  }

  #put(workflowId: string, { kind, subject }: Subject, isGranted: boolean): Promise<void> {
    const { consents, ids, now } = this.#ports;
    return consents.put({ id: ids(), workflowId, kind, subject, isGranted, createdAt: now() });
  }

  #earlierDecision({ executionId, kind, subject }: ConsentRequest): ConsentDecision | undefined {
    const decided = this.#once.get(executionId) ?? [];
    const isAbout = (decision: Decided): boolean =>
      decision.kind === kind && (decision.decision === 'refuse' ? decision.subject === subject : covers(kind, decision.subject, subject));
    return decided.find(isAbout)?.decision;
  }

  #remember({ executionId, kind, subject }: ConsentRequest, decision: ConsentDecision): void {
    // Triggers that listen belong to no execution.
    if (executionId === '') return;
    const decided = this.#once.get(executionId) ?? [];
    this.#once.set(executionId, [...decided, { kind, subject, decision }]);
    const [oldest] = this.#once.keys();
    if (this.#once.size > REMEMBERED && oldest !== undefined) this.#once.delete(oldest);
  }
}

/** Whether the run acts on behalf of the owner of the instance, and its workflow, if it is saved, belongs to the owner. */
const isOfInstanceOwner = ({ userId, ownerId = null }: Principal): boolean => userId === null && ownerId === null;

/**
 * Returns the id of a saved workflow that runs on behalf of its owner; otherwise an empty text, since others must not use or change the consent to
 * the workflow.
 */
const savedId = ({ workflowId = '', isOfOwner }: Principal): string => (isOfOwner ? workflowId : '');

const keyOf = ({ principal, executionId, kind, subject }: ConsentRequest): string =>
  JSON.stringify([principal.workflowId, principal.userId, executionId, kind, subject]);

/** Consent to a folder includes the folders in it; consent to a command is for exactly this command. */
function covers(kind: ConsentKind, granted: string, subject: string): boolean {
  if (kind === 'command') return granted === subject;
  const way = relative(granted, subject);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

function rejected({ kind, subject }: Subject, reason: string, hint: string): NodeError {
  const what = kind === 'folder' ? `The node may not use files in "${subject}"` : `The node may not run the command "${subject}"`;
  return new NodeError(`${what}: ${reason}.`, { code: 'CONSENT_REFUSED', hint });
}

const unknown = (id: string): AppError => new AppError('NOT_FOUND', 'There is no such consent.', { params: { id } });

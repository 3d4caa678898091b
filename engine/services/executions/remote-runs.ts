// Runs whose callers wait on another server of the team: the run sends its responses and its end there by messages.
import { isRecord, type JsonObject, type JsonValue } from '../../contract/json.ts';
import type { NodeHint, RunData, RunResult } from '../../contract/run-data.ts';
import type { Logger, Responder, WebhookReply } from '../../sdk/index.ts';
import type { Messages, Team } from '../../store/index.ts';
import type { Caller } from './execution-packer.ts';
import type { LaunchedRun } from './run-launcher.ts';

const TOPIC = 'run';

/** A caller on this server, of a run that another server may have. */
export interface LocalCaller {
  readonly responder: Pick<Responder, 'respond' | 'respondChunk'> | undefined;
  ended(result: RunResult): void;
}

/** What a run sends to the server of its caller. */
type Sent =
  | { readonly type: 'respond'; readonly id: string; readonly reply: JsonObject }
  | { readonly type: 'chunk'; readonly id: string; readonly chunk: string }
  | { readonly type: 'ended'; readonly id: string; readonly result: RunResult };

export interface RemoteRunsPorts {
  readonly team: Pick<Team, 'id' | 'messages'>;
  readonly logger: Logger;
}

export class RemoteRuns {
  readonly #id: string;
  readonly #messages: Messages;
  readonly #logger: Logger;
  readonly #sources: ((executionId: string) => LocalCaller | undefined)[] = [];

  constructor({ team, logger }: RemoteRunsPorts) {
    this.#id = team.id;
    this.#messages = team.messages;
    this.#logger = logger;
    team.messages.on(TOPIC, (body) => this.#receive(body));
  }

  /** Adds a function that returns the caller of an execution if it waits here. */
  addCallers(source: (executionId: string) => LocalCaller | undefined): void {
    this.#sources.push(source);
  }

  /** Returns what is stored with an execution about its caller on this server, and an earlier one elsewhere. */
  callerWith(responder: Responder | undefined, earlier?: Caller): { readonly caller?: Caller } {
    if (responder === undefined || responder.isAwaited === false) return {};
    const isElsewhere = earlier !== undefined && earlier.member !== this.#id;
    return { caller: { member: isElsewhere ? null : this.#id, isStreaming: responder.isStreaming || earlier?.isStreaming === true } };
  }

  /** Returns what responds to the callers of an execution on other servers; undefined without a caller. */
  responderFor(id: string, caller: Caller | undefined): Responder | undefined {
    if (caller === undefined || caller.member === this.#id) return undefined;
    const { isStreaming } = caller;
    return {
      isStreaming,
      respond: (reply) => {
        this.#send({ type: 'respond', id, reply: packedReply(reply) });
        return true;
      },
      respondChunk: (chunk) => {
        if (isStreaming) this.#send({ type: 'chunk', id, chunk });
        return isStreaming;
      },
      // The headers are checked where they are sent.
      hintsFor: (): readonly NodeHint[] => [],
    };
  }

  /** Reports the end, or the wait, of a run to its callers on other servers, once its results are stored. */
  follow({ executionId: id, done }: LaunchedRun, { member }: Caller): void {
    if (member === this.#id) return;
    done.then(
      ({ result }) => this.#send({ type: 'ended', id, result: lastResults(result) }),
      // Its row says how it ended.
      () => undefined,
    );
  }

  /** Callers may wait on several servers: each has resumed the execution, and it waited again. */
  #send(sent: Sent): void {
    this.#messages
      .send(TOPIC, sent as unknown as JsonValue)
      .catch((error: unknown) =>
        this.#logger.warn(`A response could not be passed to the server of its caller: ${String(error)}`, { executionId: sent.id }),
      );
  }

  #receive(body: JsonValue): void {
    const sent = body as unknown as Sent;
    for (const source of this.#sources) {
      const caller = source(sent.id);
      if (caller === undefined) continue;
      if (sent.type === 'respond') caller.responder?.respond(unpackedReply(sent.reply));
      else if (sent.type === 'chunk') caller.responder?.respondChunk(sent.chunk);
      else caller.ended(sent.result);
    }
  }
}

/** The bytes of a body are sent as base64. */
function packedReply({ body, ...reply }: WebhookReply): JsonObject {
  const packed = body instanceof Uint8Array ? { bytes: Buffer.from(body).toString('base64') } : body;
  return { ...reply, ...(packed === undefined ? {} : { body: packed }) };
}

function unpackedReply({ body, ...reply }: JsonObject): WebhookReply {
  const bytes = isRecord(body) ? body['bytes'] : undefined;
  const unpacked = typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : body;
  return { ...reply, ...(unpacked === undefined ? {} : { body: unpacked }) } as unknown as WebhookReply;
}

/** The result with the last run of the last node only, which is all that a response needs. */
function lastResults({ resultData, ...result }: RunResult): RunResult {
  const { lastNodeExecuted: name, runData } = resultData;
  const last = name === undefined || !Object.hasOwn(runData, name) ? undefined : runData[name]?.at(-1);
  // Names of nodes are user input.
  const shown = Object.create(null) as RunData;
  if (name !== undefined && last !== undefined) shown[name] = [last];
  return { ...result, resultData: { ...resultData, runData: shown } };
}

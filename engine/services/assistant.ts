// The assistant of the editor: sends a text to the model that a user has chosen, with that user's credentials. It is off until a user chooses one.
import { AppError } from '../contract/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import type { AssistantChoice, AssistantProvider } from '../contract/rest/assistant.ts';
import { type PushHub, pushAddress } from '../push/hub.ts';
import type { NodeRegistry } from '../registry/index.ts';
import type { ExecuteContext } from '../sdk/index.ts';
import { assistantKey, type Store } from '../store/index.ts';
import type { NodeDescription, NodeProperty } from '../workflow/node-type.ts';
import { visibleProperties } from '../workflow/parameters/parameters.ts';
import type { EditedNode, NodeTypeService } from './node-types.ts';

export interface AssistantPorts {
  readonly settings: Pick<Store['settings'], 'get' | 'set'>;
  readonly registry: Pick<NodeRegistry, 'load' | 'description' | 'packageOf'>;
  readonly nodeTypes: Pick<NodeTypeService, 'detached' | 'options' | 'search'>;
  readonly hub: Pick<PushHub, 'send'>;
  readonly limits?: AssistantLimits;
}

export interface AssistantLimits {
  /** Maximum number of characters of an answer. */
  readonly characters: number;
  /** Maximum milliseconds until an answer is complete. */
  readonly time: number;
}

/** A question of a user. */
export interface AssistantQuestion {
  /** Id by which the user may cancel it. */
  readonly id: string;
  readonly prompt: string;
  /** Editor session that receives the parts of the answer. */
  readonly session: string | undefined;
  /** Aborted if the client disconnects. */
  readonly signal: AbortSignal;
}

const defaultLimits: AssistantLimits = { characters: 100_000, time: 300_000 };

/** Model nodes in the order in which they are offered, with parameters that the assistant sets. */
const providers: ReadonlyMap<string, JsonObject> = new Map(
  Object.entries({
    lmChatOllama: {},
    // Other services with the API of OpenAI, and local servers, have only chat completions.
    lmChatOpenAi: { responsesApiEnabled: false },
    lmChatAnthropic: {},
    lmChatGoogleGemini: {},
    lmChatMistralCloud: {},
    lmChatGroq: {},
    lmChatDeepSeek: {},
    lmChatOpenRouter: {},
    lmChatXAiGrok: {},
    lmChatAzureOpenAi: {},
  }).map(([name, parameters]) => [`@n8n/n8n-nodes-langchain.${name}`, parameters]),
);

export class AssistantService {
  readonly #ports: AssistantPorts;
  readonly #limits: AssistantLimits;
  /** Open questions by user; each user may have one. */
  readonly #open = new Map<string, { readonly id: string; readonly abort: AbortController }>();

  constructor(ports: AssistantPorts) {
    this.#ports = ports;
    this.#limits = ports.limits ?? defaultLimits;
  }

  async choice(userId: string): Promise<{ readonly model: AssistantChoice | null }> {
    return { model: ((await this.#ports.settings.get(assistantKey(userId))) as AssistantChoice | null | undefined) ?? null };
  }

  /** Throws BAD_REQUEST for an unknown provider, or if its credential is missing. Whether the user may use the credential is checked at each use. */
  async choose(userId: string, model: AssistantChoice | null): Promise<{ readonly model: AssistantChoice | null }> {
    if (model !== null) {
      const { description } = await this.#provider(model.provider);
      if (needsCredential(description) && model.credentialId === undefined) {
        throw new AppError('BAD_REQUEST', `${description.displayName} needs a credential.`, { params: { field: 'credentialId' } });
      }
    }
    await this.#ports.settings.set(assistantKey(userId), model);
    return { model };
  }

  async providers(): Promise<readonly AssistantProvider[]> {
    const { registry } = this.#ports;
    await registry.load([...providers.keys()]);
    return [...providers.keys()].flatMap((type) => {
      const description = registry.description(type);
      if (description === undefined || registry.packageOf(type) !== undefined) return [];
      const parameter = modelParameter(description, providers.get(type) ?? {});
      return [
        {
          type,
          name: description.displayName.replace(' Chat Model', ''),
          credentialType: credentialTypeOf(description),
          needsCredential: needsCredential(description),
          hasList: listOf(parameter) !== undefined,
        },
      ];
    });
  }

  /** Returns the names of the provider's models; empty if it has no list. Throws BAD_REQUEST, and the node's error. */
  async models(userId: string, { provider, credentialId }: Omit<AssistantChoice, 'model'>): Promise<readonly string[]> {
    const { node, parameter } = await this.#node({ provider, model: '', ...(credentialId === undefined ? {} : { credentialId }) });
    const list = listOf(parameter);
    if (list === undefined) return [];
    const { nodeTypes } = this.#ports;
    const entries = list.isSearch
      ? (await nodeTypes.search(node, list.method, { userId })).results
      : await nodeTypes.options(node, list.method, userId);
    return entries.map(({ value }) => String(value));
  }

  /**
   * Returns the complete answer; its parts are sent to the session meanwhile. Throws BAD_REQUEST if no model is chosen, TOO_MANY_REQUESTS if
   * another question of the user is open, EXECUTION_CANCELED, SERVICE_FAILED beyond the limits, and the errors of the model.
   */
  async ask(userId: string, question: AssistantQuestion): Promise<{ readonly text: string }> {
    const { model } = await this.choice(userId);
    if (model === null) {
      throw new AppError('BAD_REQUEST', 'You have not chosen a model.', { hint: 'Choose one under Settings › Assistant.' });
    }
    if (this.#open.has(userId)) {
      throw new AppError('TOO_MANY_REQUESTS', 'The model still answers your last question.', {
        hint: 'Wait for its answer, or cancel it.',
      });
    }
    const open = { id: question.id, abort: new AbortController() };
    this.#open.set(userId, open);
    const end = (): void => {
      if (this.#open.get(userId) === open) this.#open.delete(userId);
    };
    // The user may ask again at once, although the model has not yet stopped.
    open.abort.signal.addEventListener('abort', end, { once: true });
    question.signal.addEventListener('abort', end, { once: true });
    try {
      return { text: await this.#answer(userId, model, question, open.abort) };
    } finally {
      end();
    }
  }

  cancel(userId: string, id: string): true {
    const question = this.#open.get(userId);
    if (question?.id === id) question.abort.abort();
    return true;
  }

  async #answer(userId: string, model: AssistantChoice, { id, prompt, session, signal }: AssistantQuestion, abort: AbortController) {
    const { characters, time } = this.#limits;
    const timeout = AbortSignal.timeout(time);
    const size = new AbortController();
    const stop = AbortSignal.any([signal, abort.signal, timeout, size.signal]);
    let length = 0;
    const onText = (text: string): void => {
      length += text.length;
      if (length > characters) size.abort();
      else if (session !== undefined) this.#ports.hub.send(pushAddress(userId, session), { type: 'assistantText', id, text });
    };
    try {
      const { node } = await this.#node(model);
      const { context, type } = await this.#ports.nodeTypes.detached(node, userId, stop);
      // The libraries of models are loaded on first use.
      const [{ generate }, { persistentModel }] = await Promise.all([
        import('../nodes/_shared/ai/generate.ts'),
        import('../nodes/_shared/ai/persistent-model.ts'),
      ]);
      // Outside of a run, a model node reads only its own parameters and credential.
      const supply = await type.supply?.(context as ExecuteContext, 0);
      if (supply?.ai_languageModel === undefined) throw unknownProvider(model.provider);
      const answer = await generate({
        model: persistentModel(context, supply.ai_languageModel),
        messages: [{ role: 'user', content: prompt }],
        signal: stop,
        onText,
      });
      return answer.text;
    } catch (error) {
      if (size.signal.aborted) throw new AppError('SERVICE_FAILED', `The answer has more than ${characters} characters.`);
      if (timeout.aborted) throw new AppError('SERVICE_FAILED', `The model did not answer within ${time / 1000} seconds.`);
      if (stop.aborted) throw new AppError('EXECUTION_CANCELED', 'The question was cancelled.');
      throw error;
    }
  }

  async #provider(type: string): Promise<{ readonly description: NodeDescription; readonly parameters: JsonObject }> {
    const { registry } = this.#ports;
    const parameters = providers.get(type);
    if (parameters === undefined) throw unknownProvider(type);
    await registry.load([type]);
    const description = registry.description(type);
    if (description === undefined) throw unknownProvider(type);
    return { description, parameters };
  }

  /** Returns the model node, and its parameter that names the model. */
  async #node({
    provider,
    credentialId,
    model,
  }: AssistantChoice): Promise<{ readonly node: EditedNode; readonly parameter: NodeProperty }> {
    const { description, parameters } = await this.#provider(provider);
    const parameter = modelParameter(description, parameters);
    const value = parameter.type === 'resourceLocator' ? { __rl: true, mode: 'id', value: model } : model;
    const credential = credentialTypeOf(description);
    return {
      node: {
        type: provider,
        version: latestOf(description),
        parameters: { ...parameters, [parameter.name]: value },
        ...(credentialId === undefined ? {} : { credentials: { [credential]: { id: credentialId, name: description.displayName } } }),
      },
      parameter,
    };
  }
}

const unknownProvider = (type: string): AppError =>
  new AppError('BAD_REQUEST', `The assistant cannot use models of the type "${type}".`, { params: { field: 'provider', type } });

const latestOf = ({ version, defaultVersion }: NodeDescription): number => defaultVersion ?? Math.max(...[version].flat());

const credentialTypeOf = ({ credentials = [] }: NodeDescription): string => credentials[0]?.name ?? '';

const needsCredential = ({ credentials = [] }: NodeDescription): boolean => credentials[0]?.required === true;

function modelParameter(description: NodeDescription, parameters: JsonObject): NodeProperty {
  const visible = visibleProperties(description.properties, parameters, { typeVersion: latestOf(description) }, description);
  const parameter = visible.find(({ name }) => name === 'model' || name === 'modelName');
  if (parameter === undefined) throw unknownProvider(description.name);
  return parameter;
}

/** Returns the node's method that lists the models. */
function listOf({ typeOptions, modes = [] }: NodeProperty): { readonly method: string; readonly isSearch: boolean } | undefined {
  const search = modes.map((mode) => (mode['typeOptions'] as Readonly<Record<string, unknown>> | undefined)?.['searchListMethod']);
  const searchMethod = search.find((name) => typeof name === 'string');
  if (searchMethod !== undefined) return { method: searchMethod, isSearch: true };
  const method = typeOptions?.loadOptionsMethod;
  return method === undefined ? undefined : { method, isSearch: false };
}

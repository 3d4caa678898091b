// `this` of a node's execute: input items, parameters per item, credentials, and what the run offers.
import type { Item } from '../../../contract/run-data.ts';
import { ApplicationError } from '../../modules/errors.ts';
import type { ContextData, RunContextData } from '../../process/protocol.ts';
import type { PackageCall } from '../call.ts';
import { baseMembers, baseParts, completeContext } from './base-context.ts';
import { createHelpers } from './helpers.ts';
import type { ParameterOptions } from './parameters.ts';

/** Documented members of the execute context, and of its helpers, that this program does not have. */
const documented = [
  'executeWorkflow', 'getExecutionDataById', 'getInputConnectionData', 'getParentNodes', 'getChildNodes', 'getKnownNodeTypes', 'startJob', 'sendResponse',
  'sendChunk', 'getChatTrigger', 'getWorkflowDataProxy', 'setMetadata', 'addInputData', 'addOutputData', 'getNodeInputs', 'getNodeOutputs', 'getRestApiUrl',
  'getInstanceBaseUrl', 'getExecuteData', 'logNodeOutput', 'getSignedResumeUrl', 'setSignatureValidationRequired', 'getNodeWebhookUrl',
]; // oxfmt-ignore
const documentedHelpers = [
  'getSSHClient', 'checkProcessedAndRecord', 'checkProcessedItemsAndRecord', 'removeProcessed', 'clearAllProcessedItems', 'getProcessedDataCount', 'registerCron',
  'getDataTableProxy', 'createReadStream', 'getStoragePath', 'writeContentToFile', 'resolvePath', 'isFilePathBlocked', 'requestWithAuthenticationPaginated',
  'getSecureEgressFilter', 'refreshOAuth2Token', 'copyBinaryFile', 'createBinarySignedUrl',
]; // oxfmt-ignore

export function executeContext(call: PackageCall, data: ContextData, run: RunContextData): object {
  const parts = baseParts(call, data);
  const { parameters } = parts;
  const inputs = run.inputs.map((list) => (list === null ? [] : [...list]));
  let current = 0;
  const itemsOf = (index = 0): readonly Item[] => {
    const items = inputs[index];
    if (items === undefined) throw new ApplicationError(`Could not get input with given index (${index})`);
    return items;
  };
  return completeContext(
    {
      ...baseMembers(parts),
      helpers: completeContext(
        createHelpers({ call, items: inputs[0] ?? [], itemIndex: () => current }),
        documentedHelpers,
        'this.helpers',
      ),
      getInputData: (index?: number) => itemsOf(index),
      getInputSourceData: (index = 0) => run.sources[index],
      getItemIndex: () => current,
      getNodeParameter: (name: string, itemIndex: number, fallback?: unknown, options?: ParameterOptions) => {
        current = itemIndex;
        return parameters.get(name, itemIndex, fallback, options);
      },
      getCredentials: (name: string, itemIndex = current) => call.request({ type: 'credentials', name, itemIndex }),
      continueOnFail: () => run.continueOnFail,
      evaluateExpression: (expression: string, itemIndex = current) =>
        call.ask({ type: 'evaluate', expression: expression.startsWith('=') ? expression : `=${expression}`, itemIndex }),
      getContext: () => call.nodeContext(),
      prepareOutputData: async (items: readonly unknown[], output = 0) => {
        const outputs: (readonly unknown[])[] = Array.from({ length: output }, () => []);
        return [...outputs, items];
      },
      putExecutionToWait: async (time: Date) => void (call.waitTill = time.getTime()),
      sendMessageToUI: (...values: readonly unknown[]) => call.notify({ type: 'console', values }),
      addExecutionHints: (...hints: readonly { readonly message: string; readonly type?: 'info' | 'warning' | 'danger' }[]) => {
        for (const { message, type } of hints) call.notify({ type: 'hint', hint: { message, ...(type === undefined ? {} : { type }) } });
      },
      customData: {
        set: (key: string, value: string) => call.notify({ type: 'customData', key, value: String(value) }),
        setAll: (values: Readonly<Record<string, string>>) => {
          for (const [key, value] of Object.entries(values)) call.notify({ type: 'customData', key, value: String(value) });
        },
      },
      isStreaming: () => false,
      isToolExecution: () => false,
      getNextRunIndex: () => run.runIndex,
    },
    documented,
  );
}

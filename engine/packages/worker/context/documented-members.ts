// The members of `this` that n8n documents, by the kind of code. A documented member that a context does not have throws an error that names it.

const common = [
  'getCredentials', 'getCredentialsProperties', 'getNode', 'getNodeParameter', 'getWorkflow', 'getWorkflowSettings', 'getWorkflowStaticData',
  'getExecutionId', 'getExecutionContext', 'getMode', 'getTimezone', 'getRestApiUrl', 'getInstanceBaseUrl', 'getInstanceId', 'getParentNodes',
  'getChildNodes', 'getKnownNodeTypes', 'getChatTrigger', 'getNodeInputs', 'getNodeOutputs', 'prepareOutputData', 'evaluateExpression',
] as const; // oxfmt-ignore

const ofRuns = [
  'continueOnFail', 'getContext', 'getExecuteData', 'getExecutionCancelSignal', 'onExecutionCancellation', 'getInputData', 'getInputSourceData',
  'getItemIndex', 'getWorkflowDataProxy', 'logAiEvent', 'setMetadata',
] as const; // oxfmt-ignore

const ofItems = [
  ...common, ...ofRuns, 'addExecutionHints', 'addInputData', 'addOutputData', 'executeAgent', 'executeWorkflow', 'getExecutionDataById',
  'getExecutionProperties', 'getInputConnectionData', 'getNextRunIndex', 'getNodeWebhookUrl', 'getParentCallbackManager', 'getRunnerStatus',
  'getSignedResumeUrl', 'isConsoleOutputRedacted', 'isStreaming', 'isToolExecution', 'logHitlResponse', 'logNodeOutput', 'putExecutionToWait',
  'sendChunk', 'sendMessageToUI', 'sendResponse', 'setSignatureValidationRequired', 'startJob',
] as const; // oxfmt-ignore

const ofStarters = [
  ...common, 'executeWorkflow', 'getActivationMode', 'getExecutionDataById', 'getInputConnectionData', 'getNodeWebhookUrl', 'getPollBudgetMs',
  'getWorkflowDataProxy', 'setSignatureValidationRequired', 'validateCookieAuth',
] as const; // oxfmt-ignore

const ofEditor = [
  ...common, 'getCurrentNodeParameter', 'getCurrentNodeParameters', 'getWorkflowNodeContext', 'getActivationMode', 'getInputData', 'getNodeWebhookUrl',
] as const; // oxfmt-ignore

/** Functions, by context. Every context also has `logger` and `helpers`. */
export const documentedMembers = {
  execute: ofItems,
  supplyData: [...ofItems, 'cloneWith'],
  routing: [...common, ...ofRuns, 'makeRoutingRequest'],
  poll: [...ofStarters, '__emit', '__emitError'],
  trigger: [...ofStarters, 'emit', 'emitError', 'saveFailedExecution'],
  webhook: [
    ...ofStarters, 'checkTriggerCredentialStatus', 'getBodyData', 'getHeaderData', 'getParamsData', 'getQueryData', 'getRequestObject',
    'getResponseObject', 'getWebhookName',
  ], // oxfmt-ignore
  webhookMethods: [...ofStarters, 'getWebhookDescription', 'getWebhookName', 'saveFailedExecution'],
  loadOptions: ofEditor,
  credentialTest: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Functions of `this.helpers`, of all contexts. */
export const documentedHelpers = [
  'httpRequest', 'httpRequestWithAuthentication', 'request', 'requestWithAuthentication', 'requestWithAuthenticationPaginated', 'requestOAuth1',
  'requestOAuth2', 'refreshOAuth2Token', 'getSecureEgressFilter', 'checkCredentialStatus', 'createDeferredPromise', 'returnJsonArray', 'normalizeItems',
  'constructExecutionMetaData', 'copyInputItems', 'assertBinaryData', 'getBinaryDataBuffer', 'detectBinaryEncoding', 'prepareBinaryData',
  'setBinaryDataBuffer', 'copyBinaryFile', 'binaryToBuffer', 'binaryToString', 'getBinaryPath', 'getBinaryStream', 'getBinaryMetadata',
  'createBinarySignedUrl', 'resolvePath', 'isFilePathBlocked', 'createReadStream', 'writeContentToFile', 'getStoragePath',
  'resolveStagingBaseForTarget', 'pinDirectory', 'ensureParentDirectoryWithoutFollowingSymlinks', 'assertNoSymlinkInPath',
  'checkProcessedAndRecord', 'checkProcessedItemsAndRecord', 'removeProcessed', 'clearAllProcessedItems', 'getProcessedDataCount', 'getSSHClient',
  'registerCron', 'getDataTableProxy', 'getDataTableAggregateProxy', 'getDataStoreProxy', 'getDataStoreAggregateProxy',
] as const; // oxfmt-ignore

// The table of errors: code → HTTP status and text key. Match errors by code, never by message or class.

/** All errors that the product throws deliberately. `status`: HTTP status; `textKey`: key of the text in locales/<lang>/errors.json. */
export const errorTable = {
  INTERNAL: { status: 500, textKey: 'errors.internal' },
  BAD_REQUEST: { status: 400, textKey: 'errors.badRequest' },
  BODY_UNREADABLE: { status: 422, textKey: 'errors.bodyUnreadable' },
  NOT_FOUND: { status: 404, textKey: 'errors.notFound' },
  FILE_NOT_READABLE: { status: 400, textKey: 'errors.fileNotReadable' },
  FILE_TOO_LARGE: { status: 413, textKey: 'errors.fileTooLarge' },
  NOT_JSON: { status: 400, textKey: 'errors.notJson' },
  WORKFLOW_INVALID: { status: 400, textKey: 'errors.workflowInvalid' },
  WORKFLOW_NOT_FOUND: { status: 404, textKey: 'errors.workflowNotFound' },
  WORKFLOW_NOT_CALLABLE: { status: 403, textKey: 'errors.workflowNotCallable' },
  CONNECTION_TO_MISSING_NODE: { status: 400, textKey: 'errors.connectionToMissingNode' },
  NO_START_NODE: { status: 400, textKey: 'errors.noStartNode' },
  NODE_NOT_FOUND: { status: 404, textKey: 'errors.nodeNotFound' },
  NODE_TYPE_UNKNOWN: { status: 400, textKey: 'errors.nodeTypeUnknown' },
  NODE_OPERATION_FAILED: { status: 400, textKey: 'errors.nodeOperationFailed' },
  NODE_REQUEST_FAILED: { status: 400, textKey: 'errors.nodeRequestFailed' },
  PARAMETER_INVALID: { status: 400, textKey: 'errors.parameterInvalid' },
  EXPRESSION_FAILED: { status: 400, textKey: 'errors.expressionFailed' },
  EXPRESSION_SYNTAX: { status: 400, textKey: 'errors.expressionSyntax' },
  EXPRESSION_FORBIDDEN: { status: 400, textKey: 'errors.expressionForbidden' },
  EXPRESSION_BUDGET: { status: 400, textKey: 'errors.expressionBudget' },
  PACKAGE_FAILED: { status: 400, textKey: 'errors.packageFailed' },
  PACKAGE_NOT_INSTALLED: { status: 400, textKey: 'errors.packageNotInstalled' },
  PACKAGE_NOT_FOUND: { status: 404, textKey: 'errors.packageNotFound' },
  CODE_FAILED: { status: 400, textKey: 'errors.codeFailed' },
  CODE_NOT_CONFINED: { status: 500, textKey: 'errors.codeNotConfined' },
  CODE_TIMEOUT: { status: 400, textKey: 'errors.codeTimeout' },
  CODE_QUEUE_FULL: { status: 503, textKey: 'errors.codeQueueFull' },
  CODE_OUT_OF_MEMORY: { status: 400, textKey: 'errors.codeOutOfMemory' },
  PARSING_TIMEOUT: { status: 400, textKey: 'errors.parsingTimeout' },
  PARSING_OUT_OF_MEMORY: { status: 400, textKey: 'errors.parsingOutOfMemory' },
  ENGINE_CRASHED: { status: 500, textKey: 'errors.engineCrashed' },
  ENGINE_HELD: { status: 500, textKey: 'errors.engineHeld' },
  ENGINE_RESTARTED: { status: 503, textKey: 'errors.engineRestarted' },
  ENGINE_OUT_OF_MEMORY: { status: 500, textKey: 'errors.engineOutOfMemory' },
  EXECUTION_TIMEOUT: { status: 400, textKey: 'errors.executionTimeout' },
  EXECUTION_CANCELED: { status: 400, textKey: 'errors.executionCanceled' },
  EXECUTION_NOT_FOUND: { status: 404, textKey: 'errors.executionNotFound' },
  RESULTS_GONE: { status: 409, textKey: 'errors.resultsGone' },
  BINARY_NOT_FOUND: { status: 404, textKey: 'errors.binaryNotFound' },
  BINARY_STORE_FULL: { status: 507, textKey: 'errors.binaryStoreFull' },
  CREDENTIAL_NOT_FOUND: { status: 404, textKey: 'errors.credentialNotFound' },
  CREDENTIAL_CHANGED: { status: 409, textKey: 'errors.credentialChanged' },
  CREDENTIAL_NODE_REFUSED: { status: 403, textKey: 'errors.credentialNodeRefused' },
  CREDENTIALS_NOT_LENT: { status: 409, textKey: 'errors.credentialsNotLent' },
  DATA_TABLES_FULL: { status: 413, textKey: 'errors.dataTablesFull' },
  CONSENT_REFUSED: { status: 403, textKey: 'errors.consentRefused' },
  CREDENTIAL_NOT_CONNECTED: { status: 400, textKey: 'errors.credentialNotConnected' },
  UNAUTHENTICATED: { status: 401, textKey: 'errors.unauthenticated' },
  OWNER_NOT_SET_UP: { status: 401, textKey: 'errors.ownerNotSetUp' },
  LOCAL_ACCESS_REQUIRED: { status: 401, textKey: 'errors.localAccessRequired' },
  NODE_CALL_REFUSED: { status: 403, textKey: 'errors.nodeCallRefused' },
  FORBIDDEN: { status: 403, textKey: 'errors.forbidden' },
  HOST_REFUSED: { status: 403, textKey: 'errors.hostRefused' },
  ORIGIN_REFUSED: { status: 403, textKey: 'errors.originRefused' },
  PAYLOAD_TOO_LARGE: { status: 413, textKey: 'errors.payloadTooLarge' },
  TOO_MANY_REQUESTS: { status: 429, textKey: 'errors.tooManyRequests' },
  TAG_INVALID: { status: 400, textKey: 'errors.tagInvalid' },
  TAG_EXISTS: { status: 409, textKey: 'errors.tagExists' },
  TAG_NOT_FOUND: { status: 404, textKey: 'errors.tagNotFound' },
  WORKFLOW_CHANGED: { status: 409, textKey: 'errors.workflowChanged' },
  WORKFLOW_ARCHIVED: { status: 409, textKey: 'errors.workflowArchived' },
  SETTING_FIXED: { status: 409, textKey: 'errors.settingFixed' },
  ACTIVATION_FAILED: { status: 400, textKey: 'errors.activationFailed' },
  USER_NOT_FOUND: { status: 404, textKey: 'errors.userNotFound' },
  SIGN_IN_FAILED: { status: 401, textKey: 'errors.signInFailed' },
  TOKEN_INVALID: { status: 400, textKey: 'errors.tokenInvalid' },
  PASSWORD_INVALID: { status: 400, textKey: 'errors.passwordInvalid' },
  EMAIL_TAKEN: { status: 409, textKey: 'errors.emailTaken' },
  OWNER_EXISTS: { status: 409, textKey: 'errors.ownerExists' },
  OWNER_REQUIRED: { status: 409, textKey: 'errors.ownerRequired' },
  EMAIL_NOT_SET_UP: { status: 400, textKey: 'errors.emailNotSetUp' },
  EMAIL_FAILED: { status: 502, textKey: 'errors.emailFailed' },
  DATA_FOLDER_IN_USE: { status: 409, textKey: 'errors.dataFolderInUse' },
  PORT_TAKEN: { status: 400, textKey: 'errors.portTaken' },
  FEATURE_OFF: { status: 404, textKey: 'errors.featureOff' },
  WEBHOOK_CONFLICT: { status: 409, textKey: 'errors.webhookConflict' },
  WEBHOOK_NOT_FOUND: { status: 404, textKey: 'errors.webhookNotFound' },
  VAULT_LOCKED: { status: 503, textKey: 'errors.vaultLocked' },
  RANGE_UNSATISFIABLE: { status: 416, textKey: 'errors.rangeUnsatisfiable' },
  SERVICE_FAILED: { status: 502, textKey: 'errors.serviceFailed' },
  STOPPING: { status: 503, textKey: 'errors.stopping' },
  STORE_FAILED: { status: 500, textKey: 'errors.storeFailed' },
} as const satisfies Record<string, { readonly status: number; readonly textKey: string }>;

export type ErrorCode = keyof typeof errorTable;

/**
 * An error thrown deliberately. `message`: English sentence for users, which says what went wrong, where, and how to fix it. `params`: values
 * used in the text; they must not contain secrets.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: Readonly<Record<string, unknown>>;
  readonly hint: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { params?: Readonly<Record<string, unknown>>; hint?: string; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.params = options.params ?? {};
    this.hint = options.hint;
  }

  /** HTTP status of this error's code. */
  get status(): number {
    return errorTable[this.code].status;
  }
}

/** Returns the code of any thrown value, also from another realm or thread; undefined if the table does not contain it. */
export function errorCodeOf(error: unknown): ErrorCode | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && Object.hasOwn(errorTable, code) ? (code as ErrorCode) : undefined;
}

// The table of errors: code → HTTP status. Match errors by code, never by message or class.

/** All errors that the product throws deliberately. `status`: HTTP status. The text is in locales/<lang>/errors.json, under the code in camel case. */
export const errorTable = {
  INTERNAL: { status: 500 },
  BAD_REQUEST: { status: 400 },
  BODY_UNREADABLE: { status: 422 },
  NOT_FOUND: { status: 404 },
  FILE_NOT_READABLE: { status: 400 },
  FILE_TOO_LARGE: { status: 413 },
  NOT_JSON: { status: 400 },
  WORKFLOW_INVALID: { status: 400 },
  WORKFLOW_NOT_FOUND: { status: 404 },
  WORKFLOW_NOT_CALLABLE: { status: 403 },
  CONNECTION_TO_MISSING_NODE: { status: 400 },
  NO_START_NODE: { status: 400 },
  NODE_NOT_FOUND: { status: 404 },
  NODE_TYPE_UNKNOWN: { status: 400 },
  NODE_OPERATION_FAILED: { status: 400 },
  NODE_REQUEST_FAILED: { status: 400 },
  PARAMETER_INVALID: { status: 400 },
  EXPRESSION_FAILED: { status: 400 },
  EXPRESSION_SYNTAX: { status: 400 },
  EXPRESSION_FORBIDDEN: { status: 400 },
  EXPRESSION_BUDGET: { status: 400 },
  PACKAGE_FAILED: { status: 400 },
  PACKAGE_NOT_INSTALLED: { status: 400 },
  PACKAGE_NOT_FOUND: { status: 404 },
  MODEL_LIMIT_REACHED: { status: 400 },
  CODE_FAILED: { status: 400 },
  CODE_NOT_CONFINED: { status: 500 },
  CODE_TIMEOUT: { status: 400 },
  CODE_QUEUE_FULL: { status: 503 },
  CODE_OUT_OF_MEMORY: { status: 400 },
  PARSING_TIMEOUT: { status: 400 },
  PARSING_OUT_OF_MEMORY: { status: 400 },
  ENGINE_CRASHED: { status: 500 },
  ENGINE_HELD: { status: 500 },
  ENGINE_RESTARTED: { status: 503 },
  ENGINE_OUT_OF_MEMORY: { status: 500 },
  EXECUTION_TIMEOUT: { status: 400 },
  EXECUTION_CANCELED: { status: 400 },
  EXECUTION_NOT_FOUND: { status: 404 },
  RESULTS_GONE: { status: 409 },
  BINARY_NOT_FOUND: { status: 404 },
  BINARY_STORE_FULL: { status: 507 },
  BINARY_STORE_FAILED: { status: 503 },
  CREDENTIAL_NOT_FOUND: { status: 404 },
  CREDENTIAL_CHANGED: { status: 409 },
  CREDENTIAL_NODE_REFUSED: { status: 403 },
  CREDENTIALS_NOT_LENT: { status: 409 },
  DATA_TABLES_FULL: { status: 413 },
  CONSENT_REFUSED: { status: 403 },
  CREDENTIAL_NOT_CONNECTED: { status: 400 },
  UNAUTHENTICATED: { status: 401 },
  OWNER_NOT_SET_UP: { status: 401 },
  LOCAL_ACCESS_REQUIRED: { status: 401 },
  NODE_CALL_REFUSED: { status: 403 },
  FORBIDDEN: { status: 403 },
  HOST_REFUSED: { status: 403 },
  ORIGIN_REFUSED: { status: 403 },
  PAYLOAD_TOO_LARGE: { status: 413 },
  TOO_MANY_REQUESTS: { status: 429 },
  FOLDER_INVALID: { status: 400 },
  FOLDER_EXISTS: { status: 409 },
  FOLDER_NOT_FOUND: { status: 404 },
  TAG_INVALID: { status: 400 },
  TAG_EXISTS: { status: 409 },
  TAG_NOT_FOUND: { status: 404 },
  WORKFLOW_CHANGED: { status: 409 },
  WORKFLOW_ARCHIVED: { status: 409 },
  SETTING_FIXED: { status: 409 },
  ACTIVATION_FAILED: { status: 400 },
  USER_NOT_FOUND: { status: 404 },
  SIGN_IN_FAILED: { status: 401 },
  TOKEN_INVALID: { status: 400 },
  PASSWORD_INVALID: { status: 400 },
  EMAIL_TAKEN: { status: 409 },
  OWNER_EXISTS: { status: 409 },
  OWNER_REQUIRED: { status: 409 },
  EMAIL_NOT_SET_UP: { status: 400 },
  EMAIL_FAILED: { status: 502 },
  DATA_FOLDER_IN_USE: { status: 409 },
  PORT_TAKEN: { status: 400 },
  FEATURE_OFF: { status: 404 },
  WEBHOOK_CONFLICT: { status: 409 },
  WEBHOOK_NOT_FOUND: { status: 404 },
  VAULT_LOCKED: { status: 503 },
  RANGE_UNSATISFIABLE: { status: 416 },
  SERVICE_FAILED: { status: 502 },
  LEASE_LOST: { status: 503 },
  STOPPING: { status: 503 },
  STORE_FAILED: { status: 503 },
  CLAIM_LOST: { status: 409 },
} as const satisfies Record<string, { readonly status: number }>;

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

// Values on which the editor and the routes agree. The editor sees only the types of the other files here, so that it does without their schemas.

/** Placeholder for a stored secret. Sent back unchanged, it keeps the stored value. */
export const STORED_SECRET = '__millrace_stored_secret_6d0b1f7e__';

/**
 * Fields that limit the hosts to which a credential is sent, and what nodes may change of the way there. Changing them does not end the connection
 * of an account.
 */
export const DOMAIN_FIELDS = {
  rule: 'allowedHttpRequestDomains',
  list: 'allowedDomains',
  proxies: 'allowNodeProxies',
  unverified: 'allowUnverifiedCertificates',
} as const;

const domainFields: ReadonlySet<string> = new Set(Object.values(DOMAIN_FIELDS));

export const isDomainField = (name: string): boolean => domainFields.has(name);

/** Confirmation sent with an unencrypted export, so that no other request can return secrets by mistake. */
export const PLAIN_TEXT_WORDS = 'export secrets in plain text';

/** Minimum length of an export's passphrase in characters. */
export const PASSPHRASE_LENGTH = 8;

/** Maximum length of a credential's name in characters. */
export const CREDENTIAL_NAME_LENGTH = 64;

/** Confirmation sent with `reset`, so that no other request can remove stored secrets by mistake. */
export const RESET_WORDS = 'delete stored secrets';

/** Maximum length of a folder's name in characters. */
export const FOLDER_NAME_LENGTH = 128;

/** Maximum number of folders, each in the one before. */
export const FOLDER_DEPTH = 20;

/** Maximum lengths of a variable's name and value in characters. */
export const VARIABLE_NAME_LENGTH = 50;
export const VARIABLE_VALUE_LENGTH = 1000;

/** What names of variables consist of. */
export const variableName = /^[A-Za-z_]\w*$/;

/**
 * Name of the BroadcastChannel, and key in the local storage, through which the callback page reports its outcome. To its opener it posts
 * `success`.
 */
export const OAUTH_CHANNEL = 'millrace-oauth';

/** Id of an unsaved workflow in requests of the editor. */
export const UNSAVED_WORKFLOW_ID = '__EMPTY__';

/** Languages of the editor. */
export const languages: readonly string[] = ['en'];

/** Maximum characters of a question to the assistant's model. */
export const ASSISTANT_PROMPT_LENGTH = 100_000;

/** Maximum characters of the note on an execution. */
export const EXECUTION_NOTE_LENGTH = 2000;

/** Maximum length of the name of a workflow's version, and of its description. */
export const VERSION_NAME_LENGTH = 128;
export const VERSION_DESCRIPTION_LENGTH = 2000;

// Configuration of the services.
import type { StoredBinary } from '../binary/stored-binary.ts';
import type { JsonObject } from '../contract/json.ts';
import type { CallerPolicy, CredentialReference } from '../contract/workflow.ts';
import type {
  AdmittedWorkflow,
  Principal,
  Clock,
  ConsentRequest,
  CredentialAsker,
  Executor,
  ModelLedger,
  SecretsInUse,
  StaticDataPort,
} from '../execution/index.ts';
import type { Packages } from '../packages/index.ts';
import type { PushHub } from '../push/hub.ts';
import type { CredentialTypes, NodeRegistry } from '../registry/index.ts';
import type { CredentialDefinition, ConversationPort, DataTablePort, HttpPort, Logger, VectorPort } from '../sdk/index.ts';
import type { Instance, Store } from '../store/index.ts';
import type { VaultCipher } from '../vault/vault-cipher.ts';
import type { WebhookSettings } from '../webhooks/index.ts';
import type { LocalAccessPorts } from './accounts/index.ts';
import type { ExternalSecrets } from './credentials/external-secrets.ts';
import type { MailSettings } from './mail/mailer.ts';

export interface Components {
  readonly store: Store;
  readonly files: StoredBinary;
  readonly http: HttpPort;
  readonly registry: NodeRegistry;
  readonly credentialTypes: CredentialTypes;
  readonly packages: Packages;
  readonly hub: PushHub;
  readonly cipher: VaultCipher;
  readonly clock: Clock;
  readonly logger: Logger;
  createExecutor(needs: ExecutorNeeds): Executor;
}

/** Services that the executor needs. */
export interface ExecutorNeeds {
  credential(type: string, reference: CredentialReference, asker: CredentialAsker): Promise<JsonObject>;
  externalSecrets(type: string, reference: CredentialReference, asker: CredentialAsker): Promise<SecretsInUse>;
  renewedCredential(
    type: CredentialDefinition,
    reference: CredentialReference,
    asker: CredentialAsker,
    data: JsonObject,
  ): Promise<JsonObject>;
  owner(principal: Principal): Promise<string>;
  dataTables(principal: Principal, signal: AbortSignal): Promise<DataTablePort>;
  conversations(workflowId: string, session: string): ConversationPort;
  vectors(principal: Principal, workflowId: string): VectorPort;
  readonly models: ModelLedger;
  workflow(id: string): Promise<AdmittedWorkflow | undefined>;
  assertCallable(called: AdmittedWorkflow, caller: Principal): void;
  readonly staticData: StaticDataPort;
  /** Absent if nobody is asked. */
  readonly consent?: (request: ConsentRequest) => Promise<void>;
}

export interface ServiceConfig {
  readonly secrets?: ExternalSecrets;
  readonly settings: {
    readonly timezone: string;
    readonly saveOnError: 'all' | 'none';
    readonly saveOnSuccess: 'all' | 'none';
    readonly saveManual: boolean;
    readonly saveProgress: boolean;
    readonly missedRuns: 'skip' | 'once';
    readonly callerPolicy: CallerPolicy;
    readonly sessionHours: number;
    readonly allowsPrivateUrls: boolean;
    readonly workflowName: string;
    readonly usesTags: boolean;
    readonly usesUserManagement: boolean;
    readonly safeMode: boolean;
    readonly executionTimeoutMax: number;
    readonly executionSearch: boolean;
    readonly prune: boolean;
    readonly pruneAgeHours: number;
    readonly pruneCount: number;
    readonly pruneSizeMiB: number;
    /** Limits of earlier versions of workflows; 0 for none. */
    readonly historyAgeDays: number;
    readonly historyCount: number;
    readonly productionLimit: number;
    /** Whether this server runs queued executions: also, only (it serves nothing and starts no triggers), or never. */
    readonly worker: 'also' | 'only' | 'never';
    /** Maximum size of all data tables together, in MiB. */
    readonly dataTablesMiB: number;
    /** Days after their last message for which conversations are stored; 0 for no limit. */
    readonly conversationDays: number;
    /** Limits of the use of models by all workflows per execution and per day; 0 for none. Costs are in US dollars. */
    readonly modelRunTokens: number;
    readonly modelRunSeconds: number;
    readonly modelRunCost: number;
    readonly modelDayTokens: number;
    readonly modelDaySeconds: number;
    readonly modelDayCost: number;
    /** Addresses of outside services; empty if there is none. */
    readonly promptsHost: string;
    readonly onboardingHost: string;
    readonly onboardingDays: number;
    readonly contactHost: string;
    readonly telemetryEndpoint: string;
  };
  /** Whether a package's node type is used instead of a built-in one with the same name. */
  readonly prefersPackageType: (type: string) => boolean;
  readonly ids: () => string;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly smtp: MailSettings | undefined;
  readonly editorUrl: () => string;
  /** URL of the editor for links to other people. */
  readonly sharedUrl: () => string;
  /** Address to which services redirect the browser after sign-in. */
  readonly oauthRedirectUrl: (protocol: 'oauth1' | 'oauth2') => string;
  /** Folder of the database and files. */
  readonly dataDir: string;
  /** Version of the product. */
  readonly version: string;
  /** Identifies this installation to services. */
  readonly instanceId: string;
  readonly isShared: boolean;
  /** Whether nodes ask for consent to files and commands. */
  readonly asksForConsent: boolean;
  readonly localAccess: LocalAccessPorts;
  readonly webhooks: WebhookSettings;
  /** This process among those that use the database. */
  readonly instance: Pick<Instance, 'id' | 'isAlive' | 'team'>;
}

// Options of a server.
import type { FastifyBaseLogger } from 'fastify';
import type { ListenOptions } from './contract/gateway.ts';
import type { RouteSpec } from './contract/rest/route.ts';
import type { WorkMarks } from './execution/index.ts';
import type { Launch } from './sandbox/launch.ts';
import type { ServerSettings } from './settings/table.ts';
import type { Keychain } from './vault/keychain.ts';
import type { EngineFault } from './watchdog/engine-fault.ts';

export interface ServerConfig {
  /** Absolute path. */
  readonly dataDir: string;
  readonly settings: ServerSettings;
  /** Where to listen at the start instead of the settings' host and port. */
  readonly listen?: ListenOptions | 'nowhere';
  readonly version: string;
  /** Folder of the editor's build. */
  readonly pagesFolder: string;
  /** Folder of the template library; by default, that of the source. */
  readonly templatesFolder?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether responses contain stack traces. */
  readonly isDevelopment?: boolean;
  readonly logger?: FastifyBaseLogger;
  /** Is notified of the running node. */
  readonly marks?: WorkMarks;
  /** Starts code processes. Default: as children of this thread. */
  readonly launch?: Launch;
  /** Stores the master key if the settings say so. Default: the operating system's keychain. */
  readonly keychain?: Keychain;
  /** Whether file nodes and commands ask the person at this computer for consent. Default: they follow the settings only. */
  readonly asksForConsent?: boolean;
  /** Whether schedules and polls are paused at the start. */
  readonly arePaused?: boolean;
  /** The command that backs up this data folder. Default: `millrace backup FILE`. */
  readonly backUpCommand?: string;
  /** Why the previous engine of this process was terminated. */
  readonly fault?: EngineFault;
  /** Called once the database is open and migrated. */
  readonly onOpened?: () => void;
  /** Called for every mounted route. */
  readonly onMount?: (spec: RouteSpec) => void;
}
